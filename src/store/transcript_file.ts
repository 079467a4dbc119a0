/**
 * Reading Claude Code's transcripts: from an offset, in chunks, complete lines
 * only. They are never written. A store's logs are read in the same way.
 */

import { LineSplitter, type OnLine } from "../transcript/line_splitter.ts";
import { assertLeadsNotOut } from "./leads_out.ts";
import type { NotedLine } from "./long_lines.ts";
import { statFile } from "./read_file.ts";

const CHUNK_BYTES = 256 * 1024;
const MARK_BYTES = 512;

export class TranscriptReader implements Disposable {
  readonly #path: string;
  readonly #file: Deno.FsFile;
  readonly #buffer = new Uint8Array(CHUNK_BYTES);
  readonly #splitter: LineSplitter;
  /** Long lines that were read before, by where they begin. */
  readonly #known: ReadonlyMap<number, NotedLine>;
  #leapt: NotedLine | undefined;

  /** Reads on from `offset`, which is the beginning of a line. */
  constructor(
    path: string,
    offset: number,
    onLine: OnLine,
    known: readonly NotedLine[] = [],
  ) {
    assertLeadsNotOut(path);
    this.#path = path;
    this.#file = Deno.openSync(path, { read: true });
    this.#file.seekSync(offset, Deno.SeekMode.Start);
    this.#splitter = new LineSplitter(onLine, offset);
    this.#known = new Map(
      known.filter((line) => isStillThere(path, line))
        .map((line) => [line.from, line]),
    );
  }

  /** Read one chunk; false at what is the end for now. */
  readChunk(): boolean {
    if (this.#leap()) return true;
    const read = this.#file.readSync(this.#buffer);
    if (read === null || read === 0) return false;
    this.#splitter.push(this.#buffer.subarray(0, read));
    return true;
  }

  /** Over what was read before of the line that begins here. */
  #leap(): boolean {
    const known = this.#known.get(this.#splitter.lineFrom);
    if (known === undefined || this.#leapt === known) return false;
    this.#leapt = known;
    this.#splitter.resume(
      known,
      ([from, to]) => readPart(this.#path, from, to - from),
    );
    this.#file.seekSync(known.to, Deno.SeekMode.Start);
    return true;
  }

  /** The long lines so far, for who reads on another time. */
  longLines(): NotedLine[] {
    return this.#splitter.longLines.map((line) => ({
      ...line,
      mark: markBefore(this.#path, line.to),
    }));
  }

  /** Whether more of a long line was read than was known. */
  get isFurther(): boolean {
    return this.#splitter.longLines.some(({ from, to }) =>
      to > (this.#known.get(from)?.to ?? 0)
    );
  }

  /** Whether there is more of a long line to read. */
  get isInLongLine(): boolean {
    return this.#splitter.longLines.at(-1)?.ended === false;
  }

  /** What has been read of a line that has no end yet. */
  get unfinished(): LineSplitter["unfinished"] {
    return this.#splitter.unfinished;
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}

function isStillThere(path: string, { to, mark }: NotedLine): boolean {
  return (statTranscript(path)?.size ?? 0) >= to &&
    markBefore(path, to) === mark;
}

export interface TranscriptInfo {
  readonly size: number;
  readonly modifiedMs: number;
}

/** Size and time of a transcript; undefined unless it is a regular file. */
export function statTranscript(path: string): TranscriptInfo | undefined {
  // A state that lost the name of its transcript has none.
  const info = path === "" ? undefined : statFile(path);
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
  return fingerprint(readPart(path, offset - length, length));
}

/** At most `length` bytes of a file, from an offset on. */
export function readPart(
  path: string,
  offset: number,
  length: number,
): Uint8Array {
  assertLeadsNotOut(path);
  const bytes = new Uint8Array(length);
  const file = Deno.openSync(path, { read: true });
  try {
    file.seekSync(offset, Deno.SeekMode.Start);
    let read = 0;
    while (read < length) {
      const more = file.readSync(bytes.subarray(read)) ?? 0;
      if (more === 0) break;
      read += more;
    }
    return bytes.subarray(0, read);
  } finally {
    file.close();
  }
}

/** FNV-1a, twice with different seeds: quick, and no secret hangs on it. */
export function fingerprint(bytes: Uint8Array): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (let i = 0; i < bytes.length; i++) {
    a = Math.imul(a ^ (bytes[i] as number), 16777619);
    b = Math.imul(b ^ (bytes[i] as number), 16777619);
  }
  return [a, b].map((hash) => (hash >>> 0).toString(16).padStart(8, "0"))
    .join("");
}

/** The folder beside a transcript that holds its subagents' own. */
export function subagentsDir(transcript: string): string {
  return `${transcript.replace(/\.jsonl$/, "")}/subagents`;
}
