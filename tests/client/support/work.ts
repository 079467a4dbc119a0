/** What the scripted model does in these tests: work, and starting agents. */

import type { ClientWorld } from "./client_world.ts";
import type { Step, ToolCall } from "./scripted_model.ts";

/** The request for a summary, as it reaches the model. */
export const ASKED = "[MEMORY_KEEPER_DELTA] file=";

export const SUMMARY =
  "Moved the rounding in `highWater()` behind the moon's correction, because " +
  "spring tides were an hour late.";

export const bash = (command: string): ToolCall => ({
  name: "Bash",
  input: { command, description: "Work" },
});

export const agent = (
  type: string,
  more: Record<string, unknown> = {},
): ToolCall => ({
  name: "Agent",
  input: {
    description: "Record the work",
    prompt: "go",
    subagent_type: `memory-keeper:${type}`,
    ...more,
  },
});

/** A step of work: some words and a tool call. */
export const work = (n: number, words = 90): Step => ({
  text: `Step ${n}: ` + "the tide table is read. ".repeat(words / 5),
  tools: [bash(`echo tide-${n}`)],
});

export const steps = (count: number, words?: number): Step[] =>
  Array.from({ length: count }, (_, n) => work(n, words));

/** A step that changes a file: without one a single prompt is kept as L1 only. */
export const write = (project: string, name = "tide.txt"): Step => ({
  text: "I write it down.",
  tools: [{
    name: "Write",
    input: { file_path: `${project}/${name}`, content: "high water 12:04\n" },
  }],
});

/** The end of a turn; late enough for the last tool's hook to be through. */
export const DONE: Step = { text: "All done.", delayMs: 400 };

/** Soon, so that a test's session is short. */
export const SOON = { saveInterval: 3, askMinChars: 500 };

/** A session that leaves this many stretches of work, or a few more, to record. */
export async function waitingDeltas(
  world: ClientWorld,
  count: number,
  config: object = {},
): Promise<void> {
  world.configure({ ...SOON, ...config });
  // A tool's hook may come late and join two stretches into one.
  world.script = {
    main: [...steps(SOON.saveInterval * count + 6), write(world.project), DONE],
  };
  await world.session("Prepare the tide table");
  let more = 0;
  while (world.names("delta", /\.txt$/).length < count && ++more < count) {
    world.script = { main: [...steps(SOON.saveInterval * 2), DONE] };
    await world.session("Prepare more of it");
  }
}
