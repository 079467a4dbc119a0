/**
 * Work that was kept in the user's folder while the project's own store was
 * foreign goes into that store once it is trusted. May be killed anywhere and
 * run again: a file is copied only where it is missing, a text is added only
 * where it is not there yet, and the source goes last.
 */

import { WINDOWS } from "../base/path_text.ts";
import { joinFacts } from "../knowledge/join_facts.ts";
import { parseConcepts } from "../knowledge/concepts.ts";
import { saveConcepts, saveFacts } from "../knowledge/knowledge_files.ts";
import { loadKnowledge } from "../knowledge/load_knowledge.ts";
import {
  joinSection,
  parseMemory,
  renderPreamble,
} from "../memory/memory_text.ts";
import { relistArchives } from "../memory/relist_archives.ts";
import { addKeptOut, readKeptOut } from "../store/kept_out.ts";
import { copyKeptOut } from "../store/kept_out_copy.ts";
import { addUnlisted } from "../session/open_sessions.ts";
import {
  isArchiveName,
  isSummaryName,
  storeLayout,
  WRITTEN_NAMES,
} from "../store/layout.ts";
import { leadsOut } from "../store/inside_project.ts";
import { listNames, readText, statFile } from "../store/read_file.ts";
import {
  type Claim,
  ensureStore,
  type Store,
  storeExists,
  withAllLocks,
  withStoreLock,
} from "../store/store.ts";
import { StoreFiles } from "../store/store_files.ts";

export interface Merged {
  readonly sessions: number;
  readonly sections: number;
}

const NOTHING: Merged = { sessions: 0, sections: 0 };

/** What the store's project has in the user's folder, if anything. */
export async function mergeLeftover(
  store: Store,
  claim: Claim,
): Promise<Merged> {
  const { leftover } = store.project;
  if (leftover === undefined) return NOTHING;
  const layout = storeLayout(leftover);
  const files = new StoreFiles(Deno.realPathSync(leftover));
  const source: Store = { ...store, layout, files };
  if (!storeExists(source)) return NOTHING;
  ensureStore(store);
  const merge = () => mergeAll(store, source, claim);
  const merged = await withAllLocks(source, claim, async () => {
    const done = await merge();
    // Windows removes no folder with an open file in it, and a lock is one.
    if (!WINDOWS) removeAll(leftover);
    return done;
  });
  removeAll(leftover);
  return merged;
}

/** A copy of what another store has; that one stays as it is. */
export async function mergeCopy(
  store: Store,
  dir: string,
  claim: Claim,
): Promise<Merged> {
  ensureStore(store);
  return await mergeAll(store, { ...store, layout: storeLayout(dir) }, claim);
}

function removeAll(dir: string): void {
  if (statFile(dir)) Deno.removeSync(dir, { recursive: true });
}

async function mergeAll(
  store: Store,
  source: Store,
  claim: Claim,
): Promise<Merged> {
  addKeptOut(store.files, store.layout, readKeptOut(source.layout));
  copyKeptOut(store);
  const sessions = copyMissing(store, source);
  const sections = await withStoreLock(store, claim, () => {
    mergeKnowledge(store, source);
    mergeWritten(store, source);
    return mergeMemory(store, source);
  });
  await relistArchives(store, claim);
  await addUnlisted(store, claim);
  return { sessions, sections };
}

/** Names are unique: times with a session's id, or an id. */
function copyMissing(store: Store, source: Store): number {
  const folders: [string, (name: string) => boolean][] = [
    ["", (name) => isArchiveName(name) || isSummaryName(name)],
    ["sessions/", () => true],
    ["sessions/archive/", () => true],
    ["delta/", () => true],
    // States last: with one, a session's log counts as whole.
    ["state/", (name) => name.endsWith(".json")],
  ];
  let sessions = 0;
  for (const [folder, isWanted] of folders) {
    for (const name of listNames(`${source.layout.dir}/${folder}`)) {
      const from = `${source.layout.dir}/${folder}${name}`;
      const to = `${store.layout.dir}/${folder}${name}`;
      if (!isWanted(name) || !statFile(from)?.isFile) continue;
      if (leadsOut(from) !== undefined) continue;
      if (folder === "state/") sessions++;
      if (statFile(to) !== undefined) continue;
      store.files.replace(to, Deno.readFileSync(from));
      store.files.copyTime(from, to);
    }
  }
  return sessions;
}

/** The newer facts keep their ids; the older ones come first, as in all lists. */
function mergeKnowledge(store: Store, source: Store): void {
  const { layout } = source;
  if (!statFile(layout.facts) && !statFile(layout.concepts)) return;
  const [theirs, mine] = [loadKnowledge(store), loadKnowledge(source)];
  const names = new Set(mine.concepts.concepts.map(({ name }) => name));
  // Their facts may have new ids, so their concepts find them by name later.
  const others = theirs.concepts.concepts.filter(({ name }) => !names.has(name))
    .map((one) => ({ ...one, id: "", facts: [] }));
  saveConcepts(
    store.files,
    store.layout,
    names.size === 0 ? theirs.concepts : parseConcepts({
      ...mine.concepts,
      concepts: [...mine.concepts.concepts, ...others],
    }),
  );
  const { facts } = joinFacts(mine.facts, theirs.facts);
  saveFacts(store.files, store.layout, facts);
}

/** What the user wrote meanwhile, below what was there. */
function mergeWritten({ layout, files }: Store, source: Store): void {
  for (const name of WRITTEN_NAMES) {
    const added = readText(source.layout.written(name))?.trim() ?? "";
    const text = readText(layout.written(name)) ?? "";
    if (added === "" || text.includes(added)) continue;
    files.replace(
      layout.written(name),
      text.trim() === "" ? `${added}\n` : `${text.trimEnd()}\n\n${added}\n`,
    );
  }
}

function mergeMemory(store: Store, source: Store): number {
  const { layout, files, project } = store;
  const { sections } = parseMemory(readText(source.layout.memory) ?? "");
  const before = readText(layout.memory) ?? "";
  const start = before.trim() === "" ? renderPreamble(project.name) : before;
  const missing = sections.filter(({ raw }) => !before.includes(raw.trim()));
  const after = missing.reduce(
    (text, { raw }) => joinSection(text, `${raw.trim()}\n`),
    start,
  );
  if (missing.length > 0) files.replace(layout.memory, after);
  return missing.length;
}
