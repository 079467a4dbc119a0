/** `revive`: a session that Claude Code has deleted, made resumable. */

import { plural } from "../../base/format_count.ts";
import { reviveSession } from "../../capture/revive_session.ts";
import type { CommandCall } from "../command.ts";

export async function run({ args, keptStore, output, world }: CommandCall) {
  const [named = ""] = args.positionals;
  const store = await keptStore();
  const revived = await reviveSession(store, world, named);
  const { session, transcript, entries } = revived;
  output.result(
    revived,
    () =>
      `Revived ${plural(entries, "message")} in ${transcript}\n` +
      `claude --resume ${session}`,
  );
}
