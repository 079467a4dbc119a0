/**
 * With `keepRaw`, a copy of the transcript: redacted, still one JSON object a
 * line, gzipped. Each increment is a gzip member of its own; concatenated
 * members are one valid file.
 */

import type { JsonObject } from "../base/json.ts";
import { gzipBytes } from "../store/gzip.ts";
import { statFile } from "../store/read_file.ts";
import type { StoreFiles } from "../store/store_files.ts";
import { parseWhole } from "./refine/raw_line.ts";
import type { Redactor } from "../redact/redactor.ts";

export class RawCopy {
  #lines: { readonly from: number; readonly text: string }[] = [];

  constructor(
    readonly redactor: Redactor,
    readonly isForgotten: (line: JsonObject) => boolean = () => false,
  ) {}

  line(text: string, from: number): void {
    this.#lines.push({ from, text });
  }

  /** The lines before an offset, compressed; they are dropped from memory. */
  async take(offset: number): Promise<Uint8Array> {
    const taken = this.#lines.filter(({ from }) => from < offset);
    this.#lines = this.#lines.slice(taken.length);
    const text = taken.map((line) => this.#redacted(line)).join("");
    return text === ""
      ? new Uint8Array()
      : await gzipBytes(new TextEncoder().encode(text));
  }

  #redacted({ text, from }: { text: string; from: number }): string {
    this.redactor.moveInto(from);
    return parseWhole(text).filter(({ entry }) => !this.isForgotten(entry))
      .map(({ entry }) => `${JSON.stringify(this.redactor.value(entry))}\n`)
      .join("");
  }
}

/** Append to a copy whose first bytes are known to be whole. */
export function appendRaw(
  files: StoreFiles,
  path: string,
  wholeBytes: number,
  bytes: Uint8Array,
): void {
  if (bytes.length === 0) return;
  if ((statFile(path)?.size ?? 0) > wholeBytes) {
    files.truncate(path, wholeBytes);
  }
  files.appendBytes(path, bytes);
}
