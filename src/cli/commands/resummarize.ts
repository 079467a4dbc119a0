/** resummarize: have a stretch of work summarised again. */

import { UserError } from "../../base/errors.ts";
import { findTarget } from "../../control/find_target.ts";
import { plural } from "../../output/words.ts";
import { summariseAgain } from "../../summary/summarise_again.ts";
import { claimOf, type CommandCall } from "../command.ts";

const CLAIM = claimOf("resummarize");

export async function run({ args, keptStore, output, world }: CommandCall) {
  const [name = ""] = args.positionals;
  const store = await keptStore();
  const isSection = name.includes("#");
  const target = await findTarget(
    store,
    isSection ? { words: name } : { words: "", session: name },
  );
  const [span] = target.spans;
  const session = span ?? target.sessions[0];
  if (session === undefined) {
    throw new UserError(
      "refused",
      `"${name}" does not say which work it tells of`,
      ["Give a section that a session has, as memory.md#3, or a session's id"],
    );
  }
  const deltas = await summariseAgain(store, world, session, span, CLAIM);
  const ids = deltas.map(({ id }) => id);
  output.result(
    { session: session.sessionId, deltas: ids },
    () =>
      ids.length === 0
        ? "Nothing to queue: it has no section, its log is gone, or it waits already"
        : `Queued ${plural(ids.length, "stretch", "stretches")}: ${
          ids.join(", ")
        }. ` +
          "The section stays until the new words are there",
  );
  return ids.length === 0 ? 1 : 0;
}
