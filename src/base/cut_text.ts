/** Leaving out part of a text, and saying how much. */

/** The text that replaces what was left out. */
export function leftOutMark(characters: number): string {
  return `[… ${characters} characters left out …]`;
}

/**
 * At most `max` UTF-16 units: beginning and end stay, at whole lines where one
 * ends nearby. In the middle of a line the mark does not start a new one, so
 * what follows it cannot pass for the start of a line either.
 */
export function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = max - leftOutMark(text.length).length;
  if (room < 2) return clip(text, Math.max(max, 0));
  const head = headOf(text, Math.ceil(room * 2 / 3));
  const tail = tailOf(text, Math.floor(room / 3));
  return head + leftOutMark(text.length - head.length - tail.length) + tail;
}

function headOf(text: string, max: number): string {
  const head = clip(text, max);
  const lineEnd = head.lastIndexOf("\n") + 1;
  return lineEnd > max / 2 ? head.slice(0, lineEnd) : head;
}

function tailOf(text: string, max: number): string {
  const tail = clipStart(text, max);
  const lineEnd = tail.indexOf("\n");
  return lineEnd >= 0 && lineEnd < max / 2 ? tail.slice(lineEnd) : tail;
}

/** The last `max` units; never begins with half a surrogate pair. */
function clipStart(text: string, max: number): string {
  const from = Math.max(0, text.length - max);
  const first = text.charCodeAt(from);
  return text.slice(first >= 0xdc00 && first <= 0xdfff ? from + 1 : from);
}

const SENTENCE_ENDS = /[.!?…](?=\s)|[。!?]|\n/g;

/** At most `max` units, up to the end of a sentence where there is one. */
export function clipSentence(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = clip(text, max);
  let end = 0;
  for (const found of cut.matchAll(SENTENCE_ENDS)) {
    end = found.index + found[0].length;
  }
  if (end > max / 2) return cut.slice(0, end).trimEnd();
  const word = cut.lastIndexOf(" ");
  return `${clip(word > max / 2 ? cut.slice(0, word) : cut, max - 1)}…`;
}

/** The longest length each text may have so that all of them fit. */
export function shareOf(lengths: readonly number[], max: number): number {
  const sorted = [...lengths].sort((a, b) => a - b);
  let left = max;
  for (const [i, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - i));
    if (length > share) return share;
    left -= length;
  }
  return max;
}

/** At most `max` UTF-16 units; never ends in half a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** Cut at the end of a word, with a mark. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = clip(text, Math.max(0, max - 2));
  const space = kept.lastIndexOf(" ");
  return `${space > max * 0.6 ? kept.slice(0, space) : kept} …`;
}
