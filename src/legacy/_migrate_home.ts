/**
 * Bring a store of the home era into the project: its facts, its session
 * summaries, and its memory. It is copied and not removed: another project of
 * the same name may need it too, and then the user is asked.
 */

import {
  olderNote,
  readIndex,
  type RotatedFile,
  updateIndex,
  withOlderNote,
} from "../session/memory_index.ts";
import { UserError } from "../base/errors.ts";
import type { JsonObject } from "../base/json.ts";
import { isSamePath } from "../base/path_text.ts";
import { type Facts, parseFacts } from "../knowledge/facts.ts";
import { joinFacts } from "../knowledge/join_facts.ts";
import { allFacts } from "../knowledge/knowledge.ts";
import {
  findHomeStore,
  type HomeStore,
  listHomeStores,
  markOf,
} from "./_home_store.ts";
import { homeStoresFolder } from "./_older_marks.ts";
import {
  assertMayNoteTaker,
  namesakeProjects,
  noteTaker,
  readTakers,
} from "./_home_owners.ts";
import { loadJson } from "../store/json_file.ts";
import { saveFacts } from "../knowledge/knowledge_files.ts";
import { loadKnowledge } from "../knowledge/load_knowledge.ts";
import type { MigrationBackup } from "./_migration_backup.ts";
import { readExactText, readText, statFile } from "../store/read_file.ts";
import { ensureStore, type Store, withStoreLock } from "../store/store.ts";
import { WRITTEN_FILES } from "../store/layout.ts";
import { createRedactor } from "../redact/create_redactor.ts";
import { type Migration, orLeft, type PlanSteps } from "./_migration.ts";
import {
  datedMemory,
  planSplit,
  type Split,
  splitArchive,
} from "./_split_memory.ts";
import { recordArchives, writeArchives } from "./_write_archives.ts";
import { renderPreamble } from "../memory/memory_text.ts";
import { estimateTokens } from "../base/estimate_tokens.ts";
import { limitsOf } from "../memory/memory_fill.ts";

/** Files without a use here. */
const OF_NO_USE = ["counter.txt"];

export const planHomeStore: PlanSteps = async (migration, findings) => {
  const { store, world, name } = migration;
  const { left } = findings;
  const found = findHomeStore(world, name ?? store.project.name);
  if (found === undefined) {
    if (name !== undefined) throw noSuchStore(migration, name);
    return [];
  }
  const mark = await markOf(found);
  if (olderNote(readIndex(store.layout)).home[found.dir] === mark) return [];
  const others = name === undefined ? otherOwners(migration, found) : [];
  if (others.length > 0) {
    left.push(
      `the home store "${found.name}": it may belong to ` +
        `${others.join(", ")}; add --name ${found.name} to bring it in here`,
    );
    findings.ask = { name: found.name, others };
    return [];
  }
  const content = readContent(migration, found, left);
  const mayNote = orLeft(left, `${found.dir}.taken.json`, () => {
    assertMayNoteTaker(found);
    return true;
  });
  return [{
    what: "home",
    names: [found.dir],
    bytes: found.bytes,
    counts: {
      facts: countFacts(content.facts),
      sessions: content.copies.length,
      memory: content.memory === undefined ? 0 : 1,
    },
    run(backup) {
      // Before anything else, so that it also holds if this run is killed.
      if (mayNote) noteTaker(found, store.project.home);
      return bringIn(migration, found, mark, content, backup);
    },
  }];
};

/** Projects that have the same name, or brought it in before. */
function otherOwners({ store, world }: Migration, found: HomeStore): string[] {
  const own = [store.project.root, store.project.home];
  const takers = readTakers(found)
    .filter((one) => !own.some((dir) => isSamePath(dir, one)));
  const named = namesakeProjects(store, world, found.name);
  return [...new Set([...takers, ...named])];
}

interface Content {
  readonly memory: { readonly text: string; readonly at: Date } | undefined;
  readonly facts: Facts | undefined;
  /** Where each text is copied to, below the store. */
  readonly copies: readonly { readonly path: string; readonly text: string }[];
}

/** Redacted: in a project others may see it. */
function readContent(
  { store, world }: Migration,
  { dir, files }: HomeStore,
  left: string[],
): Content {
  const redactor = createRedactor(store);
  const read = (path: string) =>
    orLeft(left, `${dir}/${path}`, () => {
      const text = readExactText(`${dir}/${path}`);
      return text === undefined ? undefined : redactor.text(text);
    });
  const memory = files.includes("memory.md") ? read("memory.md") : undefined;
  const at = statFile(`${dir}/memory.md`)?.mtime ?? world.now();
  const dated = datedMemory(memory ?? "", at, world.localOffsetMinutes(at));
  const copies = files.flatMap((from) => {
    const path = placeOf(from);
    const text = path && read(from);
    return path === undefined || text === undefined ? [] : [{ path, text }];
  });
  const known = ["memory.md", "facts.json", ...OF_NO_USE];
  for (const path of files) {
    if (known.includes(path) || placeOf(path) !== undefined) continue;
    left.push(`${dir}/${path}: not a file of such a store`);
  }
  return {
    memory: dated.trim() === "" ? undefined : { text: dated, at },
    facts: files.includes("facts.json")
      ? readFacts(`${dir}/facts.json`, left, redactor)
      : undefined,
    copies,
  };
}

/**
 * Where a file goes in the store; undefined if it is not a text to keep. Some
 * versions had weeks, months and sessions next to memory.md.
 */
function placeOf(path: string): string | undefined {
  if (WRITTEN_FILES.includes(path)) return path;
  if (/^sessions\/(?:archive\/)?[^/]+\.md$/.test(path)) return path;
  return /^(?:archive\/[^/]+|week-[^/]+|\d{4}-\d\d-\d\d[^/]*)\.md$/.test(path)
    ? `sessions/${path}`
    : undefined;
}

function readFacts(
  path: string,
  left: string[],
  redactor: ReturnType<typeof createRedactor>,
): Facts | undefined {
  const parse = (raw: JsonObject) =>
    parseFacts(redactor.value(raw) as typeof raw);
  const loaded = orLeft(left, path, () => loadJson(path, parse));
  if (loaded?.state === "damaged") left.push(`${path}: ${loaded.reason}`);
  return loaded?.state === "ok" ? loaded.value : undefined;
}

const countFacts = (facts: Facts | undefined) =>
  facts === undefined ? 0 : allFacts(facts).length;

async function bringIn(
  { store, claim }: Migration,
  { dir }: HomeStore,
  mark: string,
  { memory, facts, copies }: Content,
  backup: MigrationBackup,
): Promise<void> {
  const { layout, files } = store;
  ensureStore(store);
  for (const { path, text } of copies) {
    const target = freePlace(`${layout.dir}/${path}`, text);
    if (target !== undefined) files.replace(target, text);
  }
  const measured = memory &&
    measureOlderMemory(store, memory.text, memory.at);
  await withStoreLock(store, claim, () => {
    for (const path of [layout.facts, layout.memory, layout.index]) {
      backup.keep(path);
    }
    if (facts) {
      const mine = loadKnowledge(store).facts;
      const joined = joinFacts(mine, facts).facts;
      if (JSON.stringify(joined) !== JSON.stringify(mine)) {
        saveFacts(files, layout, joined);
      }
    }
    const archives = measured ? placeOlderMemory(store, measured) : [];
    updateIndex(files, layout, (index) => {
      const home = { ...olderNote(index).home, [dir]: mark };
      return withOlderNote(recordArchives(index, archives), { home });
    });
  });
}

/** A free name; undefined if a file of this name has the same text. */
function freePlace(path: string, text: string): string | undefined {
  for (let n = 0;; n++) {
    const suffix = n === 0 ? "" : n === 1 ? ".earlier" : `.earlier-${n}`;
    const place = path.replace(/\.md$/, `${suffix}.md`);
    const there = readExactText(place);
    if (there === undefined) return place;
    if (there === text) return undefined;
  }
}

function noSuchStore({ world }: Migration, name: string): UserError {
  const names = listHomeStores(world);
  return new UserError("refused", `There is no home store "${name}"`, [
    names.length === 0
      ? `There is none in ${homeStoresFolder(world) ?? "the home folder"}`
      : `There are: ${names.join(", ")}`,
  ]);
}

/**
 * The memory of a home store becomes memory.md if there is none, else an
 * archive, because memory.md is newer. This is how it is split in either case.
 */
interface OlderMemory {
  readonly at: Date;
  readonly asCurrent: Split;
  readonly asArchives: Split["archives"];
}

function measureOlderMemory(
  store: Store,
  text: string,
  at: Date,
): OlderMemory {
  const limits = limitsOf(store);
  const titled = /^\ufeff?# /.test(text)
    ? text
    : renderPreamble(store.project.name) + text;
  return {
    at,
    asCurrent: planSplit(titled, estimateTokens, limits) ??
      { archives: [], current: titled },
    asArchives: splitArchive(text, estimateTokens, limits),
  };
}

/** The caller holds the store's lock. Returns the archives there are now. */
function placeOlderMemory(
  store: Store,
  { at, asCurrent, asArchives }: OlderMemory,
): RotatedFile[] {
  const { layout, files } = store;
  const memory = readText(layout.memory) ?? "";
  // Written by a run that was killed before it could record it.
  const isPlaced = memory.startsWith(asCurrent.current);
  if (memory.trim() !== "" && !isPlaced) {
    return writeArchives(store, asArchives, at);
  }
  const archives = writeArchives(store, asCurrent.archives, at);
  if (!isPlaced) files.replace(layout.memory, asCurrent.current);
  return archives;
}
