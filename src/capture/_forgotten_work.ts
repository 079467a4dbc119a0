/**
 * What of a session was forgotten and stays out when its transcript is read
 * again. Loaded with every ingest; it looks at nothing unless something was
 * forgotten in the project.
 */

import { isObject, type JsonObject, tryParseJson } from "../base/json.ts";
import {
  forgottenEntry,
  isForgottenEntry,
  type L1Entry,
} from "../session/log_entry.ts";
import { splitLines } from "../session/log_lines.ts";
import type { Forgotten, Whose } from "../store/forgotten.ts";
import { readText } from "../store/read_file.ts";
import { isSpoken } from "./refine/raw_line.ts";

const LATEST = "9999";

export class ForgottenWork {
  /** When the first entry was made that went by its place; "" if none did. */
  #placedAt: string | undefined;
  /** The last line of the transcript that says something was left out. */
  #isWithin = false;

  constructor(
    readonly forgotten: Forgotten,
    readonly whose: Whose,
    /** The logs of the session and of those it is a fork of. */
    readonly logs: () => readonly string[],
  ) {}

  /** Entries are known by their number: one that was forgotten keeps it. */
  entry(entry: L1Entry): L1Entry {
    const by = this.#repeats(entry.role === "summary", entry.ts)
      ? "text"
      : this.forgotten.hides(this.whose, { ...entry });
    if (by === undefined) return entry;
    if (by === "place") this.#note(entry.ts ?? "");
    return forgottenEntry(entry);
  }

  /** The same for a line of the transcript; lines come in their order. */
  isForgotten(line: JsonObject): boolean {
    const { isCompactSummary, timestamp } = line;
    const isGone = this.forgotten.hidesLine(this.whose, line) ||
      this.#repeats(isCompactSummary === true, timestamp) ||
      // Copies of requests and prompts, which name no time.
      timestamp === undefined && this.#repeats(true, LATEST);
    // Results, attachments and notes go with what they belong to.
    if (isGone || isSpoken(line)) this.#isWithin = isGone;
    return isGone || this.#isWithin;
  }

  #note(ts: string): void {
    if (!this.#placedAt || ts < this.#placedAt) this.#placedAt = ts;
  }

  /** A compaction's summary tells once more what was said before it. */
  #repeats(isSummary: boolean, ts: unknown): boolean {
    if (!isSummary || typeof ts !== "string") return false;
    this.#placedAt ??= this.#readPlace();
    return this.#placedAt !== "" && ts >= this.#placedAt;
  }

  /** Earlier runs left marks in the log. */
  #readPlace(): string {
    const times = this.logs().flatMap((log) =>
      splitLines(readText(log, Infinity) ?? "").map(tryParseJson)
    ).filter(isForgottenEntry)
      .flatMap((mark) => isObject(mark) ? [String(mark["ts"])] : [])
      .filter((ts) => this.forgotten.isPlace(this.whose, ts));
    const begun = this.forgotten.beginningOf(this.whose);
    return [...times, ...(begun ? [begun] : [])].sort()[0] ?? "";
  }
}
