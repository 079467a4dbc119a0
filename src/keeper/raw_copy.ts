/**
 * With `keepRaw`, the transcript itself beside L1: redacted, still one JSON
 * object a line, gzipped. Each increment is a gzip member of its own; members
 * one after the other are one file.
 */

import { gunzipMembers, gzipBytes } from "../store/gzip.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { linesMissing, splitLines } from "../transcript/plan_dedupe.ts";
import { parseWhole } from "../transcript/raw_line.ts";
import type { Redactor } from "../transcript/redact.ts";

export class RawCopy {
  #lines: { readonly from: number; readonly text: string }[] = [];

  constructor(readonly redactor: Redactor) {}

  line(text: string, from: number): void {
    this.#lines.push({ from, text });
  }

  /** The lines before an offset, compressed; they are not kept longer. */
  async take(offset: number): Promise<Uint8Array> {
    const taken = this.#lines.filter(({ from }) => from < offset);
    this.#lines = this.#lines.slice(taken.length);
    const text = taken.map(({ text }) => this.#redacted(text)).join("");
    return text === "" ? new Uint8Array() : await gzip(text);
  }

  #redacted(text: string): string {
    return parseWhole(text)
      .map(({ entry }) => `${JSON.stringify(this.redactor.value(entry))}\n`)
      .join("");
  }
}

/**
 * The transcript was read anew: add what the copy lacks. Returns its size. One
 * that cannot be read is replaced; the transcript is there.
 */
export async function mergeRawCopy(
  { files }: Store,
  path: string,
  fresh: readonly Uint8Array[],
): Promise<number> {
  const size = () => statFile(path)?.size ?? 0;
  if (fresh.length === 0) return size();
  const lines = splitLines((await Promise.all(fresh.map(gunzip))).join(""));
  const known = size() === 0 ? "" : await gunzip(Deno.readFileSync(path));
  if (known === undefined) files.replace(path, await gzip(lines.join("")));
  else {
    const missing = linesMissing(lines, splitLines(known)).join("");
    if (missing !== "") files.appendBytes(path, await gzip(missing));
  }
  return size();
}

/** The text of all members; undefined if the file is damaged. */
async function gunzip(bytes: Uint8Array): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await gunzipMembers(bytes));
  } catch {
    return undefined;
  }
}

const gzip = (text: string) => gzipBytes(new TextEncoder().encode(text));
