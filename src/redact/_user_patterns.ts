/**
 * Reads the user's own redaction patterns from the configuration. A pattern
 * that cannot be used is named and left out; it never stops the others.
 */

import { isSafePattern } from "./_safe_pattern.ts";

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
