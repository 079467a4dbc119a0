/**
 * Reads the user's own redaction patterns from the configuration. A pattern
 * that cannot be used is named and left out; it never stops the others.
 */

/** A pattern of the user's: every match goes. */
export interface UserPattern {
  readonly kind: string;
  readonly regex: RegExp;
  /** Whether it may take very long: then it runs in a thread. */
  readonly isSlow?: boolean;
}

const MAX_PATTERN_CHARS = 1000;

/** A list of strings, or of objects `{"kind", "pattern", "flags"?}`. */
export function parseUserPatterns(
  raw: unknown,
): { patterns: UserPattern[]; problems: string[] } {
  const patterns: UserPattern[] = [];
  const problems: string[] = [];
  if (raw === undefined || raw === null) return { patterns, problems };
  if (!Array.isArray(raw)) {
    return { patterns, problems: ["redact.patterns is not a list"] };
  }
  raw.forEach((item: unknown, index) => {
    const parsed = parsePattern(item);
    if (typeof parsed !== "string") patterns.push(parsed);
    else problems.push(`redact.patterns[${index}] ${parsed}`);
  });
  return { patterns, problems };
}

/** The pattern, or the reason why it cannot be used. */
function parsePattern(item: unknown): UserPattern | string {
  const { kind, pattern, flags = "" } = typeof item === "string"
    ? { kind: "custom", pattern: item }
    : Object(item) as Record<string, unknown>;
  if (typeof pattern !== "string" || pattern === "") {
    return 'is neither a pattern nor {"kind", "pattern"}';
  }
  if (pattern.length > MAX_PATTERN_CHARS) {
    return `is longer than ${MAX_PATTERN_CHARS} characters`;
  }
  if (typeof flags !== "string" || /[^dgimsuvy]/.test(flags)) {
    return `has unknown flags: ${JSON.stringify(flags)}`;
  }
  let regex: RegExp;
  try {
    regex = new RegExp(pattern, flags.replace(/[dgy]/g, "") + "g");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `is not a regular expression: ${reason}`;
  }
  if ("".match(regex) !== null) return `matches the empty text: ${pattern}`;
  const isSlow = flags.includes("v") || !isSafePattern(pattern);
  return { kind: sanitizeKind(kind), regex, ...(isSlow ? { isSlow } : {}) };
}

function sanitizeKind(kind: unknown): string {
  const text = typeof kind === "string" ? kind : "";
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 32)
    .replace(/^-|-$/g, "") || "custom";
}

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

/**
 * Whether an expression takes no more steps than a text has characters, whatever
 * the text: no look around, no back reference, nothing behind a repeat without
 * a limit, and so few ways to match that trying them all is quick. `v` sets of
 * characters are not read.
 */
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
