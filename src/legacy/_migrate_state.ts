/**
 * facts.json with duplicate ids, the index of version 1, and marker files that
 * only the earlier generation reads.
 */

import { objectsIn } from "../base/json_values.ts";
import { parseFacts } from "../knowledge/facts.ts";
import { isObject, type JsonObject, objectOf } from "../base/json.ts";
import { loadJson } from "../store/json_file.ts";
import { saveFacts } from "../knowledge/knowledge_files.ts";
import { loadKnowledge } from "../knowledge/load_knowledge.ts";
import {
  describeArchive,
  INDEX_VERSION,
  listArchives,
  loadIndex,
  type MemoryIndex,
  type RotatedFile,
  updateIndex,
} from "../session/memory_index.ts";
import { OLDER_MARKERS } from "./_older_marks.ts";
import { readText, statFile } from "../store/read_file.ts";
import { type Store, withStoreLock } from "../store/store.ts";
import { bytesOf, orLeft, type PlanSteps } from "./_migration.ts";
import { recordArchives } from "./_write_archives.ts";

/** Saves the ids that reading assigns, so that they stay stable. */
export const planFacts: PlanSteps = ({ store, claim }, { left }) => {
  const { layout, files } = store;
  let raw: JsonObject = {};
  const parse = (found: JsonObject) => parseFacts(raw = found);
  const load = () => loadJson(layout.facts, parse);
  const loaded = orLeft(left, "facts.json", load);
  if (loaded?.state === "damaged") left.push(`facts.json: ${loaded.reason}`);
  if (loaded?.state !== "ok") return [];
  const renumbered = countRenumbered(raw, loaded.value);
  const { version } = objectOf(raw["_meta"]);
  if (renumbered === 0 && version === loaded.value._meta.version) return [];
  return [{
    what: "facts",
    names: ["facts.json"],
    bytes: statFile(layout.facts)?.size ?? 0,
    counts: { renumbered },
    run: (backup) =>
      withStoreLock(store, claim, () => {
        backup.keep(layout.facts);
        saveFacts(files, layout, loadKnowledge(store).facts);
      }),
  }];
};

/** Items whose id was missing or in use. */
function countRenumbered(raw: JsonObject, facts: JsonObject): number {
  const ids = (holder: JsonObject) => {
    const { decisions, patterns, issues, permanent } = holder;
    const { rules, solutions, core_logic } = objectOf(permanent);
    return [decisions, patterns, issues, rules, solutions, core_logic]
      .flatMap(objectsIn)
      .map(({ id }) => id);
  };
  const [before, after] = [ids(raw), ids(facts)];
  return after.filter((id, i) => id !== before[i]).length;
}

/** Version 1: its list of archives is compared with the disk. */
export const planIndex: PlanSteps = ({ store, claim }, { left }) => {
  const { layout, files } = store;
  const loaded = loadIndex(layout);
  if (loaded.state === "damaged") {
    left.push(`memory-index.json: ${loaded.reason}`);
  }
  if (loaded.state !== "ok" || loaded.value.version >= INDEX_VERSION) return [];
  const fixed = fixIndex(store, loaded.value);
  const pending = fixed.rotatedFiles
    .filter((one) => !one.summaryGenerated).length;
  for (const { file } of loaded.value.rotatedFiles) {
    if (isThere(store, file)) continue;
    left.push(`${file}: the index names it, but it is gone`);
  }
  return [{
    what: "index",
    names: ["memory-index.json"],
    bytes: statFile(layout.index)?.size ?? 0,
    counts: { pending },
    run: (backup) =>
      withStoreLock(store, claim, () => {
        backup.keep(layout.index);
        updateIndex(files, layout, (index) => fixIndex(store, index));
      }),
  }];
};

function fixIndex(store: Store, index: MemoryIndex): MemoryIndex {
  const { layout } = store;
  const { olderDelta: _, ...rest } = index;
  const rotatedFiles = index.rotatedFiles
    .filter(({ file }) => isThere(store, file))
    .map((one) => ({ ...one, ...summaryOf(store, one) }));
  const archives = listArchives(layout)
    .map((name) => describeArchive(layout, name))
    .map((one) => ({ ...one, ...summaryOf(store, one) }));
  const next = { ...rest, version: INDEX_VERSION, rotatedFiles };
  return recordArchives(next as MemoryIndex, archives);
}

/** A summary that cannot be read is requested again. */
function summaryOf(
  { layout }: Store,
  { file, summary }: RotatedFile,
): Pick<RotatedFile, "summary" | "summaryGenerated"> {
  const usual = file.replace(/\.md$/, ".summary.json");
  const found = [summary, usual].find((name) =>
    name !== null && isSummary(`${layout.dir}/${name}`)
  );
  return found
    ? { summary: found, summaryGenerated: true }
    : { summary: null, summaryGenerated: false };
}

function isSummary(path: string): boolean {
  try {
    const raw: unknown = JSON.parse(readText(path) ?? "");
    return isObject(raw) && typeof raw["overallSummary"] === "string";
  } catch {
    return false; // absent or damaged: then there is none
  }
}

const isThere = ({ layout }: Store, file: string) =>
  /^[\w.-]+$/.test(file) && statFile(`${layout.dir}/${file}`) !== undefined;

export const planMarkers: PlanSteps = ({ store }) => {
  const { dir } = store.layout;
  const names = OLDER_MARKERS
    .filter((name) => statFile(`${dir}/${name}`)?.isFile);
  if (names.length === 0) return [];
  return [{
    what: "markers",
    names,
    bytes: bytesOf(dir, names),
    run(backup) {
      for (const name of names) backup.takeAway(`${dir}/${name}`);
    },
  }];
};
