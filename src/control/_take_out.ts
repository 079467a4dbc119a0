/** Take what is wanted out of every file below some roots. */

import { removeSearchIndex } from "../search/index/open_search_index.ts";
import { sessionIdsByShortId } from "../search/index/search_sources.ts";
import { updateIndex } from "../session/memory_index.ts";
import { isArchiveName, shortOf } from "../store/layout.ts";
import type { Store } from "../store/store.ts";
import { keepItemOut } from "../team/erase_item.ts";
import { copyFolder, DIGESTS, layerOf } from "./_layers.ts";
import { dropSession, refitState, refitStates } from "./_refit_state.ts";
import { type FileAt, stemOfFile } from "./_rewrite.ts";
import { filesIn, openFile, type Root } from "./_store_tree.ts";
import type { Wanted } from "./_wanted.ts";

export interface LayerCount {
  readonly layer: string;
  readonly unit: string;
  readonly records: number;
  readonly files: number;
}

/** No other process is at work in the store. Returns what went. */
export async function takeOut(
  store: Store,
  roots: readonly Root[],
  wanted: Wanted,
): Promise<readonly LayerCount[]> {
  const counts = new LayerCounts();
  await walk(
    store,
    roots,
    wanted,
    counts,
    (root, path, bytes) => put(store, root, path, bytes),
  );
  await refitStates(store, wanted);
  for (const { sessionId, stem } of wanted.target.sessions) {
    dropSession(store, sessionId, stem);
  }
  for (const root of roots) dropDigests(root);
  removeSearchIndex(store);
  store.files.remove(store.layout.report);
  return counts.all;
}

export class LayerCounts {
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
  text: { readonly before: string; readonly after: string },
) => void | Promise<void>;

export async function walk(
  { layout }: Store,
  roots: readonly Root[],
  wanted: Wanted,
  counts: LayerCounts,
  put: Put = () => {},
): Promise<void> {
  const ids = sessionIdsByShortId(layout);
  const idOf = (stem: string) => ids.get(shortOf(stem)) ?? shortOf(stem);
  for (const root of roots) {
    for (const path of filesIn(root)) {
      const { name, unit, rewrite } = layerOf(path);
      if (rewrite === "spared") continue;
      const opened = await openFile(`${root.dir}/${path}`);
      if (opened === undefined) continue;
      const at: FileAt = { path, idOf };
      wanted.items.enter(`${root.dir}/${copyFolder(path)}`, path);
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
        { before: opened.text, after: next.text ?? "" },
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
  // A merge or a checkout may bring the file back; what it says must not come with it.
  const [, stem] = /^team\/.*?([^/]+)\.(?:md|json)$/.exec(path) ?? [];
  if (isLive && stem && bytes === undefined) keepItemOut(store, stem);
  if (bytes === undefined) root.files.remove(file);
  else root.files.replace(file, bytes);
  if (isLive && /\.(?:l1|raw)\.jsonl/.test(path)) {
    await refitState(store, stemOfFile(path));
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
