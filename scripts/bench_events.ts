/** The events of a session and what people run, in a store of many sessions. */

import type { BenchStore } from "./bench_store.ts";
import { newTurn } from "./new_turn.ts";
import { processCase, type ProgramCopies } from "./process_case.ts";

type Run = () => Promise<void>;

export function eventsOf(
  product: ProgramCopies,
  store: BenchStore,
): Map<string, Run> {
  const { project, env, payload, transcriptOf } = store;
  const run = (args: readonly string[], input = "") =>
    processCase(product, args, env, input);
  /** A turn is over: there is always something to ingest. */
  const afterTurn = (word: string, event: string) => {
    const hook = run(["hook", word], payload(event));
    let turn = 0;
    return async () => {
      await Deno.writeTextFile(transcriptOf(event), newTurn(turn++), {
        append: true,
      });
      await hook();
    };
  };
  const prompt = "Why did the foghorn fall silent when the sensor restarted?";
  return new Map([
    [
      "hook session-start",
      run(
        ["hook", "session-start"],
        payload("SessionStart", { source: "startup" }),
      ),
    ],
    [
      "hook user-prompt-submit",
      run(
        ["hook", "user-prompt-submit"],
        payload("UserPromptSubmit", { prompt }),
      ),
    ],
    ["hook stop", afterTurn("stop", "Stop")],
    ["hook session-end", afterTurn("session-end", "SessionEnd")],
    ["search", run(["search", prompt, "--project-dir", project])],
    [
      "search --deep",
      run(["search", "--deep", prompt, "--project-dir", project]),
    ],
    ["status", run(["status", "--project-dir", project])],
  ]);
}
