/** The newest of what a session is given, for its first line and the receipt. */

import type { Section } from "../memory/memory_text.ts";
import { startOfStem } from "../memory/newest_digest.ts";
import { readPart } from "../store/growing_file.ts";
import { statFile } from "../store/read_file.ts";
import type { SectionItems } from "./_context_memory.ts";
import type { ContextSources } from "./_context_sources.ts";
import type { NewestRecord } from "./receipt.ts";

const TAIL_BYTES = 16 * 1024;

/** `digest` is what the session is given of the last one, if it is. */
export function newestRecord(
  sources: ContextSources,
  digest: SectionItems | undefined,
): NewestRecord | undefined {
  const section = newestSection(sources);
  const told = digestRecord(sources, digest);
  if (told === undefined || section === undefined) return told ?? section;
  return (told.at?.getTime() ?? 0) >= (section.at?.getTime() ?? 0)
    ? told
    : section;
}

/** By their work; of those without a date the last. */
function newestSection(
  { memory: { sections }, workTimes }: ContextSources,
): NewestRecord | undefined {
  const timeOf = (one: Section) => workTimes.at(one)?.getTime() ?? 0;
  const dated = sections.filter((one) => timeOf(one) > 0 && one.body !== "");
  const newest = dated.reduce<Section | undefined>(
    (best, one) => best && timeOf(best) > timeOf(one) ? best : one,
    undefined,
  ) ?? sections.at(-1);
  if (newest === undefined) return undefined;
  const at = workTimes.at(newest);
  return { body: newest.body, ...(at ? { at } : {}) };
}

function digestRecord(
  { store: { layout } }: ContextSources,
  digest: SectionItems | undefined,
): NewestRecord | undefined {
  if (digest?.stem === undefined) return undefined;
  const { stem, items } = digest;
  const at = lastEntryAt(layout.l1(stem)) ?? startOfStem(stem);
  // The first line only says which session it is.
  return { body: items.slice(1).join("\n"), ...(at ? { at } : {}) };
}

/** When the last entry of a log was made; undefined if it is packed or gone. */
function lastEntryAt(path: string): Date | undefined {
  const info = statFile(path);
  if (!info?.isFile) return undefined;
  const { size } = info;
  const from = Math.max(0, size - TAIL_BYTES);
  const tail = new TextDecoder().decode(readPart(path, from, size - from));
  const times = tail.split("\n").map((line) =>
    /^\{"ts":"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/.exec(line)?.[1]
  ).filter((ts) => ts !== undefined);
  const at = new Date(times.at(-1) ?? "");
  return Number.isNaN(at.getTime()) ? undefined : at;
}
