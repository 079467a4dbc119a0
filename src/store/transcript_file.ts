/**
 * Reading Claude Code's transcripts: from an offset, in chunks, complete lines
 * only. They are never written.
 */

import { LineSplitter, type OnLine } from "../transcript/line_splitter.ts";
import { statFile } from "./read_file.ts";

const CHUNK_BYTES = 256 * 1024;
const MARK_BYTES = 512;

export class TranscriptReader implements Disposable {
  readonly #file: Deno.FsFile;
  readonly #buffer = new Uint8Array(CHUNK_BYTES);
  readonly #splitter: LineSplitter;

  /** Reads on from `offset`, which is the beginning of a line. */
  constructor(path: string, offset: number, onLine: OnLine) {
    this.#file = Deno.openSync(path, { read: true });
    this.#file.seekSync(offset, Deno.SeekMode.Start);
    this.#splitter = new LineSplitter(onLine, offset);
  }

  /** Read one chunk; false at what is the end for now. */
  readChunk(): boolean {
    const read = this.#file.readSync(this.#buffer);
    if (read === null || read === 0) return false;
    this.#splitter.push(this.#buffer.subarray(0, read));
    return true;
  }

  /** What has been read of a line that has no end yet. */
  get unfinished(): LineSplitter["unfinished"] {
    return this.#splitter.unfinished;
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}

export interface TranscriptInfo {
  readonly size: number;
  readonly modifiedMs: number;
}

/** Size and time of a transcript; undefined unless it is a regular file. */
export function statTranscript(path: string): TranscriptInfo | undefined {
  const info = statFile(path);
  return info?.isFile
    ? { size: info.size, modifiedMs: info.mtime?.getTime() ?? 0 }
    : undefined;
}

/**
 * A fingerprint of the bytes before an offset, to recognise the same file
 * later. Not the bytes themselves: a state file holds nobody's words.
 */
export function markBefore(path: string, offset: number): string {
  const length = Math.min(MARK_BYTES, offset);
  const bytes = new Uint8Array(length);
  const file = Deno.openSync(path, { read: true });
  try {
    file.seekSync(offset - length, Deno.SeekMode.Start);
    const read = length === 0 ? 0 : file.readSync(bytes) ?? 0;
    return fingerprint(bytes.subarray(0, read));
  } finally {
    file.close();
  }
}

/** FNV-1a, twice with different seeds: quick, and no secret hangs on it. */
function fingerprint(bytes: Uint8Array): string {
  return [0x811c9dc5, 0x9747b28c].map((seed) => {
    const hash = bytes.reduce((h, byte) => Math.imul(h ^ byte, 16777619), seed);
    return (hash >>> 0).toString(16).padStart(8, "0");
  }).join("");
}

/** The folder beside a transcript that holds its subagents' own. */
export function subagentsDir(transcript: string): string {
  return `${transcript.replace(/\.jsonl$/, "")}/subagents`;
}
