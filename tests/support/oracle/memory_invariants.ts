/**
 * What must hold in a store whatever was killed in it: no section lost, doubled
 * or torn, no entry left between two sections, nothing on disk that no state
 * speaks of.
 */

import type { Concept } from "../../../src/knowledge/concepts.ts";
import type { Fact, Facts } from "../../../src/knowledge/facts.ts";
import { parseMemory, type Section } from "../../../src/memory/memory_text.ts";
import type { SessionState } from "../../../src/session/session_state.ts";
import { namesIn as names, walk } from "../world/read_store.ts";

const ARCHIVE = /^memory_\d{8}_\d{6}\.md$/;
const TEMPORARY = /^\..*\.tmp$/;

/** Every section ever written, oldest first, each once. */
export function sectionsOf(dir: string): Section[] {
  const files = [...names(dir).filter((name) => ARCHIVE.test(name))];
  if (names(dir).includes("memory.md")) files.push("memory.md");
  let before: readonly Section[] = [];
  return files.flatMap((name) => {
    const { sections } = parseMemory(read(`${dir}/${name}`));
    const fresh = sections.slice(carriedOver(before, sections));
    before = sections;
    return fresh;
  });
}

/** How many sections begin a file because they ended the one before. */
function carriedOver(
  before: readonly Section[],
  after: readonly Section[],
): number {
  for (let n = Math.min(before.length, after.length); n > 0; n--) {
    const [end, start] = [before.slice(-n), after.slice(0, n)];
    if (end.every(({ raw }, i) => raw === start[i]?.raw)) return n;
  }
  return 0;
}

/**
 * Everything that is wrong in a store; a right one gives none. Sessions named
 * by `withGaps` had entries left out on purpose.
 */
export function findBreaches(
  dir: string,
  { withGaps = [] }: { readonly withGaps?: readonly string[] } = {},
): string[] {
  const sections = sectionsOf(dir);
  return [
    ...findDamage(dir),
    ...findLostArchives(dir),
    ...findLooseDeltas(dir),
    ...findForgotten(dir),
    ...findBadFacts(dir),
    ...[...statesOf(dir)].flatMap(([id, state]) =>
      withGaps.includes(id) || state.takenIn
        ? []
        : findGaps(id, state, sections)
    ),
  ];
}

/** Files that cannot be parsed, and leftovers. */
function findDamage(dir: string): string[] {
  return walk(dir).flatMap((name) => {
    const base = name.slice(name.lastIndexOf("/") + 1);
    if (TEMPORARY.test(base)) return [`${name} is left behind`];
    if (base.includes(".damaged-")) return [`${name} was set aside`];
    const text = /\.jsonl?$/.test(base) ? read(`${dir}/${name}`) : "{}";
    // A last line without an end is cut off before more is written.
    const lines = base.endsWith(".jsonl")
      ? text.split("\n").slice(0, -1)
      : [text];
    return lines.every(isJson) ? [] : [`${name} is no JSON`];
  });
}

function findLostArchives(dir: string): string[] {
  const onDisk = names(dir).filter((name) => ARCHIVE.test(name));
  const known = indexOf(dir).rotatedFiles.map(({ file }) => file);
  const twice = known.filter((file, i) => known.indexOf(file) !== i);
  return [
    ...onDisk.filter((file) => !known.includes(file))
      .map((file) => `${file} is not in the index`),
    ...known.filter((file) => !onDisk.includes(file))
      .map((file) => `${file} is in the index only`),
    ...twice.map((file) => `${file} is in the index twice`),
  ];
}

function findLooseDeltas(dir: string): string[] {
  const onDisk = names(`${dir}/delta`).filter((name) => name.endsWith(".txt"));
  const named = [...statesOf(dir).values()]
    .flatMap(({ deltas }) => deltas.map(({ file }) => file));
  return [
    ...onDisk.filter((file) => !named.includes(file))
      .map((file) => `delta/${file} belongs to no state`),
    ...named.filter((file) => !onDisk.includes(file))
      .map((file) => `delta/${file} is missing`),
  ];
}

/** Sessions that nothing would ever look at again. */
function findForgotten(dir: string): string[] {
  const { pending } = indexOf(dir);
  return [...statesOf(dir)].filter(([id, state]) =>
    !pending.includes(id) &&
    (state.deltas.length > 0 || state.cutBytes < state.l1Bytes)
  ).map(([id]) => `${id} has work that will never be requested`);
}

/**
 * No id twice, no sentence twice, no concept that is not there, no evidence
 * that no log has.
 */
function findBadFacts(dir: string): string[] {
  const facts = factsOf(dir);
  const ids = facts.map(({ id }) => id);
  const contents = facts.map(({ content }) => content);
  const concepts = new Set(conceptsOf(dir).map(({ id }) => id));
  const logs = names(`${dir}/sessions`)
    .filter((name) => name.endsWith(".l1.jsonl"))
    .map((name) => read(`${dir}/sessions/${name}`).replace(/\s+/g, " "))
    .join("\n");
  return [
    ...ids.filter((id, i) => ids.indexOf(id) !== i)
      .map((id) => `${id} is there twice`),
    ...contents.filter((text, i) => contents.indexOf(text) !== i)
      .map((text) => `"${text}" is there twice`),
    ...facts.filter(({ concept }) => concept && !concepts.has(concept))
      .map(({ id, concept }) => `${id} names ${concept}, which is not there`),
    ...facts.filter(({ evidence }) =>
      evidence && !logs.includes(JSON.stringify(evidence).slice(1, -1))
    ).map(({ id }) => `${id} has evidence of no log`),
  ];
}

/** Decisions, patterns and issues; none if there is no file. */
export function factsOf(dir: string): readonly Fact[] {
  if (!names(dir).includes("facts.json")) return [];
  const { decisions, patterns, issues } = JSON.parse(
    read(`${dir}/facts.json`),
  ) as Facts;
  return [...decisions, ...patterns, ...issues];
}

/** What the rules say. */
export function rulesOf(dir: string): readonly string[] {
  if (!names(dir).includes("facts.json")) return [];
  const { permanent } = JSON.parse(read(`${dir}/facts.json`)) as Facts;
  return permanent.rules.map(({ content }) => content);
}

export function conceptsOf(dir: string): readonly Concept[] {
  if (!names(dir).includes("concepts.json")) return [];
  return JSON.parse(read(`${dir}/concepts.json`)).concepts;
}

/** Each cut entry is in one section or in one waiting delta. */
export function findGaps(
  sessionId: string,
  { deltas, cutTo, summarizedTo, deltaCount }: SessionState,
  sections: readonly Section[],
): string[] {
  const short = sessionId.slice(0, 8);
  const recorded = sections.filter(({ session, to }) =>
    session === short && to !== undefined
  ).map(({ from, to }) => ({ from: from ?? 0, to: to ?? 0, waits: false }));
  // An answer that was killed after it was written is noticed when it, or
  // another one, comes again.
  const waiting = deltas.map(({ from, to }) => ({ from, to, waits: true }))
    .filter(({ from, to }) =>
      !recorded.some((one) => one.from === from && one.to === to)
    );
  const all = [...recorded, ...waiting].sort((a, b) =>
    a.from - b.from || a.to - b.to
  );
  const wrong: string[] = [];
  let at = 0;
  for (const { from, to, waits } of all) {
    const what = `${short}: ${waits ? "delta" : "section"} ${from}-${to}`;
    if (from < at) wrong.push(`${what} overlaps what ends at ${at}`);
    if (from > at) wrong.push(`${what} leaves out the entries from ${at}`);
    if (waits && from < summarizedTo) {
      wrong.push(`${what} waits below ${summarizedTo}`);
    }
    at = Math.max(at, to);
  }
  // A prompt that changed nothing, or work of the past: kept as a log only.
  if (deltaCount === 0 && all.length === 0 && summarizedTo === cutTo) return [];
  if (at !== cutTo) wrong.push(`${short}: covered to ${at}, cut to ${cutTo}`);
  return wrong;
}

export function statesOf(dir: string): Map<string, SessionState> {
  return new Map(
    names(`${dir}/state`).filter((name) => name.endsWith(".json"))
      .map((name) => [
        name.slice(0, -".json".length),
        JSON.parse(read(`${dir}/state/${name}`)) as SessionState,
      ]),
  );
}

function indexOf(
  dir: string,
): { rotatedFiles: { file: string }[]; pending: string[] } {
  if (!names(dir).includes("memory-index.json")) {
    return { rotatedFiles: [], pending: [] };
  }
  return JSON.parse(read(`${dir}/memory-index.json`));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const read = (path: string) => Deno.readTextFileSync(path);

/** The words of a section, without the program's own lines below them. */
export function proseOf(body: string): string {
  return body.replace(
    /\n\n(?:(?:Files|Commits|Failed|Open): [^\n]*(?:\n|$))+$/,
    "",
  );
}
