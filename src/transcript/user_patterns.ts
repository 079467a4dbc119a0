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

/**
 * Patterns are strings, or objects `{"kind", "pattern", "flags"?}`. Nested
 * repeats such as `(a+)+` are refused: they can take for ever on a text that
 * nearly matches, and a hook must not.
 */
export function parseUserPatterns(
  raw: unknown,
): { patterns: UserPattern[]; problems: string[] } {
  const patterns: UserPattern[] = [];
  const problems: string[] = [];
  if (raw === undefined || raw === null) return { patterns, problems };
  if (!Array.isArray(raw)) {
    problems.push("redact.patterns is not a list");
    return { patterns, problems };
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
    : (item ?? {}) as Record<string, unknown>;
  if (typeof pattern !== "string" || pattern === "") {
    return 'is neither a string nor {"kind", "pattern"}';
  }
  if (pattern.length > MAX_PATTERN_CHARS) {
    return `is longer than ${MAX_PATTERN_CHARS} characters`;
  }
  if (typeof flags !== "string" || /[^dgimsuvy]/.test(flags)) {
    return `has unknown flags ${JSON.stringify(flags)}`;
  }
  if (hasNestedRepeat(pattern)) {
    return `repeats a repeat, like (a+)+, which can take for ever: ${pattern}`;
  }
  let regex: RegExp;
  try {
    regex = new RegExp(pattern, flags.replace(/[dgy]/g, "") + "g");
  } catch (error) {
    return `is not a regular expression: ${(error as Error).message}`;
  }
  if (new RegExp(`^(?:${pattern})$`, regex.flags).test("")) {
    return `matches the empty text: ${pattern}`;
  }
  return { kind: sanitizeKind(kind), regex };
}

function sanitizeKind(kind: unknown): string {
  const text = typeof kind === "string" ? kind : "";
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 32)
    .replace(/^-+|-+$/g, "") || "custom";
}

/** Whether a group that repeats without a limit holds something that does so too. */
function hasNestedRepeat(source: string): boolean {
  const withoutClasses = source.replace(/\\[^]/g, "e")
    .replace(/\[(?:[^\]])*\]/g, "c");
  /** For each open group: does it hold an unlimited repeat? */
  const groups: boolean[] = [false];
  for (let at = 0; at < withoutClasses.length; at++) {
    const char = withoutClasses.charAt(at);
    const repeats = /^(?:[*+]|\{\d+,\})/.test(
      withoutClasses.slice(at + 1, at + 12),
    );
    if (char === "(") {
      groups.push(false);
    } else if (char === ")") {
      const inner = groups.pop() ?? false;
      if (inner && repeats) return true;
      groups.push((groups.pop() ?? false) || inner || repeats);
    } else if (repeats) {
      groups.push((groups.pop(), true));
    }
  }
  return false;
}
