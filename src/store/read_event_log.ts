/** Reading logs/keeper.log back: what the newest lines say. */

import type { Layout } from "./layout.ts";
import type { LogLine } from "./event_log.ts";
import { statFile } from "./read_file.ts";
import { readPart } from "./growing_file.ts";

export interface ReadLogLine {
  readonly at: Date;
  readonly event: string;
  /** The first 8 characters of the session's id, or "-". */
  readonly session: string;
  readonly outcome: LogLine["outcome"];
  readonly details: string;
}

const LINE = /^(\S+) ([\w-]+) (\S+) (done|failed|late)(?: (.*))?$/;

export function parseLogLine(line: string): ReadLogLine | undefined {
  const [, time = "", event = "", session = "", outcome, details = ""] =
    LINE.exec(line) ?? [];
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return undefined;
  return {
    at,
    event,
    session,
    outcome: outcome as LogLine["outcome"],
    details,
  };
}

/** Whether a line may be about a session: it has the start of its id. */
export function isLoggedAs(
  { session }: ReadLogLine,
  sessionId: string,
): boolean {
  return session !== "-" && sessionId.startsWith(session);
}

/** The newest lines, oldest first, out of at most so many bytes. */
export function readLogLines(
  { log }: Layout,
  maxBytes: number,
): ReadLogLine[] {
  const older = `${log}.1`;
  const size = sizeOf(log);
  const rest = size < maxBytes ? readTail(older, maxBytes - size) : "";
  return `${rest}${readTail(log, maxBytes)}`.split("\n")
    .flatMap((line) => parseLogLine(line.trimEnd()) ?? []);
}

/** The first line is skipped where the window cuts it. */
function readTail(path: string, maxBytes: number): string {
  const size = sizeOf(path);
  if (size === 0) return "";
  const from = Math.max(0, size - maxBytes);
  return new TextDecoder().decode(readPart(path, from, size - from));
}

function sizeOf(path: string): number {
  const info = statFile(path);
  return info?.isFile ? info.size : 0;
}
