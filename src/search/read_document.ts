/** The text behind a hit, from the file itself: the index holds none. */

import { type Document, entryDocument, finderIn } from "./index/documents.ts";
import { readLogEntry, unpackLog } from "../session/read_entry.ts";
import { readText, statFile } from "../store/read_file.ts";
import type { DocFacts, IndexedSource } from "./index/search_index.ts";
import type { Store } from "../store/store.ts";

/** Reads documents; a file that holds several is read once. */
export class DocumentReader {
  readonly #finders = new Map<string, ReturnType<typeof finderIn>>();
  readonly #packed = new Map<string, Uint8Array>();

  constructor(readonly store: Store) {}

  /** Undefined if the file has changed since it was indexed. */
  async read(
    { path, layer }: Pick<IndexedSource, "path" | "layer">,
    { key, offset, bytes }: DocFacts,
  ): Promise<Document | undefined> {
    if (layer !== "l1") {
      let find = this.#finders.get(path);
      if (find === undefined) {
        const text = readText(`${this.store.layout.dir}/${path}`) ?? "";
        this.#finders.set(path, find = finderIn(layer, path, text));
      }
      return find(key);
    }
    const log = await this.openLog(path);
    if (log === undefined) return undefined;
    const entry = readLogEntry(log, offset, bytes);
    return entry && entryDocument(entry, Number(key));
  }

  /** A log's path, or the content of a packed one. */
  async openLog(path: string): Promise<string | Uint8Array | undefined> {
    const file = `${this.store.layout.dir}/${path}`;
    if (statFile(file)?.isFile) return file;
    if (!statFile(`${file}.gz`)?.isFile) return undefined;
    const known = this.#packed.get(path) ?? await unpackLog(`${file}.gz`);
    this.#packed.set(path, known);
    return known;
  }
}
