import { isSystemError, UserError } from "../../errors.ts";
import { adoptOlderWork } from "../../keeper/adopt_older_work.ts";
import { waitingDeltas } from "../../keeper/waiting_deltas.ts";
import { renderTable } from "../../output/table.ts";
import { assertStoreExists, type Store } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  call: CommandCall,
): Promise<ExitCode> {
  const { openStore, output } = call;
  const store = assertStoreExists(await openStore());
  await adoptOlder(call, store);
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

/** What an earlier tool left waits as well; a store may be read-only, though. */
async function adoptOlder(
  { output, world }: CommandCall,
  store: Store,
): Promise<void> {
  try {
    const claim = { who: "delta list", waitMs: 2000 };
    await adoptOlderWork(store, world, claim);
  } catch (error) {
    if (!(error instanceof UserError || isSystemError(error))) throw error;
    output.note(`delta_temp.txt is left out: ${error.message}`);
  }
}
