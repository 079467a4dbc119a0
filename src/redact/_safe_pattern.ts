/**
 * Which expressions take no more steps than a text has characters, whatever
 * the text: no repeat within a repeat, no look around, no back reference, and
 * nothing behind a repeat without a limit. Short repeats may be anywhere.
 */

/** A repeat up to so often counts as short; so does all of them together. */
const MOST_STEPS = 2000;

const ATOM =
  /\(\?<?[=!]|\((?:\?(?:[:]|<\w+>|[a-z-]*:))?|\)|\||\\[1-9k]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/y;
const REPEAT = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;

interface Group {
  /** Steps to try the alternative read so far, and all of them. */
  steps: number;
  total: number;
  /** Whether something before repeats without a limit. */
  isOpen: boolean;
  /** Whether something repeats more or less often, as `{4}` does not. */
  repeats: boolean;
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
      group.total += group.steps;
      group.steps = 0;
      if (group.isOpen) return false;
      continue;
    }
    const inner = atom === ")" ? groups.pop() : undefined;
    const outer = groups.at(-1);
    if (outer === undefined || outer.isOpen && atom !== ")") return false;
    REPEAT.lastIndex = at;
    const repeat = REPEAT.exec(source);
    at += repeat?.[0].length ?? 0;
    const most = repeat === null ? 1 : mostTimes(repeat);
    const steps = inner === undefined ? 1 : inner.total + inner.steps;
    const isNested = inner?.repeats === true && most > 1;
    if (isNested || inner?.isOpen && repeat !== null) return false;
    const isExact = most === 1 || /^\{\d+\}/.test(repeat?.[0] ?? "");
    outer.repeats ||= !isExact || inner?.repeats === true;
    outer.isOpen ||= most === Infinity || inner?.isOpen === true;
    outer.steps += most === Infinity ? steps : steps * most;
    if (outer.steps + outer.total > MOST_STEPS) return false;
    // Behind it only the end may come, or the ends of groups around it.
    if (inner?.isOpen && /[^)]/.test(source.slice(at))) return false;
  }
  return groups.length === 1;
}

function mostTimes([whole, least, comma, most]: RegExpExecArray): number {
  if (whole.startsWith("?")) return 1;
  if (least === undefined) return Infinity;
  if (comma === "") return Number(least);
  return most === "" || most === undefined ? Infinity : Number(most);
}

function newGroup(): Group {
  return { steps: 0, total: 0, isOpen: false, repeats: false };
}
