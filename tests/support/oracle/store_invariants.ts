/**
 * Whether a store is whole, whatever happened to it: the checker that the kill,
 * crowd and soak tests end with. `scripts/check_store.ts` runs it by hand.
 *
 * It says what must hold in every store. What holds besides, once everything
 * has been cut and answered, is in memory_invariants.ts.
 */

import { parseJsonc } from "../../../src/store/_jsonc.ts";
import { sectionsOf } from "./memory_invariants.ts";
import { findPlanted } from "./planted_secrets.ts";
import { namesIn, readPlain, walk } from "../world/read_store.ts";
import { findUncovered } from "./transcript_coverage.ts";

export interface StoreExpectations {
  /** The transcripts behind the store; each named after its session. */
  readonly transcripts?: readonly string[];
  /** Sessions are still running: what is not ingested yet may be missing. */
  readonly running?: boolean;
  /** Texts of summaries that were committed. */
  readonly committed?: readonly string[];
  /** What must be nowhere below the store. */
  readonly secrets?: readonly string[];
}

/** Younger ones may belong to a process at work. */
const LEFT_AFTER_MS = 60_000;
const ARCHIVE = /^memory_\d{8}_\d{6}\.md$/;

/** Everything that is wrong; a good store gives none. No process may be writing. */
export async function checkStore(
  dir: string,
  { transcripts = [], running = false, committed = [], secrets = [] }:
    StoreExpectations = {},
): Promise<string[]> {
  const damaged = await findUnparsed(dir);
  // What cannot be read cannot be judged.
  if (damaged.length > 0) return damaged;
  return [
    ...findLeftovers(dir),
    ...findUnindexed(dir),
    ...findSameIds(dir),
    ...findSameSections(dir, committed),
    ...await findUncovered(dir, transcripts, { running }),
    ...await findPlanted(dir, secrets),
  ];
}

/** JSON that is none; of a log, a last line without an end may be cut off. */
async function findUnparsed(dir: string): Promise<string[]> {
  const breaches: string[] = [];
  for (const name of walk(dir)) {
    if (!/\.jsonl?(?:\.gz)?$/.test(name)) continue;
    try {
      const text = new TextDecoder().decode(await readPlain(`${dir}/${name}`));
      if (name === "config.json") parseJsonc(text);
      else if (/\.jsonl(?:\.gz)?$/.test(name)) {
        for (const line of text.split("\n").slice(0, -1)) JSON.parse(line);
      } else JSON.parse(text);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) throw error;
      breaches.push(`${name} cannot be parsed`);
    }
  }
  return breaches;
}

function findLeftovers(dir: string): string[] {
  const before = Date.now() - LEFT_AFTER_MS;
  return walk(dir).filter((name) =>
    name.endsWith(".tmp") &&
    (Deno.statSync(`${dir}/${name}`).mtime?.getTime() ?? 0) < before
  ).map((name) => `${name} is left behind`);
}

function findUnindexed(dir: string): string[] {
  const onDisk = namesIn(dir).filter((name) => ARCHIVE.test(name));
  const index = readJson(dir, "memory-index.json");
  const known = listIn(index, "rotatedFiles").map(({ file }) => String(file));
  return [
    ...onDisk.filter((file) => !known.includes(file))
      .map((file) => `${file} is not in the index`),
    ...known.filter((file) => !onDisk.includes(file))
      .map((file) => `${file} is in the index only`),
    ...doubled(known).map((file) => `${file} is in the index twice`),
  ];
}

function findSameIds(dir: string): string[] {
  const facts = readJson(dir, "facts.json");
  const permanent = objectOf(facts["permanent"]);
  const lasting = ["rules", "solutions", "core_logic"].flatMap((list) =>
    listIn(permanent, list)
  );
  const found = ["decisions", "patterns", "issues"].flatMap((list) =>
    listIn(facts, list)
  );
  const concepts = listIn(readJson(dir, "concepts.json"), "concepts");
  const states = namesIn(`${dir}/state`).filter((name) =>
    name.endsWith(".json")
  ).map((name) => readJson(dir, `state/${name}`));
  const deltas = states.flatMap((state) => listIn(state, "deltas"));
  const files = deltas.map(({ file }) => String(file));
  const stems = states.map(({ stem }) => String(stem));
  const idsOf = (items: readonly Fields[]) =>
    items.map(({ id }) => String(id ?? "")).filter((id) => id !== "");
  return [
    ...doubled(idsOf([...found, ...lasting, ...concepts]))
      .map((id) => `id ${id} is there twice`),
    ...doubled(idsOf(deltas)).map((id) => `delta ${id} is there twice`),
    ...doubled(files).map((file) => `delta/${file} belongs to two deltas`),
    ...doubled(stems).map((stem) => `${stem} belongs to two sessions`),
  ];
}

/** Each entry is in one section at most, each committed text in exactly one. */
function findSameSections(
  dir: string,
  committed: readonly string[],
): string[] {
  const sections = sectionsOf(dir);
  const ranges = new Map<string, { from: number; to: number }[]>();
  for (const { session, from, to } of sections) {
    if (session === undefined || from === undefined || to === undefined) {
      continue;
    }
    ranges.set(session, [...ranges.get(session) ?? [], { from, to }]);
  }
  const overlaps = [...ranges].flatMap(([session, list]) =>
    list.toSorted((a, b) => a.from - b.from).flatMap((range, i, sorted) => {
      const before = sorted[i - 1];
      return before && range.from < before.to
        ? [`${session}: entries ${range.from}-${before.to} are in two sections`]
        : [];
    })
  );
  const wrong = committed.flatMap((text) => {
    const count = sections.filter(({ body }) => body.includes(text)).length;
    const what = `summary "${text.slice(0, 60)}"`;
    return count === 1 ? [] : [`${what} is in ${count} sections`];
  });
  return [...overlaps, ...wrong];
}

type Fields = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown) =>
  (typeof value === "object" && value !== null ? value : {}) as Fields;

function listIn(fields: Fields, name: string): Fields[] {
  const list = fields[name];
  return Array.isArray(list) ? list.map(objectOf) : [];
}

function readJson(dir: string, name: string): Fields {
  try {
    return objectOf(JSON.parse(Deno.readTextFileSync(`${dir}/${name}`)));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
}

const doubled = (
  list: readonly string[],
) => [...new Set(list.filter((one, i) => list.indexOf(one) !== i))];
