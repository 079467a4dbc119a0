/** Where else it may be: files that are not ours to change, and the command. */

import { WINDOWS } from "../base/path_text.ts";
import { promptsOf } from "../capture/import_history.ts";
import { allProjectTranscripts } from "../capture/project_transcripts.ts";
import { claudeFolder } from "../claude/folders.ts";
import { isSystemError } from "../base/errors.ts";
import { normalOfEscaped, normalText } from "../base/normal_text.ts";
import type { World } from "../base/world.ts";
import { listSessionIds, loadSessionState } from "../session/session_state.ts";
import { builtinMemoryPath } from "../store/claude_files.ts";
import { readGitIndex } from "../store/git/index_file.ts";
import { isSessionId, shortNames } from "../store/layout.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { surveyFolder } from "../store/survey_folder.ts";
import { isRepository } from "../store/team_folder.ts";
import type { Target } from "./_wanted.ts";

export interface OtherCopy {
  readonly what: string;
  readonly path: string | null;
  readonly command: string;
}

/** Before anything goes: states know where transcripts are. */
export function findOtherCopies(
  store: Store,
  world: World,
  target: Target,
): OtherCopy[] {
  const { root } = store.project;
  const history = `${claudeFolder(world) ?? ""}/history.jsonl`;
  const builtin = builtinMemoryPath(world, store.project) ?? [];
  const own = [`${root}/CLAUDE.md`, `${root}/CLAUDE.local.md`, builtin].flat();
  const copies = [
    ...transcriptsOf(store, world, target).map((path) => ({
      what: "Claude Code's transcript",
      path,
      command: `rm ${quote(path)}`,
    })),
    isInHistory(store, history, target) &&
    byHand("Claude Code's history of prompts", history),
    ...own.filter((path) => saysIt(textOf(path), target))
      .map((path) => byHand("your own text", path)),
    ...filesIn(store.project.foreign)
      .filter((path) => isIn(textOf(path), target))
      .map((path) => byHand("the memory that someone else made here", path)),
    isTracked(root) && {
      what: "git's history and other clones",
      path: null,
      command: "git filter-repo --invert-paths --path .claude/memory",
    },
    isRepository(store.layout.team) && {
      what: "git's history of the team's folder, and other clones",
      path: store.layout.team,
      command: "rewrite it with git filter-repo",
    },
    {
      what: "files you exported, and other machines",
      path: null,
      command: "run the same command there",
    },
  ];
  return copies.filter((one) => one !== false);
}

const byHand = (what: string, path: string): OtherCopy => ({
  what,
  path,
  command: `${WINDOWS ? "notepad" : "${EDITOR:-vi}"} ${quote(path)}`,
});

/** As a shell reads it back; PowerShell on Windows. */
const quote = (path: string) =>
  `'${path.replaceAll("'", WINDOWS ? "''" : `'\\''`)}'`;

/** Those Claude Code has of this project, with what their agents did. */
function transcriptsOf(store: Store, world: World, target: Target): string[] {
  const known = new Map(
    allProjectTranscripts(store, world)
      .map(({ transcript, sessionId }) => [transcript, sessionId]),
  );
  for (const id of listSessionIds(store.layout).filter(isSessionId)) {
    const loaded = loadSessionState(store.layout, id);
    const path = loaded.state === "ok" ? loaded.value.transcript : "";
    if (path !== "" && statFile(path)?.isFile) known.set(path, id);
  }
  return [...known].flatMap(([path, id]) => {
    const folder = path.replace(/\.jsonl$/, "");
    const agents = folder === path ? [] : filesIn(folder);
    return [path, ...agents].filter((one) =>
      isNamed(id, target) || isIn(textOf(one), target)
    );
  });
}

const filesIn = (folder: string | undefined): string[] =>
  folder === undefined ? [] : [...surveyFolder(folder)]
    .filter(({ info }) => info.isFile).map((one) => `${folder}/${one.path}`);

const isNamed = (sessionId: string, { sessions, spans }: Target) =>
  [...sessions, ...spans].some((one) =>
    one.sessionId === sessionId || shortNames(sessionId).includes(one.sessionId)
  );

const isIn = (text: string, target: Target) =>
  saysIt(text, target) ||
  target.times.length > 0 &&
    text.matchAll(/"timestamp":"([^"\\]{10,40})"/g).some(([, time = ""]) =>
      isWithin(time, target)
    );

const isWithin = (time: string, { times }: Target) =>
  times.some(({ from, to }) => time >= from && time < to);

function isInHistory(store: Store, path: string, target: Target): boolean {
  const text = textOf(path);
  return saysIt(text, target) ||
    promptsOf(store, text).some(({ atMs, sessionId }) =>
      isWithin(new Date(atMs).toISOString(), target) ||
      sessionId !== undefined && isNamed(sessionId, target)
    );
}

const saysIt = (text: string, { phrases }: Target) =>
  phrases.length > 0 && text !== "" &&
  [normalText(text), normalOfEscaped(text)].some((normal) =>
    phrases.some((phrase) => normal.includes(phrase))
  );

const MOST_BYTES = 256 * 1024 * 1024;

/** "" for what cannot be read: of that nothing can be said. */
function textOf(path: string): string {
  try {
    const info = statFile(path);
    if (!info?.isFile || info.size > MOST_BYTES) return "";
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (isSystemError(error)) return "";
    throw error;
  }
}

function isTracked(root: string): boolean {
  const index = readGitIndex(root);
  return index instanceof Map &&
    [...index.keys()].some((path) => path.includes(".claude/memory/"));
}
