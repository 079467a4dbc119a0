/** memory.md and its archives, for a report: what they say, how they grew. */

import { compareTexts } from "../base/compare_texts.ts";
import { baseName } from "../base/path_text.ts";
import { type Memory, parseMemory } from "../memory/memory_text.ts";
import type { WorkTimes } from "../memory/work_times.ts";
import { estimateTokens } from "../base/estimate_tokens.ts";
import type { Generation, KeptText, ReportArchive } from "./_report_data.ts";
import { documentsOf } from "../search/index/documents.ts";
import {
  describeArchive,
  listArchives,
  readIndex,
} from "../session/memory_index.ts";
import { clip } from "../base/cut_text.ts";
import type { ReportSources } from "./_report_sources.ts";

/** An edited file may name a session or a branch of any length. */
const NAME_CHARS = 200;

interface MemoryFile extends Memory {
  readonly file: string;
  readonly rotatedAt: string | null;
  readonly tokens: number | null;
  /** The last sections of the previous file, without white space. */
  readonly carried: ReadonlySet<string>;
}

/** Oldest first; memory.md, which has so many tokens, is the last. */
export function readMemoryFiles(
  sources: ReportSources,
  tokensNow: number,
): MemoryFile[] {
  const { layout } = sources.store;
  const known = readIndex(layout).rotatedFiles;
  const archives = listArchives(layout).map((file) =>
    known.find((one) => one.file === file) ?? describeArchive(layout, file)
  );
  const file = baseName(layout.memory);
  const now = { file, rotatedAt: null, tokens: tokensNow };
  let carried: ReadonlySet<string> = new Set();
  return [...archives, now].map(({ file, rotatedAt, tokens }) => {
    const memory = parseMemory(sources.text(file) ?? "");
    const read = { ...memory, file, rotatedAt, tokens, carried };
    carried = new Set(memory.sections.map(({ raw }) => raw.trim()));
    return read;
  });
}

export interface ReportSection extends KeptText {
  readonly session: string | null;
  readonly branch: string | null;
}

/** Every section once, by its work, oldest first. */
export function reportSections(
  files: readonly MemoryFile[],
  times: WorkTimes,
): ReportSection[] {
  const sections = files.flatMap(({ file, sections, carried }) =>
    sections.filter(({ raw }) => !carried.has(raw.trim())).map((one) => ({
      at: times.at(one)?.toISOString() ?? null,
      ...(times.isRecorded(one) ? { isRecorded: true } : {}),
      isDigest: one.isDigest,
      file,
      text: one.body,
      session: one.session === undefined ? null : clip(one.session, NAME_CHARS),
      branch: one.branch === undefined ? null : clip(one.branch, NAME_CHARS),
    }))
  );
  const timeOf = ({ at }: ReportSection) => at ?? "";
  return sections.sort((a, b) => compareTexts(timeOf(a), timeOf(b)));
}

export function generationsOf(files: readonly MemoryFile[]): Generation[] {
  return files.map((
    { file, rotatedAt, tokens, preamble, sections, carried },
  ) => ({
    file,
    rotatedAt,
    tokens,
    preambleTokens: estimateTokens(preamble),
    sections: sections.map(({ raw, utc }) => ({
      at: utc?.toISOString() ?? null,
      tokens: estimateTokens(raw),
      isCarried: carried.has(raw.trim()),
    })),
  }));
}

/** Newest first, with what their summaries say. */
export function archivesOf(
  sources: ReportSources,
  files: readonly MemoryFile[],
): ReportArchive[] {
  return files.slice(0, -1).toReversed().map(
    ({ file, rotatedAt, tokens, sections }) => {
      const name = file.replace(/\.md$/, ".summary.json");
      const summary = documentsOf("summary", name, sources.text(name) ?? "");
      return {
        file,
        rotatedAt,
        tokens,
        sections: sections.length,
        summary: summary.map(({ text }) => text),
      };
    },
  );
}

/** What a person wrote above the sections of memory.md. */
export function notesAbove({ preamble }: Memory): string {
  return preamble.replace(/^\ufeff?# Project Memory:[^\n]*/, "").trim();
}
