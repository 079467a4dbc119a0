/**
 * What a session is given at its start: sections under one budget. Each has a
 * share that is its own; what some leave over goes to rolling memory first,
 * then to the others, the small wants first, so that no long section starves
 * another. Sections are cut at whole lines, and the
 * last line says what was left out. Sizes are UTF-16 units, as Claude Code
 * counts them.
 */

import { clipSentence } from "../base/cut_text.ts";

/** Below Claude Code's 10,000, beyond which a session sees only a preview. */
export const CONTEXT_MAX_UNITS = 9500;

export interface ContextSection {
  /** The word `load --section` takes. */
  readonly name: string;
  readonly title: string;
  /** Why a session is given it, for `load --explain`. */
  readonly why: string;
  /** What one item is called: "lines", "rules". */
  readonly noun: string;
  /** The units that are its own, title included. */
  readonly share: number;
  /** Lines, or blocks of lines that belong together; the first matter most. */
  readonly items: readonly string[];
  /** How many more there are that were not even read. */
  readonly more?: number;
  /** How many a session sees anyway, in CLAUDE.md or MEMORY.md. */
  readonly known?: number;
}

export interface ContextFrame {
  readonly opening: string;
  /** What could not be read; the manifest names it. */
  readonly unreadable?: readonly string[];
  /** The section that takes what others leave over. */
  readonly filler?: string;
  readonly maxUnits?: number;
}

export interface PlannedSection {
  readonly name: string;
  readonly why: string;
  readonly noun: string;
  readonly units: number;
  /** Items shown whole, and how many there are. */
  readonly shown: number;
  readonly total: number;
  /** Not counted in `total`: what a session sees anyway. */
  readonly known: number;
}

export interface ContextPlan {
  readonly text: string;
  readonly sections: readonly PlannedSection[];
}

const GAP = "\n\n";
/** Less of a line says nothing. */
const LEAST_CLIP = 80;
const CUT_MARK = "…";
/** What a short section keeps of its share where room is scarce. */
const LEAST_ROOM = 350;

export function planContext(
  all: readonly ContextSection[],
  frame: ContextFrame,
): ContextPlan {
  const { opening, unreadable = [], maxUnits = CONTEXT_MAX_UNITS } = frame;
  const sections = all.filter(({ items, known = 0 }) =>
    items.length > 0 || known > 0
  );
  const manifest = (planned: readonly PlannedSection[]) =>
    renderManifest(planned, unreadable);
  // As if nothing were shown: no manifest is longer than this one.
  const longest = Math.max(
    manifest(sections.map((one) => describe(one, "", 0))).length,
    manifest([]).length,
  );
  const room = maxUnits - opening.length - longest -
    GAP.length * (sections.length + 1);
  const fitted = fitSections(sections, room, frame.filler);
  const planned = sections.map((one, i) => {
    const { text, shown } = fitted[i] ?? NOTHING;
    return describe(one, text, shown);
  });
  const texts = fitted.map(({ text }) => text).filter((text) => text !== "");
  return {
    text: [opening, ...texts, manifest(planned)].join(GAP),
    sections: planned,
  };
}

interface Fitted {
  readonly text: string;
  readonly shown: number;
}

const NOTHING: Fitted = { text: "", shown: 0 };

function fitSections(
  sections: readonly ContextSection[],
  room: number,
  filler: string | undefined,
): Fitted[] {
  const rooms = divide(sections, room, filler);
  const isFiller = ({ name }: ContextSection) => name === filler;
  const fitted = sections.map((one, i) =>
    isFiller(one) ? NOTHING : fit(one, rooms[i] ?? 0)
  );
  // Whole lines seldom use a room up; the filler gets what remained.
  const used = sum(fitted.map(({ text }) => text.length));
  return sections.map((one, i) =>
    isFiller(one) ? fit(one, room - used) : fitted[i] ?? NOTHING
  );
}

/** The room of each section; together they have no more than there is. */
function divide(
  sections: readonly ContextSection[],
  room: number,
  filler: string | undefined,
): number[] {
  const wants = sections.map(sizeOf);
  const own = sections.map(({ share }, i) => Math.min(wants[i] ?? 0, share));
  // Where not even the shares fit, the long ones give way to the short ones.
  const least = own.map((units) => Math.min(units, LEAST_ROOM));
  const above = own.map((units, i) => units - (least[i] ?? 0));
  const small = shrunk(least, room);
  const large = shrunk(above, room - sum(small));
  const rooms = own.map((_, i) => (small[i] ?? 0) + (large[i] ?? 0));
  let left = room - sum(rooms);
  const first = sections.findIndex(({ name }) => name === filler);
  const missing = (i: number) => (wants[i] ?? 0) - (rooms[i] ?? 0);
  const give = (i: number, most: number) => {
    const more = Math.max(0, Math.min(most, missing(i)));
    rooms[i] = (rooms[i] ?? 0) + more;
    left -= more;
  };
  if (first >= 0) give(first, left);
  const hungry = [...sections.keys()].filter((i) => missing(i) > 0)
    .toSorted((a, b) => missing(a) - missing(b));
  hungry.forEach((i, fed) => give(i, Math.floor(left / (hungry.length - fed))));
  return rooms;
}

/** The sizes, each as much smaller as it takes to fit. */
function shrunk(sizes: readonly number[], room: number): number[] {
  const scale = Math.min(1, Math.max(0, room) / Math.max(1, sum(sizes)));
  return sizes.map((units) => Math.floor(units * scale));
}

const sum = (sizes: readonly number[]) =>
  sizes.reduce((total, units) => total + units, 0);

function sizeOf({ title, items }: ContextSection): number {
  return items.reduce((sum, item) => sum + item.length + 1, title.length);
}

function fit({ title, items }: ContextSection, room: number): Fitted {
  const lines = [title];
  let left = room - title.length;
  let shown = 0;
  for (const item of items) {
    if (item.length + 1 <= left) {
      lines.push(item);
      left -= item.length + 1;
      shown++;
      continue;
    }
    const part = cutItem(item, left - 1, shown === 0);
    if (part !== undefined) lines.push(part);
    break;
  }
  return lines.length === 1 ? NOTHING : { text: lines.join("\n"), shown };
}

/**
 * The whole lines of a block that fit, its first line never alone. Only where
 * nothing else of a section would be seen, a line is cut at a sentence.
 */
function cutItem(
  item: string,
  room: number,
  isFirst: boolean,
): string | undefined {
  const lines = item.split("\n");
  const taken: string[] = [];
  let left = room - CUT_MARK.length - 1;
  for (const line of lines) {
    if (line.length + 1 > left) break;
    taken.push(line);
    left -= line.length + 1;
  }
  if (taken.length > 1) return [...taken, CUT_MARK].join("\n");
  const next = lines[taken.length];
  if (!isFirst || next === undefined || left < LEAST_CLIP) return undefined;
  return [...taken, clipSentence(next, left)].join("\n");
}

function describe(
  { name, why, noun, items, more = 0, known = 0 }: ContextSection,
  text: string,
  shown: number,
): PlannedSection {
  const total = items.length + more;
  return { name, why, noun, units: text.length, shown, total, known };
}

/** The last line: what was left out, and the command that shows it. */
function renderManifest(
  planned: readonly PlannedSection[],
  unreadable: readonly string[],
): string {
  const cut = planned.filter(({ shown, total }) => shown < total);
  const parts = cut.map(({ name, noun, shown, total }) =>
    `${name} (${total - shown} of ${total} ${noun})`
  );
  const known = planned.filter((one) => one.known > 0)
    .map((one) => `${one.name} (${one.known} ${one.noun})`);
  const isSome = unreadable.length + known.length > 0;
  const left = cut.length === 0
    ? `Nothing${isSome ? " else" : ""} was left out; ` +
      "memory-keeper search <words> finds more."
    : `Left out: ${parts.join(", ")}; all of one: ` +
      "memory-keeper load --section NAME.";
  return [
    ...(unreadable.length === 0
      ? []
      : [`Not shown, because it cannot be read: ${unreadable.join(", ")}.`]),
    ...(known.length === 0
      ? []
      : [`In CLAUDE.md or MEMORY.md already: ${known.join(", ")}.`]),
    left,
  ].join(" ");
}
