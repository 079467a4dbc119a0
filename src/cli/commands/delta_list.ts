import { waitingDeltas } from "../../session/waiting_deltas.ts";
import { renderTable } from "../../output/table.ts";
import { assertStoreExists } from "../../store/store.ts";
import { adoptOlder } from "../adopt_older.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  call: CommandCall,
): Promise<ExitCode> {
  const { openStore, output } = call;
  const store = assertStoreExists(await openStore());
  await adoptOlder(call, store, "delta list");
  const waiting = waitingDeltas(store);
  const rows = waiting.map(({ sessionId, state, delta }) => ({
    id: delta.id,
    session: sessionId,
    from: delta.from,
    to: delta.to,
    createdAt: delta.createdAt,
    asks: delta.asks,
    sessionEnded: state.ended !== undefined,
  }));
  output.result(
    { deltas: rows },
    () =>
      rows.length === 0 ? "No delta waits for a summary" : renderTable([
        ["id", "entries", "cut", "asked"],
        ...rows.map(({ id, from, to, createdAt, asks }) => [
          id,
          `${from}-${to}`,
          createdAt,
          `${asks} times`,
        ]),
      ]),
  );
  return 0;
}
