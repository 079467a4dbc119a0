import { chooseSession } from "../../summary/delta_by_hand.ts";
import { takeInAndCut } from "../../capture/ingest_and_cut.ts";
import { plural } from "../../output/sizes.ts";
import { Deadline } from "../../base/timeout.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const store = assertStoreExists(await openStore());
  const named = invocation.values.get("session");
  const { sessionId, transcript } = chooseSession(store, named);
  const { cut } = await takeInAndCut({
    store,
    world,
    sessionId,
    payload: { transcriptPath: transcript },
    budget: new Deadline(60_000),
  }, { who: "delta cut", minChars: 0 });
  output.result(
    { session: sessionId, cut },
    () => cut === 0 ? "Nothing new to cut" : `Cut ${plural(cut, "delta")}`,
  );
  return cut === 0 ? 1 : 0;
}
