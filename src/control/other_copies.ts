/** Where else it may be: files that are not ours to change, and the command. */

import { claudeFolder } from "../claude/folders.ts";
import { normalOfEscaped } from "../base/normal_text.ts";
import { isSystemError } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import { listSessionIds, loadSessionState } from "../session/session_state.ts";
import { builtinMemoryPath } from "../store/claude_files.ts";
import { readGitIndex } from "../store/git_index.ts";
import { isSessionId } from "../store/layout.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
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
  const folder = claudeFolder(world);
  const own = [`${root}/CLAUDE.md`, `${root}/CLAUDE.local.md`];
  const builtin = builtinMemoryPath(world, store.project);
  return [
    ...transcriptsOf(store, target).map((path) => ({
      what: "Claude Code's transcript",
      path,
      command: `rm ${quote(path)}`,
    })),
    ...(folder && holds(`${folder}/history.jsonl`, target)
      ? [{
        what: "Claude Code's history of prompts",
        path: `${folder}/history.jsonl`,
        command: `edit ${quote(`${folder}/history.jsonl`)}`,
      }]
      : []),
    ...[...own, ...(builtin ? [builtin] : [])]
      .filter((path) => holds(path, target))
      .map((path) => ({
        what: "your own text",
        path,
        command: `edit ${quote(path)}`,
      })),
    ...(isTracked(root)
      ? [{
        what: "git's history and other clones",
        path: null,
        command: "git filter-repo --invert-paths --path .claude/memory",
      }]
      : []),
    {
      what: "files you exported, and other machines",
      path: null,
      command: "run the same command there",
    },
  ];
}

function transcriptsOf({ layout }: Store, target: Target): string[] {
  const named = new Set(
    [...target.sessions, ...target.spans].map(({ sessionId }) => sessionId),
  );
  return listSessionIds(layout).filter(isSessionId).flatMap((id) => {
    const loaded = loadSessionState(layout, id);
    const path = loaded.state === "ok" ? loaded.value.transcript : "";
    const isIt = named.has(id) || target.times.length > 0 ||
      holds(path, target);
    return isIt && path !== "" && statFile(path)?.isFile ? [path] : [];
  });
}

const MOST_BYTES = 256 * 1024 * 1024;

function holds(path: string, { phrases }: Target): boolean {
  if (phrases.length === 0 || path === "") return false;
  try {
    const info = statFile(path);
    if (!info?.isFile || info.size > MOST_BYTES) return false;
    const text = normalOfEscaped(Deno.readTextFileSync(path));
    return phrases.some((phrase) => text.includes(phrase));
  } catch (error) {
    // What cannot be read cannot be told of.
    if (isSystemError(error)) return false;
    throw error;
  }
}

function isTracked(root: string): boolean {
  const index = readGitIndex(root);
  return index instanceof Map &&
    [...index.keys()].some((path) => path.includes(".claude/memory/"));
}

const quote = (path: string) => `"${path}"`;
