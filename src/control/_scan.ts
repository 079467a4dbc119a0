/**
 * The last check of `forget` reads every byte again, independent of the table
 * of layers and of what was chosen for removal: as it is, with JSON's escapes
 * decoded, and unpacked.
 */

import { normalOfEscaped, normalText } from "../base/normal_text.ts";
import type { World } from "../base/world.ts";
import type { Store } from "../store/store.ts";
import { foundIn, isSource, sentencesOf } from "./_gone_sentences.ts";
import { layerOf } from "./_layers.ts";
import { filesIn, openFile, type Root, rootsOf } from "./_store_tree.ts";
import type { Target } from "./_wanted.ts";

export interface Scan {
  readonly files: number;
  readonly hits: number;
  readonly left: readonly string[];
  /** Packed files that cannot be read. */
  readonly unread: readonly string[];
}

/**
 * Names the session that a fork comes from. It stays: without it the common
 * beginning would be ingested again.
 */
const FORK = /"forkOf": *"[^"]*"/g;

export async function scanFor(
  store: Store,
  world: World,
  target: Target,
  sentences: ReadonlySet<string>,
): Promise<Scan> {
  const { layout } = store;
  const [left, unread]: [string[], string[]] = [[], []];
  const own = [layout.forgotten, layout.forgetting];
  const names = target.sessions.map(({ sessionId }) => sessionId);
  const roots = await rootsOf(store, world);
  const gone = await withoutKept(roots, sentences);
  let files = 0;
  for (const root of roots) {
    for (const path of filesIn(root)) {
      const file = `${root.dir}/${path}`;
      if (own.includes(file)) continue;
      const opened = await openFile(file);
      if (opened === undefined) continue;
      files++;
      if (opened.isUnread) unread.push(file);
      const texts = [normalText(opened.text), normalOfEscaped(opened.text)];
      const isSpared = layerOf(path).rewrite === "spared";
      const named = names.length === 0 || isSpared
        ? ""
        : `${path}\n${opened.text.replace(FORK, "")}`;
      const isLeft = texts.some((text) =>
        target.phrases.some((phrase) =>
          text.includes(phrase)
        ) ||
        foundIn(text, gone).length > 0
      ) || names.some((name) => named.includes(name)) ||
        hasTime(opened.text, target);
      if (isLeft) left.push(file);
    }
  }
  return { files, hits: left.length, left, unread };
}

/** The sentences that no remaining log, section or fact contains. */
async function withoutKept(
  roots: readonly Root[],
  sentences: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const gone = new Set(sentences);
  for (const root of roots.filter(({ kind }) => kind === "store")) {
    if (gone.size === 0) break;
    for (const path of filesIn(root).filter(isSource)) {
      const opened = await openFile(`${root.dir}/${path}`);
      for (const one of sentencesOf(path, opened?.text ?? "")) gone.delete(one);
    }
  }
  return gone;
}

/** Whether it has an entry of that time, not only the mark of one. */
function hasTime(text: string, { times }: Target): boolean {
  if (times.length === 0) return false;
  const entries = text.matchAll(/^\{.*?"(?:ts|timestamp)":"([^"]+)".*$/gm);
  return entries.some(([line, at = ""]) =>
    !line.includes(FORGOTTEN_ROLE) &&
    times.some(({ from, to }) => at >= from && at < to)
  );
}

const FORGOTTEN_ROLE = '"role":"forgotten"';
