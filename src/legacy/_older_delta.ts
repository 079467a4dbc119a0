/**
 * `delta_temp.txt` of the earlier generation: work that was cut for a summary
 * and never got one. Its lines become log entries again.
 */

import type { L1Entry } from "../session/log_entry.ts";

/** `--- [2026-02-01T12:00:00.000Z] ---` before each cut. */
const STAMP = /^--- \[(\d{4}-\d\d-\d\dT[\d:.]+Z)\] ---$/;
const SPEAKER =
  /^(?:◆ (User|Claude|Tool\(([^)\n]*)\)):|\[(User|Assistant)\]:?)[ \t]?(.*)$/s;

/** Text without a speaker becomes several entries, not one huge one. */
const LOOSE_CHARS = 4000;

/** Where a part may end, best first: before a stamp, a speaker, a line. */
const PART_ENDS = ["\n--- [", "\n◆ ", "\n"]
  .map((text) => new TextEncoder().encode(text));

/**
 * The file in parts of about so many bytes, none of them in the middle of a
 * line. As long as the file only grows, its first parts stay the same.
 */
export function splitOlderDelta(bytes: Uint8Array, most: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const to = from + partLength(bytes.subarray(from), most);
    parts.push(bytes.subarray(from, to));
    from = to;
  }
  return parts;
}

function partLength(bytes: Uint8Array, most: number): number {
  if (bytes.length <= most) return bytes.length;
  for (const end of PART_ENDS) {
    for (let at = most - end.length; at > 0; at--) {
      if (end.every((byte, i) => bytes[at + i] === byte)) return at + 1;
    }
  }
  const next = bytes.indexOf(0x0a, most);
  return next < 0 ? bytes.length : next + 1;
}

interface Piece {
  readonly ts: string | undefined;
  readonly role: "user" | "assistant" | "tool" | "summary";
  readonly tool: string;
  readonly lines: string[];
}

/** Every word of the file is in one of the entries. */
export function parseOlderDelta(text: string): L1Entry[] {
  const pieces: Piece[] = [];
  let ts: string | undefined;
  let room = 0;
  const begin = (role: Piece["role"], line: string, tool = "") => {
    pieces.push({ ts, role, tool, lines: [line] });
    room = role === "summary" ? LOOSE_CHARS - line.length : Infinity;
  };
  for (const line of text.split(/\r?\n/)) {
    const stamp = STAMP.exec(line)?.[1];
    const [, mark, tool, older, words = ""] = SPEAKER.exec(line) ?? [];
    if (stamp !== undefined) {
      ts = stamp;
      room = 0;
    } else if (tool !== undefined) begin("tool", words, tool);
    else if (mark !== undefined || older !== undefined) {
      begin((mark ?? older) === "User" ? "user" : "assistant", words);
    } else if (room > 0) {
      pieces.at(-1)?.lines.push(line);
      room -= line.length + 1;
    } else if (line.trim() !== "") begin("summary", line);
  }
  return pieces.flatMap(asEntry);
}

function asEntry(
  { ts, role, tool, lines }: Piece,
  index: number,
): L1Entry | [] {
  const text = lines.join("\n").trim();
  const time = ts === undefined ? {} : { ts };
  if (role === "tool") {
    const id = `older-${index}`;
    return { ...time, role, id, name: tool, info: text, result: "ok" };
  }
  return text === "" ? [] : { ...time, role, text };
}
