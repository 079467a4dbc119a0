// Turns the text of a transcript into entries, the slow and forgiving way: a
// line that is not one JSON object is counted under what is wrong with it, and
// whole entries inside a damaged line (two glued together, or one behind a
// half-written one) are kept.

// deno-lint-ignore no-explicit-any
export type RawEntry = Record<string, any>;

export interface LineFaults {
  lines: number;
  blank: number;
  /** Lines from which no entry could be read, or only a part. */
  broken: number;
  /** Valid JSON that is not an object: null, a string, a list, a number. */
  notObjects: number;
  /** Lines that held more than one whole entry. */
  glued: number;
}

export interface SlowLines {
  /** `line` counts from 1; entries of one glued line share it. */
  entries: { line: number; entry: RawEntry }[];
  faults: LineFaults;
}

export function parseSlowly(text: string): SlowLines {
  const entries: SlowLines["entries"] = [];
  const faults: LineFaults = {
    lines: 0,
    blank: 0,
    broken: 0,
    notObjects: 0,
    glued: 0,
  };
  const rows = text.split("\n");
  if (rows.at(-1) === "") rows.pop();
  rows.forEach((row, index) => {
    const line = index + 1;
    faults.lines++;
    if (row.trim() === "") {
      faults.blank++;
      return;
    }
    const value = tryParse(row);
    if (value === undefined) {
      const { whole, leftOver } = salvage(row);
      for (const entry of whole) entries.push({ line, entry });
      if (whole.length > 1) faults.glued++;
      if (leftOver) faults.broken++;
    } else if (isObject(value)) {
      entries.push({ line, entry: value });
    } else {
      faults.notObjects++;
    }
  });
  return { entries, faults };
}

/**
 * Every object in the row that looks like an entry, and whether anything else
 * was there as well.
 */
function salvage(row: string): { whole: RawEntry[]; leftOver: boolean } {
  const whole: RawEntry[] = [];
  let leftOver = false;
  let at = 0;
  while (at < row.length) {
    const end = row[at] === "{" ? endOfObject(row, at) : -1;
    const value = end === -1 ? undefined : tryParse(row.slice(at, end));
    if (isObject(value) && looksLikeEntry(value)) {
      whole.push(value);
      at = end;
      continue;
    }
    if (row[at]?.trim() !== "") leftOver = true;
    at++;
  }
  return { whole, leftOver };
}

/**
 * Nested objects of a cut entry also parse; only entries have a type and one of
 * the ids of an entry.
 */
function looksLikeEntry(value: RawEntry): boolean {
  return typeof value.type === "string" &&
    ["sessionId", "uuid", "leafUuid", "messageId"].some((key) => key in value);
}

/**
 * The index after the brace that closes the one at `start`, or -1. Braces
 * inside strings do not count.
 */
function endOfObject(row: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < row.length; at++) {
    const char = row[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is RawEntry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
