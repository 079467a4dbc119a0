/**
 * Reading Claude Code's transcripts: from an offset, in chunks, complete lines
 * only. A store's logs are read in the same way.
 */

import { LineSplitter, type OnLine } from "./line_splitter.ts";
import { assertInsideProject } from "./inside_project.ts";
import type { NotedLine } from "./long_lines.ts";
import { markBefore, readPart, statTranscript } from "./growing_file.ts";

const CHUNK_BYTES = 256 * 1024;
/** Of the last reader: an import has thousands, and each would leave one. */
let spare: Uint8Array | undefined;

export class TranscriptReader implements Disposable {
  readonly #path: string;
  readonly #file: Deno.FsFile;
  readonly #buffer = spare ?? new Uint8Array(CHUNK_BYTES);
  readonly #chunk: Uint8Array;
  readonly #splitter: LineSplitter;
  /** Long lines that were read before, by where they begin. */
  readonly #known: ReadonlyMap<number, NotedLine>;
  #leapt: NotedLine | undefined;

  /**
   * Reads from `offset`, which is the beginning of a line; in smaller chunks
   * if the first lines are mostly enough.
   */
  constructor(
    path: string,
    offset: number,
    onLine: OnLine,
    known: readonly NotedLine[] = [],
    chunkBytes = CHUNK_BYTES,
  ) {
    spare = undefined;
    this.#chunk = this.#buffer.subarray(0, chunkBytes);
    assertInsideProject(path);
    this.#path = path;
    this.#file = Deno.openSync(path, { read: true });
    this.#file.seekSync(offset, Deno.SeekMode.Start);
    this.#splitter = new LineSplitter(onLine, offset);
    this.#known = new Map(
      known.filter((line) => isStillThere(path, line))
        .map((line) => [line.from, line]),
    );
  }

  /** Read one chunk; false at the current end. */
  readChunk(): boolean {
    if (this.#leap()) return true;
    const read = this.#file.readSync(this.#chunk);
    if (read === null || read === 0) return false;
    this.#splitter.push(this.#chunk.subarray(0, read));
    return true;
  }

  /** Skip what was read before of the line that begins here. */
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

  /** The long lines so far, for a later run. */
  longLines(): NotedLine[] {
    return this.#splitter.longLines.map((line) => ({
      ...line,
      mark: markBefore(this.#path, line.to),
    }));
  }

  /** Whether more of a long line was read than before. */
  get isFurther(): boolean {
    return this.#splitter.longLines.some(({ from, to }) =>
      to > (this.#known.get(from)?.to ?? 0)
    );
  }

  /** Whether there is more of a long line to read. */
  get isInLongLine(): boolean {
    return this.#splitter.longLines.at(-1)?.ended === false;
  }

  /** The part read of a line that has no end yet. */
  get unfinished(): LineSplitter["unfinished"] {
    return this.#splitter.unfinished;
  }

  [Symbol.dispose](): void {
    spare = this.#buffer;
    this.#file.close();
  }
}

function isStillThere(path: string, { to, mark }: NotedLine): boolean {
  return (statTranscript(path)?.size ?? 0) >= to &&
    markBefore(path, to) === mark;
}
