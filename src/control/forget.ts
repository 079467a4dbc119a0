/**
 * Forget: what is wanted is found in every layer, kept out for the future, taken
 * out, and looked for again. What it is at is in a file of its own until it is
 * done: killed anywhere and run again, it ends the same.
 */

import { normalOfEscaped, normalText } from "../base/normal_text.ts";
import type { World } from "../base/world.ts";
import { keepClaudeMd } from "../context/keep_blocks.ts";
import { readWorkTimes } from "../memory/work_times.ts";
import { removeSearchIndex } from "../search/index/open_search_index.ts";
import { rebuildSearchIndex } from "../search/index/rebuild_search_index.ts";
import { sessionIdsByShortId } from "../search/index/search_sources.ts";
import { updateIndex } from "../session/memory_index.ts";
import {
  readTombstones,
  textSigner,
  type Tombstones,
} from "../store/forgotten.ts";
import { saveJson } from "../store/json_file.ts";
import { isArchiveName, shortOf } from "../store/layout.ts";
import { readText } from "../store/read_file.ts";
import { type Claim, type Store, withAllLocks } from "../store/store.ts";
import { DIGESTS, layerOf } from "./_layers.ts";
import { type FileAt, stemOf } from "./_rewrite.ts";
import {
  cutUnfinished,
  dropSession,
  refitState,
  refitStates,
} from "./_refit_state.ts";
import { filesIn, openFile, type Root, rootsOf } from "./_store_tree.ts";
import { type Learned, type Target, Wanted } from "./_wanted.ts";

export interface LayerCount {
  readonly layer: string;
  readonly unit: string;
  readonly records: number;
  readonly files: number;
}

export interface ForgetPlan {
  readonly target: Target;
  readonly counts: readonly LayerCount[];
}

export interface Forgot extends ForgetPlan {
  /** Whether texts are kept out: not without a key of the user's. */
  readonly isKeptOut: boolean;
  readonly scan: Scan;
}

export interface Scan {
  readonly files: number;
  readonly hits: number;
  /** Where something is left, with why. */
  readonly left: readonly string[];
}

/** What is being forgotten, as `forgetting.json` has it. */
interface Intent {
  readonly asked: string;
  readonly target: Target;
  readonly learned: Learned;
}

/** Reads only. */
export async function planForget(
  store: Store,
  world: World,
  target: Target,
): Promise<ForgetPlan> {
  const wanted = new Wanted(target, readWorkTimes(store.layout));
  const counts = new Counts();
  await walk(store, world, wanted, counts, () => {});
  return { target, counts: counts.all };
}

/** The target of one that was killed, if it was asked for in these words. */
export function readIntent(store: Store): Intent | undefined {
  const text = readText(store.layout.forgetting);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined; // it is written as a whole: this one is not ours
  }
}

export async function carryOutForget(
  store: Store,
  world: World,
  { asked, target }: Pick<Intent, "asked" | "target">,
  claim: Claim,
): Promise<Forgot> {
  const { layout, files } = store;
  const times = readWorkTimes(layout);
  const counts = new Counts();
  let isKeptOut = true;
  await withAllLocks(store, claim, async () => {
    const before = readIntent(store);
    const wanted = new Wanted(
      target,
      times,
      before?.asked === asked ? before.learned : undefined,
    );
    cutUnfinished(store);
    await walk(store, world, wanted, new Counts(), () => {});
    const intent: Intent = { asked, target, learned: wanted.learned };
    saveJson(files, layout.forgetting, intent);
    isKeptOut = await keepOut(store, world, wanted);
    await walk(store, world, wanted, counts, async (root, path, bytes) => {
      await put(store, root, path, bytes);
    });
    await refitStates(store, wanted);
    for (const { sessionId, stem } of target.sessions) {
      dropSession(store, sessionId, stem);
    }
    for (const root of await rootsOf(store, world)) dropDigests(root);
    removeSearchIndex(store);
    files.remove(layout.report);
  });
  keepClaudeMd(store);
  await rebuildSearchIndex(store, () => {});
  const scan = await scanFor(store, world, target);
  files.remove(layout.forgetting);
  return { target, counts: counts.all, isKeptOut, scan };
}

class Counts {
  readonly #counts = new Map<string, LayerCount>();

  add(layer: string, unit: string, records: number): void {
    const known = this.#counts.get(layer);
    this.#counts.set(layer, {
      layer,
      unit,
      records: (known?.records ?? 0) + records,
      files: (known?.files ?? 0) + 1,
    });
  }

  get all(): LayerCount[] {
    return [...this.#counts.values()];
  }
}

/** Undefined bytes: the file goes. */
type Put = (
  root: Root,
  path: string,
  bytes: Uint8Array | undefined,
) => void | Promise<void>;

async function walk(
  store: Store,
  world: World,
  wanted: Wanted,
  counts: Counts,
  put: Put,
): Promise<void> {
  const ids = sessionIdsByShortId(store.layout);
  const idOf = (stem: string) => ids.get(shortOf(stem)) ?? shortOf(stem);
  for (const root of await rootsOf(store, world)) {
    for (const path of filesIn(root)) {
      const { name, unit, rewrite } = layerOf(path);
      if (rewrite === "spared") continue;
      const opened = await openFile(`${root.dir}/${path}`);
      if (opened === undefined) continue;
      const at: FileAt = { path, idOf };
      const next = rewrite === "derived"
        ? isDerivedOf(path, opened.text, wanted)
        : rewrite(at, opened.text, wanted);
      if (next.removed === 0 && next.text !== undefined) continue;
      const where = root.kind === "store" ? name : `${name} (${root.kind})`;
      counts.add(where, unit, Math.max(1, next.removed));
      await put(
        root,
        path,
        next.text === undefined ? undefined : await opened.toBytes(next.text),
      );
    }
  }
}

/** By its text, or by its name where that is a session's. */
function isDerivedOf(path: string, text: string, wanted: Wanted) {
  const isOwn = path.split(/[/.]/).some((part) => wanted.isSession(part));
  const isGone = isOwn || wanted.holds(text) || wanted.mentions(text);
  return { text: isGone ? undefined : text, removed: isGone ? 1 : 0 };
}

async function put(
  store: Store,
  root: Root,
  path: string,
  bytes: Uint8Array | undefined,
): Promise<void> {
  const file = `${root.dir}/${path}`;
  const isLive = root.kind === "store";
  // A summary tells what its archive said; it is asked for again.
  if (isLive && isArchiveName(path)) dropSummary(store, path);
  if (isLive && /\.summary\.json$/.test(path)) {
    return dropSummary(store, path.replace(/\.summary\.json$/, ".md"));
  }
  if (bytes === undefined) root.files.remove(file);
  else root.files.replace(file, bytes);
  if (isLive && /\.(?:l1|raw)\.jsonl/.test(path)) {
    await refitState(store, stemOf(path));
  }
}

function dropSummary({ layout, files }: Store, archive: string): void {
  const summary = `${layout.dir}/${archive.replace(/\.md$/, ".summary.json")}`;
  updateIndex(files, layout, (index) => ({
    ...index,
    rotatedFiles: index.rotatedFiles.map((one) =>
      one.file === archive
        ? { ...one, summary: null, summaryGenerated: false, asks: 0 }
        : one
    ),
  }));
  files.remove(summary);
}

function dropDigests(root: Root): void {
  for (const path of filesIn(root)) {
    if (DIGESTS.test(path)) root.files.remove(`${root.dir}/${path}`);
  }
}

/** Before anything goes: what is ingested meanwhile must not bring it back. */
async function keepOut(
  { layout, files }: Store,
  world: World,
  wanted: Wanted,
): Promise<boolean> {
  const { target } = wanted;
  const known = readTombstones(layout.forgotten);
  const signer = await textSigner(world);
  const texts = signer === undefined ? [] : [
    // Of another key they cannot be recognised any more.
    ...(known.key === signer.keyId ? known.texts : []),
    ...target.phrases.map((one) => signer.sign(one)),
  ];
  const next: Tombstones = {
    version: 1,
    key: signer?.keyId ?? known.key,
    texts: unique(signer ? texts : known.texts),
    entries: unique([
      ...known.entries,
      ...wanted.entries.map(({ words, ...one }) => ({
        ...one,
        ...(signer ? { hmac: signer.sign(words).hmac } : {}),
      })),
    ]),
    sessions: unique([
      ...known.sessions,
      ...target.sessions.map(({ sessionId }) => sessionId),
    ]),
    times: unique([...known.times, ...target.times]),
  };
  saveJson(files, layout.forgotten, next);
  return signer !== undefined || target.phrases.length === 0;
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Map(list.map((one) => [JSON.stringify(one), one])).values()];
}

/** Whose beginning a session shares: needed, so that it is not ingested again. */
const FORK = /"forkOf": *"[^"]*"/g;

/**
 * Every byte once more, without the table of layers: as it is, with JSON's
 * escapes decoded, and unpacked.
 */
export async function scanFor(
  store: Store,
  world: World,
  target: Target,
): Promise<Scan> {
  const { layout } = store;
  let [files, hits] = [0, 0];
  const left: string[] = [];
  const own = [layout.forgotten, layout.forgetting];
  const names = target.sessions.map(({ sessionId }) => sessionId);
  for (const root of await rootsOf(store, world)) {
    for (const path of filesIn(root)) {
      const file = `${root.dir}/${path}`;
      if (own.includes(file)) continue;
      const opened = await openFile(file);
      if (opened === undefined) continue;
      files++;
      const texts = [normalText(opened.text), normalOfEscaped(opened.text)];
      const found = target.phrases.some((phrase) =>
        texts.some((text) =>
          text.includes(phrase)
        )
      ) || layerOf(path).rewrite !== "spared" &&
          names.some((name) =>
            `${path}\n${opened.text.replace(FORK, "")}`.includes(name)
          );
      if (!found) continue;
      hits++;
      left.push(file);
    }
  }
  return { files, hits, left };
}
