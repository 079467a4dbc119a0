/**
 * Sessions whose transcripts Claude Code deleted before we came: the prompts in
 * its `history.jsonl` become sessions of prompts alone, and say so, with the
 * commits of their time. They are ingested like any other transcript.
 */

import { HOUR_MS } from "../base/durations.ts";
import { claudeFolder } from "../claude/folders.ts";
import { isObject } from "../base/json.ts";
import { isSamePath } from "../base/path_text.ts";
import { textDigest } from "../base/text_digest.ts";
import { PROMPTS_ALONE } from "../session/log_entry.ts";
import { knownSessions } from "../session/session_state.ts";
import { gitDir } from "../store/git/branch.ts";
import { isSessionId } from "../store/layout.ts";
import { readText, resolveExisting } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import {
  type Imported,
  type ImportRequest,
  importSessions,
} from "./import_sessions.ts";
import { projectTranscripts } from "./project_transcripts.ts";

const MAX_BYTES = 64 * 1024 * 1024;
/** Older lines name no session: a pause of so long ends one. */
const PAUSE_MS = 3 * HOUR_MS;
/** Commits so long after the last prompt are of its session. */
const AFTER_MS = 2 * HOUR_MS;
const MOST_COMMITS = 12;

interface HistoryPrompt {
  readonly text: string;
  readonly atMs: number;
  readonly project: string;
  readonly sessionId?: string;
}

interface HistorySession {
  readonly sessionId: string;
  readonly prompts: readonly HistoryPrompt[];
}

export async function importHistory(
  store: Store,
  world: World,
  request: Omit<ImportRequest, "from" | "anyCwd">,
): Promise<Imported> {
  const { root } = store.project;
  const path = `${claudeFolder(world)}/history.jsonl`;
  const prompts = promptsOf(store, readText(path, MAX_BYTES) ?? "");
  const known = new Set([
    ...knownSessions(store.layout),
    ...projectTranscripts(store, world).map(({ sessionId }) => sessionId),
  ]);
  const all = planHistory(prompts);
  const sessions = all.filter(({ sessionId }) => !known.has(sessionId));
  const from = await Deno.makeTempDir({ prefix: "memory-keeper-history-" });
  try {
    const commits = readCommits(root);
    for (const session of sessions) {
      const file = `${from}/${session.sessionId}.jsonl`;
      const lines = historyLines(session, root, commits);
      Deno.writeTextFileSync(file, lines.join(""), { mode: 0o600 });
      // Long ago: it is not at work.
      const last = (session.prompts.at(-1)?.atMs ?? 0) / 1000;
      Deno.utimeSync(file, last, last);
    }
    const imported = await importSessions(store, world, { ...request, from });
    return { ...imported, folder: path, known: all.length - sessions.length };
  } finally {
    await Deno.remove(from, { recursive: true });
  }
}

/** What the user asked for in this project. */
export function promptsOf(
  { project: { root, home } }: Pick<Store, "project">,
  history: string,
): HistoryPrompt[] {
  const folders = [root, home].flatMap((dir) => [dir, resolveExisting(dir)]);
  return parseHistory(history).filter(({ project }) =>
    folders.some((dir) => isSamePath(dir, project))
  );
}

/** Lines that are none are passed over, and so are commands of the client. */
function parseHistory(text: string): HistoryPrompt[] {
  return text.split("\n").flatMap((line): HistoryPrompt[] => {
    let value: unknown;
    try {
      value = JSON.parse(line || "null");
    } catch {
      return []; // torn
    }
    if (!isObject(value)) return [];
    const { display, timestamp, project, sessionId, pastedContents } = value;
    if (typeof display !== "string" || typeof project !== "string") return [];
    if (typeof timestamp !== "number" || !(timestamp > 0)) return [];
    // One that no clock shows.
    if (Number.isNaN(new Date(timestamp).getTime())) return [];
    if (display.trim() === "" || /^\/[\w:-]+\s*$/.test(display)) return [];
    return [{
      text: withPasted(display, pastedContents),
      atMs: timestamp,
      project,
      ...(isSessionId(sessionId) ? { sessionId } : {}),
    }];
  }).sort((a, b) => a.atMs - b.atMs);
}

/** The client shows `[Pasted text #1 +20 lines]` and keeps the text apart. */
function withPasted(display: string, pasted: unknown): string {
  if (!isObject(pasted)) return display;
  return display.replace(
    /\[Pasted text #(\d+)[^\]]*\]/g,
    (mark, id: string) => {
      const one = pasted[id];
      const content = isObject(one) ? one["content"] : undefined;
      return typeof content === "string" ? content : mark;
    },
  );
}

/** By their session, or by the pauses between them. */
function planHistory(
  prompts: readonly HistoryPrompt[],
): HistorySession[] {
  let nameless = "";
  let lastMs = -Infinity;
  const sessions = Map.groupBy(prompts, (prompt) => {
    if (prompt.sessionId !== undefined) return prompt.sessionId;
    if (prompt.atMs - lastMs > PAUSE_MS) nameless = idOf(prompt);
    lastMs = prompt.atMs;
    return nameless;
  });
  return [...sessions].map(([sessionId, own]) => ({ sessionId, prompts: own }));
}

/** The same each time, so that a second import doubles nothing. */
const idOf = ({ project, atMs }: HistoryPrompt) =>
  `${textDigest(`${project} ${atMs}`).toString(16).padStart(8, "0")}-history`;

interface Commit {
  readonly atMs: number;
  readonly subject: string;
}

/** From git's own record of this checkout; there is no subprocess. */
function readCommits(root: string): Commit[] {
  const log = readText(`${gitDir(root)}/logs/HEAD`, MAX_BYTES) ?? "";
  return log.split("\n").flatMap((line) => {
    const [, seconds, subject] =
      /> (\d+) [+-]\d{4}\tcommit(?: \([\w ]+\))?: (.+)$/.exec(line) ?? [];
    return subject === undefined
      ? []
      : [{ atMs: Number(seconds) * 1000, subject }];
  });
}

function historyLines(
  { sessionId, prompts }: HistorySession,
  cwd: string,
  commits: readonly Commit[],
): string[] {
  const [fromMs, toMs] = [prompts[0]?.atMs ?? 0, prompts.at(-1)?.atMs ?? 0];
  const own = commits.filter(({ atMs }) =>
    atMs >= fromMs && atMs <= toMs + AFTER_MS
  ).slice(-MOST_COMMITS).map(({ subject }) => `- ${subject}`);
  const note =
    `${PROMPTS_ALONE}: the answers were deleted before they could be kept.` +
    (own.length > 0 ? `\nCommits of the time:\n${own.join("\n")}` : "");
  const [first, ...rest] = prompts.map(({ text, atMs }) => ({ text, atMs }));
  const entries = [
    first,
    { text: note, atMs: toMs, isCompactSummary: true },
    ...rest,
  ];
  return entries.flatMap((entry, n) =>
    entry === undefined ? [] : [
      `${
        JSON.stringify({
          parentUuid: null,
          isSidechain: false,
          cwd,
          sessionId,
          type: "user",
          ...("isCompactSummary" in entry ? { isCompactSummary: true } : {}),
          message: { role: "user", content: entry.text },
          uuid: `${sessionId}-${n}`,
          timestamp: new Date(entry.atMs).toISOString(),
        })
      }\n`,
    ]
  );
}
