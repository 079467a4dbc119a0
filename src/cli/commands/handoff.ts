/** `handoff`: one page from which others can go on with a session's work. */

import { UserError } from "../../base/errors.ts";
import { type Handoff, makeHandoff } from "../../context/make_handoff.ts";
import type { CommandCall } from "../command.ts";

export async function run({ args, keptStore, output }: CommandCall) {
  const store = await keptStore();
  const made: Handoff | undefined = await makeHandoff(
    store,
    args.values.get("session"),
  );
  if (made === undefined) {
    throw new UserError("refused", "There is no session to hand off", [
      "Sessions are kept from the first prompt on",
    ]);
  }
  output.result(made, () => made.text.trimEnd());
}
