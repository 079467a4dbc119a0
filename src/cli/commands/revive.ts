/** `revive`: a session that Claude Code has deleted, made resumable. */

import { plural } from "../../base/format_count.ts";
import { reviveSession } from "../../capture/revive_session.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const [named = ""] = invocation.positionals;
  const store = assertStoreExists(await openStore());
  const revived = await reviveSession(store, world, named);
  const { session, transcript, entries } = revived;
  output.result(
    revived,
    () =>
      `Revived ${plural(entries, "message")} in ${transcript}\n` +
      `claude --resume ${session}`,
  );
  return 0;
}
