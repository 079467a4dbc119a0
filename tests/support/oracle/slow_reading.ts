// An independent, slow reader of one raw transcript. It says what a session
// holds: what the user typed, what the assistant said, which tools were called
// and how they ended. Tests compare the product's L1 with it. It reads the whole
// file, shares no code with the product, and is meant to be obviously right
// rather than fast. What counts as typed is in slow_user_words.ts, what
// becomes of queued prompts in slow_queue.ts.

import { isOwnAgent, repliesToOwn, startedOwnAgents } from "./slow_agents.ts";
import { parseSlowly, type RawEntry } from "./slow_lines.ts";
import { SlowReader } from "./slow_reader.ts";
import { emptyReading, type SlowReading } from "./slow_shapes.ts";

export type * from "./slow_shapes.ts";

export interface SlowSubagent {
  /** `agent-<id>`, as the file is called. */
  name: string;
  meta: RawEntry;
  /** One of our own agents, which memory leaves out. */
  own: boolean;
  reading: SlowReading;
}

export async function readSlowly(path: string): Promise<SlowReading> {
  const agents = await readSubagents(path);
  return readSlowlyFromText(await Deno.readTextFile(path), {
    progress: agents.length === 0,
    own: agents.filter(({ own }) => own)
      .map(({ name }) => name.slice("agent-".length)),
  });
}

/** The transcripts in the session's `subagents` folder, ordered by name. */
export async function readSubagents(path: string): Promise<SlowSubagent[]> {
  const subagents: SlowSubagent[] = [];
  for (const file of await agentFiles(path)) {
    const text = await Deno.readTextFile(file);
    const meta = await readMeta(file.replace(/\.jsonl$/, ".meta.json"));
    subagents.push({
      name: file.slice(file.lastIndexOf("/") + 1, -".jsonl".length),
      meta,
      // The plugin's name alone does not tell: while one of our skills runs,
      // other agents carry it as well.
      own: isOwnAgent(meta.agentType) ||
        parseSlowly(text).entries.some(({ entry }) =>
          isOwnAgent(entry.attributionAgent)
        ),
      reading: readSlowlyFromText(text, { progress: false }),
    });
  }
  return subagents;
}

/**
 * `progress`: no agent has a file of its own, so what `agent_progress` entries
 * tell about agents counts. `own`: agents that are ours by their files.
 */
export function readSlowlyFromText(
  text: string,
  options: { progress: boolean; own?: readonly string[] },
): SlowReading {
  const { entries, faults } = parseSlowly(text);
  const reading = emptyReading(faults);
  const raw = entries.map(({ entry }) => entry);
  const own = new Set([...options.own ?? [], ...startedOwnAgents(raw)]);
  const reader = new SlowReader(reading, {
    progress: options.progress,
    own,
    replies: repliesToOwn(raw, own),
  });
  for (const { line, entry } of entries) reader.take(line, entry);
  reader.finish();
  return reading;
}

async function agentFiles(path: string): Promise<string[]> {
  const folder = path.replace(/\.jsonl$/, "/subagents");
  const files: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) {
      if (/^agent-.*\.jsonl$/.test(name)) files.push(`${folder}/${name}`);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files.sort();
}

async function readMeta(path: string): Promise<RawEntry> {
  try {
    return JSON.parse(await Deno.readTextFile(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
}
