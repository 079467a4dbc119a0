/** What L1 of a generated transcript must hold, and a comparison that says what differs. */

import { assert, assertEquals } from "@std/assert";
import type { L1Entry, ToolEntry } from "../../../src/session/log_entry.ts";
import { Redactor } from "../../../src/redact/redactor.ts";
import { TemporaryStore } from "../world/in_process.ts";
import {
  type ExpectedCall,
  type GeneratedTranscript,
  writeTranscript,
} from "../generator/transcript_generator.ts";

/** The lines of L1 of a transcript that nothing happens to. */
export async function onePass(
  transcript: GeneratedTranscript,
): Promise<string[]> {
  await using store = await TemporaryStore.create();
  await store.refine(await writeTranscript(`${store.dir}/t`, transcript));
  return linesOf(store);
}

/** The lines of all L1 files of a store. */
export function linesOf(store: TemporaryStore): string[] {
  return [...store.l1Texts().values()].join("").split("\n")
    .filter((line) => line !== "");
}

/** The first lines of a transcript. */
export function part(
  transcript: GeneratedTranscript,
  share: number,
): GeneratedTranscript {
  const { lines } = transcript;
  return {
    ...transcript,
    lines: lines.slice(0, Math.floor(lines.length * share)),
  };
}

/** L1 holds exactly what the generator says it wrote, and in its order. */
export function assertHoldsExpected(
  entries: readonly L1Entry[],
  transcript: GeneratedTranscript,
): void {
  const about = JSON.stringify(transcript.made.options);
  const { expected } = transcript;
  const labelOf = ({ agent }: { agent?: string }) =>
    agent === undefined ? "" : agentLabel(transcript, agent);
  assertEquals(
    wordsOf(entries, "summary").map(({ text }) => text),
    expected.summaries.map(stored),
    about,
  );
  assertUserWords(entries, transcript);
  assertEquals(
    byAgent(wordsOf(entries, "assistant"), ({ agent = "" }) => agent),
    byAgent([
      ...expected.assistantTexts.map((one) => ({
        agent: labelOf(one),
        text: stored(one.text),
      })),
      ...notifiedResults(transcript),
    ], ({ agent }) => agent),
    about,
  );
  assertEquals(
    callsByAgent(entries.filter((entry) => entry.role === "tool")),
    expectedCallsByAgent(expected.toolCalls, labelOf),
    about,
  );
  assertNothingElse(entries, transcript);
}

/** No inserted text, no thinking, nothing of our own agents. */
function assertNothingElse(
  entries: readonly L1Entry[],
  { expected, made }: GeneratedTranscript,
): void {
  const kept = entries.flatMap((entry) => Object.values(entry))
    .filter((value) => typeof value === "string").join("\n");
  for (const text of [...expected.injectedTexts, ...expected.neverStored]) {
    assert(
      !kept.includes(text.trim()),
      `"${text}" is kept, ${JSON.stringify(made.options)}`,
    );
  }
}

/** What was typed in the order of the file, remarks in between. */
function assertUserWords(
  entries: readonly L1Entry[],
  { expected, made }: GeneratedTranscript,
): void {
  const typed = expected.userTexts.map(({ text, images }) =>
    stored([text, ...Array(images).fill("[image]")].join("\n"))
  );
  const remarks = expected.userRemarks.map(({ kind, text }) => ({
    isAnswer: kind === "answer",
    text: stored(text),
  }));
  const unexpected: string[] = [];
  for (const { text } of wordsOf(entries, "user")) {
    if (text === typed[0]) {
      typed.shift();
      continue;
    }
    // An answer follows its question.
    const at = remarks.findIndex((remark) =>
      remark.isAnswer ? text.endsWith(`? → ${remark.text}`) : text ===
        remark.text
    );
    if (at >= 0) remarks.splice(at, 1);
    else unexpected.push(text);
  }
  assertEquals(
    { unexpected, missing: typed, remarks },
    { unexpected: [], missing: [], remarks: [] },
    JSON.stringify(made.options),
  );
}

function wordsOf(entries: readonly L1Entry[], role: L1Entry["role"]) {
  return entries.flatMap((entry) =>
    entry.role === role && entry.role !== "tool"
      ? [{ agent: entry.agent ?? "", text: entry.text }]
      : []
  );
}

/** How an agent of the expectation is called in L1. */
function agentLabel({ subagents }: GeneratedTranscript, id: string): string {
  const own = subagents.find(({ name }) => name === `agent-${id}`);
  if (own) return `${own.meta?.["agentType"]}#${id.slice(0, 6)}`;
  // In old files a chain of entries has no name but its first entry's uuid.
  return id.includes("-") ? "sidechain" : id;
}

/**
 * Of an agent without a file, a notification is all that tells what it said.
 * Old versions put it into the queue only, and say nothing if it is removed.
 */
function notifiedResults({ lines, subagents }: GeneratedTranscript) {
  const withFile = new Set(subagents.map(({ name }) => name));
  const seen = new Set<string>();
  const entries = lines.flatMap((line) => line.split(/(?=\{"(?:parent|type))/));
  return entries.flatMap((line) => {
    if (!/"type":"(?:user|attachment)"/.test(line)) return [];
    const [, agent = "", text = ""] =
      /<task-id>(\w+)<\/task-id>.*<result>(.*)<\/result>/.exec(line) ?? [];
    if (withFile.has(`agent-${agent}`)) return [];
    if (agent === "" || seen.has(agent)) return [];
    seen.add(agent);
    return [{ agent, text: stored(text) }];
  });
}

function callsByAgent(calls: readonly ToolEntry[]) {
  return byAgent(
    calls.map(({ id, name, result, agent }) => ({
      id,
      name,
      result: result ?? "missing",
      agent: agent ?? "",
    })),
    ({ agent }) => agent,
  );
}

function expectedCallsByAgent(
  calls: readonly ExpectedCall[],
  labelOf: (call: ExpectedCall) => string,
) {
  return byAgent(
    calls.map((call) => ({ ...call, agent: labelOf(call) })),
    ({ agent }) => agent,
  );
}

/** The main thread first, then each agent; within one, the order stays. */
function byAgent<T>(list: readonly T[], agentOf: (one: T) => string): T[] {
  return list.toSorted((a, b) => agentOf(a).localeCompare(agentOf(b)));
}

function stored(text: string): string {
  return new Redactor().text(text).trim();
}
