/**
 * Reads the user's own redaction patterns from the configuration. A pattern
 * that cannot be used is named and left out; it never stops the others.
 */

/** A pattern of the user's: every match goes. */
export interface UserPattern {
  readonly kind: string;
  readonly regex: RegExp;
}

const MAX_PATTERN_CHARS = 1000;

/** An atom of an expression whose escapes and classes are single letters, and how it repeats. */
const ATOM = /([^*+?{}])((?:[*+?]|\{\d*,?\d*\})?)\??/g;

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
  if (isExplosive(pattern)) {
    return `repeats a repeat or a choice, which can take for ever: ${pattern}`;
  }
  let regex: RegExp;
  try {
    regex = new RegExp(pattern, flags.replace(/[dgy]/g, "") + "g");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `is not a regular expression: ${reason}`;
  }
  if ("".match(regex) !== null) return `matches the empty text: ${pattern}`;
  return { kind: sanitizeKind(kind), regex };
}

function sanitizeKind(kind: unknown): string {
  const text = typeof kind === "string" ? kind : "";
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 32)
    .replace(/^-|-$/g, "") || "custom";
}

interface Group {
  /** The alternative read so far: does it repeat something, does it hold anything else? */
  repeats: boolean;
  fixed: boolean;
  /** An alternative before it repeats something and holds nothing else. */
  onlyRepeats: boolean;
  /** As in `(a|aa)+`: the choices may match the same text in many ways. */
  hasChoice: boolean;
}

/**
 * Whether a group that repeats without limit is nothing but repeats inside, as
 * in `(a+)+`, or a choice, as in `(a|aa)+`: then there are countless ways to divide a text that nearly
 * matches, and the engine tries them all.
 */
function isExplosive(source: string): boolean {
  const atoms = source.replace(/\\[^]/g, "e").replace(/\[[^\]]*\]/g, "c")
    .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, "(");
  const groups: Group[] = [newGroup()];
  for (const [, atom = "", repeat = ""] of atoms.matchAll(ATOM)) {
    const isUnlimited = /^(?:[*+]|\{\d*,\})/.test(repeat);
    const isOptional = /^(?:[*?]|\{0?,)/.test(repeat);
    const group = groups.at(-1);
    if (group === undefined) break;
    if (atom === "(") {
      groups.push(newGroup());
    } else if (atom === "|") {
      group.onlyRepeats ||= group.repeats && !group.fixed;
      group.repeats = group.fixed = false;
      group.hasChoice = true;
    } else if (atom === ")") {
      groups.pop();
      const onlyRepeats = group.onlyRepeats || group.repeats && !group.fixed;
      if ((onlyRepeats || group.hasChoice) && isUnlimited) return true;
      const outer = groups.at(-1);
      if (outer === undefined) break; // Unbalanced: not an expression anyway.
      outer.repeats ||= isUnlimited || onlyRepeats;
      outer.fixed ||= !isUnlimited && !isOptional && !onlyRepeats;
    } else {
      group.repeats ||= isUnlimited;
      group.fixed ||= !isUnlimited && !isOptional;
    }
  }
  return false;
}

function newGroup(): Group {
  return {
    repeats: false,
    fixed: false,
    onlyRepeats: false,
    hasChoice: false,
  };
}
