/**
 * A crash in mid-write leaves two entries on one line. Code that skips a part
 * of a line must know that no other entry begins there, and cheaply: most of a
 * transcript's bytes are skipped.
 */

/** How entries with words begin. Inside a string their quotes are escaped. */
const BEGINNINGS = ['{"parentUuid":', '{"type":"queue-operation","o'];
/** Only the end of each is searched; all of one length, no byte pair twice. */
const MARK_BYTES = 14;
const MARKS = BEGINNINGS.map((text) =>
  new TextEncoder().encode(text.slice(-MARK_BYTES))
);
/** Two bytes → in which mark they are, and where in it; 0 for none. */
const PAIRS = new Uint8Array(0x10000);
MARKS.forEach((mark, which) => {
  for (let at = 0; at < MARK_BYTES - 1; at++) {
    PAIRS[pairAt(mark, at)] = which * MARK_BYTES + at + 1;
  }
});

function pairAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) << 8 | (bytes[at + 1] as number);
}

/** Whether another entry begins in a line, at `from` or later. */
export function isTornLine(line: Uint8Array, from = 1): boolean {
  const end = line.length - 1;
  // A mark covers one of these steps wherever it is.
  for (let at = from; at < end; at += MARK_BYTES - 1) {
    const found = PAIRS[pairAt(line, at)] as number;
    if (found === 0) continue;
    const start = at - (found - 1) % MARK_BYTES;
    const mark = MARKS[Math.floor((found - 1) / MARK_BYTES)] as Uint8Array;
    if (start >= from && isAt(line, start, mark)) return true;
  }
  return false;
}

function isAt(line: Uint8Array, start: number, mark: Uint8Array): boolean {
  let same = 0;
  while (same < mark.length && line[start + same] === mark[same]) same++;
  return same === mark.length;
}

/** The same for text. */
export function isTornText(text: string, from = 1): boolean {
  return BEGINNINGS.some((beginning) => text.indexOf(beginning, from) >= 0);
}

/** The parts of a line, each but the first beginning as an entry does. */
export function splitEntries(line: string): string[] {
  const cuts = BEGINNINGS.flatMap((beginning) => {
    const found: number[] = [];
    for (let at = line.indexOf(beginning, 1); at >= 0;) {
      found.push(at);
      at = line.indexOf(beginning, at + 1);
    }
    return found;
  }).sort((a, b) => a - b);
  return [0, ...cuts].map((from, i) => line.slice(from, cuts[i]));
}
