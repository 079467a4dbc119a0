/**
 * Whether a store holds what transcripts say: every typed message and every
 * tool call in exactly one L1 entry. What a transcript says is told by the slow
 * reader. A fork repeats entries with their `uuid`, so transcripts that share
 * one are looked at together.
 */

import type { L1Entry } from "../../../src/session/log_entry.ts";
import { Redactor } from "../../../src/redact/redactor.ts";
import { logsOf } from "../world/read_store.ts";
import {
  readSlowly,
  readSlowlyFromText,
  readSubagents,
  type SlowReading,
} from "./slow_reading.ts";

export interface CoverageOptions {
  /**
   * Sessions are still at work: what lies behind a state's offset may be
   * missing, and so may what agents do. Nothing may be there twice.
   */
  readonly running?: boolean;
}

/** What one transcript says, or what several that share entries say. */
interface Said {
  readonly sessions: string[];
  /** Stored text by who said it; `must` if it has to be there by now. */
  readonly typed: Map<string, { text: string; must: boolean }>;
  readonly remarks: string[];
  /** `must` by tool id. */
  readonly calls: Map<string, boolean>;
}

/** What is missing, doubled or made up. */
export async function findUncovered(
  dir: string,
  transcripts: readonly string[],
  { running = false }: CoverageOptions = {},
): Promise<string[]> {
  const logs = await logsOf(dir);
  const breaches: string[] = [];
  for (const family of familiesOf(transcripts)) {
    const said: Said = {
      sessions: [],
      typed: new Map(),
      remarks: [],
      calls: new Map(),
    };
    for (const path of family) await addTranscript(said, dir, path, running);
    const entries = logs.filter(({ session, short }) =>
      said.sessions.some((id) => session === id || id.startsWith(short))
    ).flatMap((log) => log.entries);
    const name = said.sessions.map((id) => id.slice(0, 8)).join("+");
    breaches.push(
      ...[...compareCalls(said, entries), ...compareTyped(said, entries)]
        .map((breach) => `${name}: ${breach}`),
    );
  }
  return breaches;
}

async function addTranscript(
  said: Said,
  dir: string,
  path: string,
  running: boolean,
): Promise<void> {
  const sessionId = sessionOf(path);
  said.sessions.push(sessionId);
  const whole = await readSlowly(path);
  const read = running ? readSoFar(dir, sessionId, path) : whole;
  const redactor = new Redactor();
  const due = new Set(read.typedUserTexts.map(({ uuid }) => uuid));
  const dueCalls = new Set(read.toolCalls.map(({ id }) => id));
  for (
    const { uuid, text, images, line, timestamp } of whole.typedUserTexts
  ) {
    const stored = redactor.blocks([text, ...Array(images).fill("[image]")])
      .join("\n").trim();
    if (stored === "") continue;
    // What stood in the queue only has no uuid, and may yet be withdrawn.
    const key = `${uuid ?? `${line} ${timestamp}`} ${stored}`;
    const must = running ? uuid !== undefined && due.has(uuid) : true;
    const known = said.typed.get(key);
    said.typed.set(key, { text: stored, must: must || known?.must === true });
  }
  said.remarks.push(
    ...whole.userRemarks.map(({ text }) => redactor.text(text).trim()),
  );
  const agents = (await readSubagents(path)).filter(({ own }) => !own);
  for (const { toolCalls } of [whole, ...agents.map((one) => one.reading)]) {
    for (const { id } of toolCalls) {
      const must = running ? dueCalls.has(id) : true;
      said.calls.set(id, must || said.calls.get(id) === true);
    }
  }
}

/** The part of a transcript that the session's state calls ingested. */
function readSoFar(dir: string, id: string, path: string): SlowReading {
  let offset = 0;
  try {
    const state = Deno.readTextFileSync(`${dir}/state/${id}.json`);
    offset = Number(JSON.parse(state).offset);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const bytes = Deno.readFileSync(path).subarray(0, offset);
  return readSlowlyFromText(new TextDecoder().decode(bytes), {
    progress: false,
  });
}

function compareCalls({ calls }: Said, entries: readonly L1Entry[]): string[] {
  const found = countOf(
    entries.flatMap((entry) => entry.role === "tool" ? [entry.id] : []),
  );
  return [
    ...[...calls].filter(([id, must]) => must && !found.has(id))
      .map(([id]) => `tool call ${id} is in no entry`),
    ...[...found].filter(([, count]) => count > 1)
      .map(([id, count]) => `tool call ${id} is in ${count} entries`),
    ...[...found.keys()].filter((id) => !calls.has(id))
      .map((id) => `tool call ${id} is in no transcript`),
  ];
}

/**
 * L1 has no uuids: messages of the same words are counted. An answer to a
 * question may say the same.
 */
function compareTyped(
  { typed, remarks }: Said,
  entries: readonly L1Entry[],
): string[] {
  const all = [...typed.values()];
  const most = countOf([...all.map(({ text }) => text), ...remarks]);
  const least = countOf(
    all.filter(({ must }) => must).map(({ text }) => text),
  );
  const found = countOf(
    entries.flatMap((entry) => entry.role === "user" ? [entry.text] : []),
  );
  return [...new Set(all.map(({ text }) => text))].flatMap((text) => {
    const count = found.get(text) ?? 0;
    const what = `typed "${text.slice(0, 60)}"`;
    if (count < (least.get(text) ?? 0)) {
      return [`${what} is in ${count} of ${least.get(text)} entries`];
    }
    return count > (most.get(text) ?? 0)
      ? [`${what} is in ${count} entries, said ${most.get(text)} times`]
      : [];
  });
}

/** Transcripts that share an entry, together; the others alone. */
function familiesOf(transcripts: readonly string[]): string[][] {
  const families: { paths: string[]; uuids: Set<string> }[] = [];
  for (const path of transcripts) {
    const one = { paths: [path], uuids: uuidsOf(path) };
    for (const other of [...families]) {
      if (one.uuids.isDisjointFrom(other.uuids)) continue;
      families.splice(families.indexOf(other), 1);
      one.paths.unshift(...other.paths);
      one.uuids = one.uuids.union(other.uuids);
    }
    families.push(one);
  }
  return families.map(({ paths }) => paths);
}

function uuidsOf(path: string): Set<string> {
  const text = Deno.readTextFileSync(path);
  return new Set(
    Array.from(text.matchAll(/"uuid":"([^"]+)"/g), ([, uuid = ""]) => uuid),
  );
}

const sessionOf = (path: string) =>
  path.replace(/^.*[\\/]/, "").replace(/\.jsonl$/, "").replaceAll(".", "-");

function countOf(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
