/**
 * Count a tool use where a pass allows it. A full look at the project decided
 * that the tool uses of a session are counted and nothing else, and noted what
 * it saw (see leave_pass.ts). While none of that has changed, the next need not
 * look again.
 *
 * A pass lies in a store in the project, under the id of the session: no file
 * that came with the project can know that id. It says how often to ingest, not
 * where to write.
 */

import { isObject, tryParseJson } from "../base/json.ts";
import {
  countFileIn,
  passFileIn,
  projectStoreDir,
} from "../store/session_paths.ts";
import type { ToolUseCount } from "./count_tool_use.ts";

export interface QuickPass {
  /** Tool uses from one ingestion to the next. */
  readonly interval: number;
  /** What was looked at, and how it was. */
  readonly seen: Readonly<Record<string, string>>;
}

/** Undefined, and nothing was counted, without a valid pass. */
export function countByPass(
  root: string,
  sessionId: string,
): ToolUseCount | undefined {
  const dir = projectStoreDir(root);
  const path = countFileIn(dir, sessionId);
  try {
    const text = Deno.readTextFileSync(passFileIn(dir, sessionId));
    const pass = tryParseJson(text);
    if (!isPass(pass) || Deno.realPathSync(path) !== path) return undefined;
    for (const [seen, stamp] of Object.entries(pass.seen)) {
      if (stampOf(Deno.statSync(seen)) !== stamp) return undefined;
    }
    using file = Deno.openSync(path, { append: true });
    file.writeSync(ONE);
    const count = file.seekSync(0, Deno.SeekMode.Current);
    return { count, atInterval: count % pass.interval === 0 };
  } catch {
    return undefined; // The full look says what is wrong, if anything is.
  }
}

/** What `COUNTED` of count_tool_use.ts is as a byte. */
const ONE = Uint8Array.of(".".charCodeAt(0));

const isPass = (value: unknown): value is QuickPass =>
  isObject(value) && Number.isSafeInteger(value["interval"]) &&
  isObject(value["seen"]);

export const stampOf = ({ ino, mtime, size }: Deno.FileInfo) =>
  `${ino} ${mtime?.getTime()} ${size}`;
