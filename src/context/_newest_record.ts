/** The newest of what a session is given, for its first line and the receipt. */

import type { Section } from "../memory/memory_text.ts";
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
  const told = digestRecord(digest);
  if (told === undefined || section === undefined) return told ?? section;
  if (!told.unmerged !== !section.unmerged) {
    return told.unmerged ? section : told;
  }
  return (told.at?.getTime() ?? 0) >= (section.at?.getTime() ?? 0)
    ? told
    : section;
}

/**
 * By their work; of those without a date the last. What this checkout does not
 * have counts only where there is nothing else.
 */
function newestSection(sources: ContextSources): NewestRecord | undefined {
  const { memory, unmerged, workTimes } = sources;
  const merged = memory.sections.filter((one) => !unmerged.has(one));
  const sections = merged.length > 0 ? merged : memory.sections;
  const timeOf = (one: Section) => workTimes.at(one)?.getTime() ?? 0;
  const dated = sections.filter((one) => timeOf(one) > 0 && one.body !== "");
  const newest = dated.reduce<Section | undefined>(
    (best, one) => best && timeOf(best) > timeOf(one) ? best : one,
    undefined,
  ) ?? sections.at(-1);
  if (newest === undefined) return undefined;
  const at = workTimes.at(newest);
  return {
    body: newest.body,
    unmerged: sources.markUnmerged(newest),
    ...(at ? { at } : {}),
  };
}

function digestRecord(
  { items, at, unmerged = "" }: SectionItems = { items: [] },
): NewestRecord | undefined {
  if (items.length === 0) return undefined;
  // The first line only says which session it is.
  return { body: items.slice(1).join("\n"), unmerged, ...(at ? { at } : {}) };
}

/** When the last entry of a log was made; undefined if it is packed or gone. */
export function lastEntryAt(path: string): Date | undefined {
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
