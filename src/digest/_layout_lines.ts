/**
 * Laying a digest out in so many characters: every section gets its share in
 * whole lines, what one leaves over goes to the others.
 */

/** More lines than any digest has room for are not worth making. */
export const CANDIDATES = 60;

export interface Line {
  readonly text: string;
  /** The lower, the sooner it is taken; the place in the section is as given. */
  readonly rank: number;
}

export interface LineSection {
  readonly label: string;
  readonly share: number;
  readonly lines: readonly Line[];
  /** Cut last: how a session ended must not be missing. */
  readonly needed?: boolean;
  /** What was there before lines were chosen, to say how many are missing. */
  readonly total?: number;
}

export function layOut(
  sections: readonly LineSection[],
  maxChars: number,
): string {
  const full = sections.filter(({ lines }) => lines.length > 0)
    .map((section) => ({
      section,
      taken: new Set<Line>(),
      waiting: section.lines.map((line) => ({
        ...line,
        text: neutral(line.text),
      })).filter(({ text }) => text !== "")
        .sort((a, b) => a.rank - b.rank),
      used: 0,
    }));
  let room = maxChars;
  /** Take the next line that fits; false if there is none. */
  const takeOne = (state: typeof full[number], limit: number) => {
    const label = state.taken.size === 0 ? labelRoom(state.section) : 0;
    for (let line = state.waiting.shift(); line; line = state.waiting.shift()) {
      const cost = line.text.length + 3 + label;
      if (cost > room) continue;
      if (state.used + cost > limit) {
        state.waiting.unshift(line);
        return false;
      }
      state.taken.add(line);
      state.used += cost;
      room -= cost;
      return true;
    }
    return false;
  };
  const needed = full.filter(({ section }) => section.needed);
  const byNeed = [...needed, ...full.filter((one) => !needed.includes(one))];
  for (const state of needed) takeOne(state, Infinity);
  for (const state of byNeed) {
    while (takeOne(state, state.section.share * maxChars));
  }
  while (byNeed.filter((state) => takeOne(state, Infinity)).length > 0);
  return full.filter(({ taken }) => taken.size > 0).map(
    ({ section, taken }) => {
      const texts = new Set([...taken].map(({ text }) => text));
      const lines = section.lines.map(({ text }) => neutral(text))
        .filter((text) => texts.delete(text));
      const total = section.total ?? section.lines.length;
      const missing = total > lines.length
        ? ` (${lines.length} of ${total})`
        : "";
      return [
        `**${neutral(section.label)}**${missing}`,
        ...lines.map((text) => `- ${text}`),
      ].join("\n");
    },
  ).join("\n\n");
}

/** The same words twice say nothing more. */
export function distinct(lines: readonly Line[]): Line[] {
  const seen = new Set<string>();
  return lines.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/** The label, its count and the blank line before it. */
function labelRoom(
  { label, lines, total = lines.length }: LineSection,
): number {
  const count = total > 1 ? ` (${total} of ${total})` : "";
  return label.length + "****".length + count.length + 3;
}

/**
 * A digest is stored between our own headers and comments and shown to a
 * model: quoted words may not pass for either.
 */
function neutral(text: string): string {
  return text.toWellFormed()
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g,
      " ",
    )
    .replace(/◆\s*/g, "")
    .replace(/\[(?=MEMORY_KEEPER)/gi, "(")
    .replace(
      /<(?=!|\/?(?:system-reminder|memory-keeper|private|task-notification))/gi,
      "‹",
    )
    .replace(/-->/g, "→")
    .replace(/#+\s*(?=\d{4}-\d\d)/g, "")
    .replace(/^(?:[#>\s]|[-*+]\s)+/, "")
    .trim();
}
