/**
 * Lines a session sees anyway, because they stand in CLAUDE.md or in Claude
 * Code's own MEMORY.md: they need not be said twice.
 */

/** Shorter lines are too common to mean the same. */
const LEAST_CHARS = 8;

export class KnownLines {
  readonly #lines = new Set<string>();

  constructor(texts: readonly string[] = []) {
    for (const line of texts.flatMap((text) => text.split(/\r\n?|\n/))) {
      const bare = bareLine(line);
      if (bare.length >= LEAST_CHARS) this.#lines.add(bare);
    }
  }

  has(line: string): boolean {
    return this.#lines.size > 0 && this.#lines.has(bareLine(line));
  }

  /** The lines that are not known. Headings stay: they lead what follows. */
  without(lines: readonly string[]): string[] {
    return lines.filter((line) => /^\s*#/.test(line) || !this.has(line));
  }
}

/** A line without what marks it as an item, and with single blanks. */
function bareLine(line: string): string {
  return line.replace(/^\s*(?:[-*+>]\s+|\d+[.)]\s+|#+\s+)*/, "")
    .replace(/\s+/g, " ").trim();
}
