/**
 * Which expressions take no more steps than a text has characters, whatever
 * the text: no look around, no back reference, nothing behind a repeat without
 * a limit, and so few ways to match that trying them all is quick.
 */

/** So many steps may be tried at each character of a text. */
const MOST_STEPS = 2000;

const ATOM =
  /\(\?<?[=!]|\((?:\?(?:[:]|<\w+>|[a-z-]*:))?|\)|\||\\[1-9k]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/y;
const REPEAT = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;

/** A part of an expression: the steps to try it, and the ways it can match. */
interface Part {
  readonly steps: number;
  readonly ways: number;
}

const CHARACTER: Part = { steps: 1, ways: 1 };
const NOTHING: Part = { steps: 0, ways: 1 };

interface Group {
  /** The alternative read so far, and those before it. */
  now: Part;
  before: Part;
  /** Whether something before repeats without a limit. */
  isOpen: boolean;
}

/** Whether an expression is in the safe subset; `v` sets of characters are not read. */
export function isSafePattern(source: string): boolean {
  const groups: Group[] = [newGroup()];
  for (let at = 0; at < source.length;) {
    ATOM.lastIndex = at;
    const atom = ATOM.exec(source)?.[0] ?? "";
    if (atom === "" || /^\(\?<?[=!]|^\\[1-9k]/.test(atom)) return false;
    at += atom.length;
    const group = groups.at(-1);
    if (group === undefined) return false;
    if (atom.startsWith("(")) {
      // What comes behind a repeat without a limit is tried at each of its ends.
      if (group.isOpen) return false;
      groups.push(newGroup());
      continue;
    }
    if (atom === "|") {
      group.before = either(group);
      group.now = NOTHING;
      if (group.isOpen) return false;
      continue;
    }
    const inner = atom === ")" ? groups.pop() : undefined;
    const outer = groups.at(-1);
    if (outer === undefined || outer.isOpen && atom !== ")") return false;
    REPEAT.lastIndex = at;
    const repeat = REPEAT.exec(source);
    at += repeat?.[0].length ?? 0;
    const [least, most] = repeat === null ? [1, 1] : timesOf(repeat);
    const part = inner === undefined ? CHARACTER : either(inner);
    if (inner?.isOpen && repeat !== null) return false;
    if (most === Infinity && part.ways > 1) return false;
    outer.isOpen ||= most === Infinity || inner?.isOpen === true;
    outer.now = after(outer.now, times(part, least, most));
    if (either(outer).steps > MOST_STEPS) return false;
    // Behind it only the end may come, or the ends of groups around it.
    if (inner?.isOpen && /[^)]/.test(source.slice(at))) return false;
  }
  return groups.length === 1;
}

const either = ({ now, before }: Group): Part => ({
  steps: now.steps + before.steps,
  ways: now.ways + before.ways,
});

/** What follows is tried once for each way the first can match. */
const after = (first: Part, next: Part): Part => ({
  steps: first.steps + first.ways * next.steps,
  ways: first.ways * next.ways,
});

function times(part: Part, least: number, most: number): Part {
  // Nothing comes behind it, so its first way is its last.
  if (most === Infinity) return part;
  let [steps, ways, each] = [0, least === 0 ? 1 : 0, 1];
  for (let time = 1; time <= most && steps <= MOST_STEPS; time++) {
    steps += each * part.steps;
    each *= part.ways;
    if (time >= least) ways += each;
  }
  return { steps, ways };
}

function timesOf(
  [whole, least, comma, most]: RegExpExecArray,
): readonly [least: number, most: number] {
  if (whole.startsWith("?")) return [0, 1];
  if (least === undefined) return [0, Infinity];
  if (comma === "") return [Number(least), Number(least)];
  return [Number(least), most ? Number(most) : Infinity];
}

function newGroup(): Group {
  return { now: NOTHING, before: { steps: 0, ways: 0 }, isOpen: false };
}
