/** What a store holds, by kind and with sizes, to decide what to migrate. */

import {
  listArchives,
  type MemoryIndex,
  readIndex,
} from "../session/memory_index.ts";
import { listNames, readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { countUnclearHeaders } from "./_shift_headers.ts";

export interface FoundKind {
  readonly kind: "memory" | "archives" | "logs" | "raw" | "facts" | "delta";
  readonly count: number;
  readonly bytes: number;
  /** Archives without a summary; headers that may be in local time. */
  readonly open: number;
}

export function surveyStore({ layout }: Store): FoundKind[] {
  const { dir, sessions } = layout;
  const below = [dir, sessions].flatMap((folder) =>
    listNames(folder).map((name) => `${folder}/${name}`)
  );
  const archives = listArchives(layout).map((name) => `${dir}/${name}`);
  const memory = [layout.memory, ...archives];
  const kinds: [FoundKind["kind"], string[], number][] = [
    ["memory", [layout.memory], unclearHeaders(memory)],
    ["archives", archives, withoutSummary(readIndex(layout))],
    ["logs", below.filter((path) => /\.l1\.jsonl(?:\.gz)?$/.test(path)), 0],
    ["raw", below.filter((path) => path.endsWith(".raw.jsonl")), 0],
    ["facts", [layout.facts, layout.concepts], 0],
    ["delta", [layout.olderDelta], 0],
  ];
  return kinds.map(([kind, paths, open]) => {
    const infos = paths.flatMap((path) => statFile(path) ?? [])
      .filter(({ isFile }) => isFile);
    const bytes = infos.reduce((sum, { size }) => sum + size, 0);
    return { kind, count: infos.length, bytes, open };
  }).filter(({ count }) => count > 0);
}

function withoutSummary({ rotatedFiles }: MemoryIndex): number {
  return rotatedFiles.filter((one) => !one.summaryGenerated).length;
}

function unclearHeaders(paths: readonly string[]): number {
  return paths.reduce((sum, path) => {
    try {
      return sum + countUnclearHeaders(readText(path) ?? "");
    } catch {
      return sum; // reported elsewhere with its name
    }
  }, 0);
}
