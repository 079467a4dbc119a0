/**
 * `projects/<name>.taken.json` next to a home store: which projects it was
 * brought into. Two projects may have the same name, and Claude Code's
 * transcripts show that for a month only; the store itself is never changed.
 */

import type { HomeStore } from "./_home_store.ts";
import { field, readJson } from "../store/json_file.ts";
import { isSamePath, parentOf } from "../base/path_text.ts";
import { resolveExisting } from "../store/read_file.ts";
import { StoreFiles } from "../store/store_files.ts";

const pathOf = ({ dir }: HomeStore) => `${dir}.taken.json`;

const isPath = (value: unknown): value is string => typeof value === "string";

/** The folders of these projects. */
export function readTakers(home: HomeStore): readonly string[] {
  return readJson(
    pathOf(home),
    (raw) => field.list(raw, "projects", isPath),
  ) ?? [];
}

/** Throws if it could not be noted. */
export function assertMayNoteTaker(home: HomeStore): void {
  filesNextTo(home).assertMayWrite(pathOf(home));
}

export function noteTaker(home: HomeStore, project: string): void {
  if (readTakers(home).some((one) => isSamePath(one, project))) return;
  // Read again each time: the other project may be noting itself.
  filesNextTo(home).changeWhole(pathOf(home), () => {
    const projects = [...new Set([...readTakers(home), project])];
    const text = `${JSON.stringify({ projects }, null, 2)}\n`;
    return new TextEncoder().encode(text);
  });
}

const filesNextTo = ({ dir }: HomeStore) =>
  new StoreFiles(resolveExisting(parentOf(dir) ?? dir));
