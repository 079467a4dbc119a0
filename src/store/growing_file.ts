/** Claude Code's transcripts as files: read, never written. */

import { assertInsideProject } from "./inside_project.ts";
import { changedAt, statFile } from "./read_file.ts";

export const MARK_BYTES = 512;

interface TranscriptInfo {
  readonly size: number;
  readonly modifiedMs: number;
}

/** Size and time of a transcript; undefined unless it is a regular file. */
export function statTranscript(path: string): TranscriptInfo | undefined {
  // A damaged state may have lost its transcript's path.
  const info = path === "" ? undefined : statFile(path);
  return info?.isFile
    ? { size: info.size, modifiedMs: changedAt(info) }
    : undefined;
}

/**
 * A fingerprint of the bytes before an offset, to recognise the same file
 * later. Not the bytes themselves: a state file holds no conversation text.
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
  assertInsideProject(path);
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

/** FNV-1a, twice with different seeds: fast; not for security. */
export function fingerprint(bytes: Uint8Array): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (let i = 0; i < bytes.length; i++) {
    a = Math.imul(a ^ (bytes[i] as number), 16777619);
    b = Math.imul(b ^ (bytes[i] as number), 16777619);
  }
  return [a, b].map((hash) => (hash >>> 0).toString(16).padStart(8, "0"))
    .join("");
}

/** The folder next to a transcript with its subagents' transcripts. */
export function subagentsDir(transcript: string): string {
  return `${transcript.replace(/\.jsonl$/, "")}/subagents`;
}
