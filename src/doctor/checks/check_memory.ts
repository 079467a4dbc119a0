/**
 * What is kept: the index, memory.md, archives, knowledge, rules that trip; and
 * the search index, which is derived: any problem is fixed by a rebuild.
 */

import { formatCount, plural } from "../../base/format_count.ts";
import { baseName } from "../../base/path_text.ts";
import { Deadline } from "../../base/timeout.ts";
import { countKnowledge } from "../../knowledge/count_knowledge.ts";
import { findDamagedKnowledge } from "../../knowledge/knowledge_files.ts";
import { tripwiresOf } from "../../knowledge/tripwire_table.ts";
import { readMemoryFill } from "../../memory/memory_fill.ts";
import { parseMemory } from "../../memory/memory_text.ts";
import { settleWorkTimes } from "../../memory/settle_work_times.ts";
import { isDamage } from "../../search/index/open_search_index.ts";
import { rebuildSearchIndex } from "../../search/index/rebuild_search_index.ts";
import { openSqlite } from "../../search/index/sqlite.ts";
import {
  listArchives,
  loadIndex,
  type MemoryIndex,
  parseIndex,
  type RotatedFile,
  updateIndex,
} from "../../session/memory_index.ts";
import { addUnlisted, unlistedSessions } from "../../session/open_sessions.ts";
import { listNames, readExactText, statFile } from "../../store/read_file.ts";
import { type Store, withStoreLock } from "../../store/store.ts";
import { findWriteProblem } from "../../store/write_problem.ts";
import { type CheckContext, CLAIM } from "./check_context.ts";
import {
  bad,
  type Finding,
  type Findings,
  firstOf,
  good,
  warning,
} from "./finding.ts";

export function checkIndex({ store }: CheckContext): Findings {
  const loaded = loadIndex(store.layout);
  switch (loaded.state) {
    case "ok":
      return checkOpenList(store, loaded.value);
    case "absent":
      return good("none yet");
    case "damaged":
      return bad(
        `memory-index.json is damaged: ${loaded.reason}`,
        "memory-keeper doctor --fix sets it aside and rebuilds it",
        {
          done: "Set the damaged index aside and rebuilt it from disk",
          apply: () => rebuild(store),
        },
      );
    default:
      return loaded satisfies never;
  }
}

/** The list of open sessions is an index of their states. */
function checkOpenList(store: Store, index: MemoryIndex): Finding {
  const missing = unlistedSessions(store, index);
  if (missing.length === 0) {
    return good("memory-index.json is consistent");
  }
  const ids = firstOf(missing.map((id) => id.slice(0, 8)));
  return warning(
    `the list of open sessions lacks ${ids}`,
    "memory-keeper doctor --fix; the next start of a session does it too",
    {
      done: `Put ${plural(missing.length, "session")} back on the list`,
      apply: async () => void await addUnlisted(store, CLAIM),
    },
  );
}

async function rebuild(store: Store): Promise<void> {
  const { files, layout } = store;
  await withStoreLock(
    store,
    CLAIM,
    () => void updateIndex(files, layout, (index) => index),
  );
}

export function checkMemoryFile({ store, index }: CheckContext): Findings {
  const { layout } = store;
  const text = readExactText(layout.memory);
  if (text === undefined) return good("none yet");
  const { tokens, isCounted, rotateAtTokens } = readMemoryFill(
    store,
    index() ?? parseIndex({}),
  );
  const sections = plural(parseMemory(text).sections.length, "section");
  const facts = `${sections}, ${isCounted ? "" : "about "}${
    formatCount(tokens)
  } of ${formatCount(rotateAtTokens)} tokens`;
  return isCounted && tokens >= rotateAtTokens
    ? warning(`${facts}: it is full`, "memory-keeper rotate")
    : good(facts);
}

/** For times of older sections that no event has computed yet. */
const DATES_MS = 2000;

/** Sections that say when they were written, not when the work was done. */
export async function checkDates({ store }: CheckContext): Promise<Findings> {
  const { layout } = store;
  const times = await settleWorkTimes(store, {
    budget: new Deadline(DATES_MS),
    keep: false,
  });
  const sections = [...listArchives(layout), baseName(layout.memory)].flatMap((
    name,
  ) => parseMemory(readExactText(`${layout.dir}/${name}`) ?? "").sections)
    .filter((one) => times.isRecorded(one));
  if (sections.length === 0) return [];
  const open = sections.filter((one) => times.isOpen(one)).length;
  const later = open === 0 ? "" : `; ${open} of them not looked up yet`;
  return good(
    `${plural(sections.length, "section")} dated by the time of recording, ` +
      `not of the work${later}`,
  );
}

export function checkArchives({ store, index }: CheckContext): Findings {
  const { layout } = store;
  const listed = index()?.rotatedFiles;
  if (listed === undefined) return [];
  const onDisk = listArchives(layout);
  if (listed.length + onDisk.length === 0) return [];
  const gone = listed.filter(({ file }) => !onDisk.includes(file));
  if (gone.length > 0) {
    return warning(
      `listed but gone: ${firstOf(gone.map(({ file }) => file))}`,
      "Restore it from a backup, or ignore it: nothing else depends on it",
    );
  }
  const without = listed.filter((one) => !one.summaryGenerated).length;
  const lost = listed.filter((one) => hasLostSummary(store, one));
  if (lost.length > 0) {
    return warning(
      `summary gone: ${firstOf(lost.map(({ summary }) => `${summary}`))}`,
      "memory-keeper doctor --fix requests it again",
      {
        done: `Noted that ${plural(lost.length, "summary", "summaries")} ` +
          "must be requested again",
        apply: () => forgetLostSummaries(store),
      },
    );
  }
  const open = without === 0 ? "" : `, ${without} without a summary yet`;
  return good(`${onDisk.length}${open}`);
}

const hasLostSummary = ({ layout }: Store, { summary }: RotatedFile) =>
  summary !== null && statFile(`${layout.dir}/${summary}`) === undefined;

async function forgetLostSummaries(store: Store): Promise<void> {
  const { files, layout } = store;
  const forget = (one: RotatedFile): RotatedFile =>
    hasLostSummary(store, one)
      ? { ...one, summary: null, summaryGenerated: false }
      : one;
  await withStoreLock(
    store,
    CLAIM,
    () =>
      void updateIndex(files, layout, (index) => ({
        ...index,
        rotatedFiles: index.rotatedFiles.map(forget),
      })),
  );
}

export function checkKnowledge({ store }: CheckContext): Findings {
  const damaged = findDamagedKnowledge(store.layout);
  if (damaged.length > 0) {
    return damaged.map(({ path, reason, remedy }) =>
      bad(`${baseName(path)} is damaged: ${reason}`, remedy)
    );
  }
  const { decisions, patterns, issues, rules, concepts } =
    countKnowledge(store.layout).counts;
  const facts = decisions + patterns + issues;
  return good(
    facts + rules + concepts === 0
      ? "none yet"
      : `${plural(facts, "fact")}, ${plural(rules, "rule")}, ` +
        plural(concepts, "concept"),
  );
}

export function checkTripwires({ store }: CheckContext): Findings {
  const wires = tripwiresOf(store);
  if (wires.length === 0) return [];
  // A rule may trip in several ways.
  const { size } = new Set(wires.map(({ id }) => id));
  const what = `${plural(size, "rule")} about commands and files`;
  // Such notes are swept away after a week.
  const hasModule = listNames(`${store.layout.dir}/.cache/given`)
    .some((name) => name.endsWith(".module"));
  if (hasModule) return good(`${what}, told at the call`);
  const late = `${what}: no hooks module ran lately, so reminders come ` +
    "after the call";
  if (!wires.some(({ deny }) => deny)) return good(late);
  const remedy = "Use Claude Code 2.1.287 or later";
  return warning(`${late}, and nothing is refused`, remedy);
}

export async function checkSearchIndex(
  { store }: CheckContext,
): Promise<Findings> {
  const { searchIndex } = store.layout;
  const info = statFile(searchIndex);
  if (info === undefined || info.size === 0) {
    return good("none yet; the first search builds it");
  }
  const state = await examine(searchIndex);
  if (typeof state === "number") {
    return good(`whole, ${plural(state, "file")} in it`);
  }
  // In a folder it cannot write, SQLite reports the database as damaged.
  if (findWriteProblem(store)) {
    return good("not checked: the store cannot be written");
  }
  return warning(state, "memory-keeper reindex; the next search does it too", {
    done: "Rebuilt the search index",
    apply: async () => void await rebuildSearchIndex(store, () => {}),
  });
}

/** How many files are in it, or why it cannot be used. */
async function examine(path: string): Promise<number | string> {
  try {
    const db = await openSqlite(path);
    try {
      db.exec("PRAGMA busy_timeout = 1000");
      const verdict = db.prepare("PRAGMA quick_check(1)").get();
      const words = String(Object.values(verdict ?? {})[0]);
      if (words !== "ok") return "it is damaged";
      const row = db.prepare("SELECT count(*) AS files FROM source").get();
      return Number(row?.["files"]);
    } finally {
      db.close();
    }
  } catch (error) {
    // The message depends on the version of SQLite.
    if (isDamage(error)) return "it is damaged";
    return `cannot be read: ${
      error instanceof Error ? error.message : String(error)
    }`;
  }
}
