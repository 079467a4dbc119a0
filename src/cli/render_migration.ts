/** A migration's plan and its outcome, for people. */

import type { FoundKind, MigrationStep, StepKind } from "../legacy/door.ts";
import { formatBytes, joinText, plural } from "../output/words.ts";
import { renderTable } from "../output/table.ts";

type Describe = (step: MigrationStep, count: number) => string;

const some = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

/** What is done about each kind of finding. */
const DEEDS: Record<StepKind, Describe> = {
  home: ({ names, counts = {} }) =>
    `bring in ${names[0]}: ${
      joinText([
        counts["memory"] ? "its memory" : null,
        plural(counts["facts"] ?? 0, "fact"),
        plural(counts["sessions"] ?? 0, "other file"),
      ], ", ")
    }; it stays where it is`,
  move: (_, n) => `move ${plural(n, "session file")} into sessions/`,
  raw: (_, n) =>
    `make logs from ${some(n, "raw copy", "raw copies")}, and join the older ` +
    "logs of these sessions; the copies stay",
  join: ({ counts = {} }, n) =>
    `join ${plural(n, "log")} into the ${
      counts["into"] === 1 ? "log" : `${counts["into"]} logs`
    } of the same ${counts["into"] === 1 ? "session" : "sessions"}`,
  delta: () => "queue delta_temp.txt for a summary",
  split: ({ names }) =>
    `split ${names.join(", ")} into archives, by sections, every line kept`,
  facts: ({ counts = {} }) =>
    "write facts.json in its current form" +
    (counts["renumbered"]
      ? `; ${some(counts["renumbered"], "fact gets", "facts get")} a new id`
      : ""),
  index: ({ counts = {} }) =>
    "write memory-index.json in its current form" +
    (counts["pending"]
      ? `; ${some(counts["pending"], "archive waits", "archives wait")} ` +
        "for a summary"
      : ""),
  markers: ({ names }) => `remove ${names.join(", ")}`,
  traces: ({ names }) => `remove the earlier tool's lines from ${names[0]}`,
};

const FOUND: Record<
  FoundKind["kind"],
  (found: FoundKind) => readonly [what: string, note: string]
> = {
  memory: ({ open }) => [
    "memory.md",
    open === 0
      ? ""
      : `${
        some(open, "header says", "headers say")
      } no local time, archives included: see migrate timezone`,
  ],
  archives: ({ count, open }) => [
    plural(count, "archive"),
    open === 0 ? "" : `${open} without a summary`,
  ],
  logs: ({ count }) => [plural(count, "session log"), ""],
  raw: ({ count }) => [some(count, "raw copy", "raw copies"), ""],
  facts: () => ["facts and concepts", ""],
  delta: () => ["delta_temp.txt", "work that was never summarised"],
};

export function renderFound(found: readonly FoundKind[]): string {
  return renderTable(found.map((one) => {
    const [what, note] = FOUND[one.kind](one);
    return [`  ${what}`, formatBytes(one.bytes), note];
  }));
}

function describeStep(step: MigrationStep): string {
  const size = step.bytes > 0 ? ` (${formatBytes(step.bytes)})` : "";
  return `${DEEDS[step.what](step, step.names.length)}${size}`;
}

/** Numbered, followed by the diffs of files that are not ours. */
export function renderSteps(steps: readonly MigrationStep[]): string {
  const lines = steps.map((step, i) => `  ${i + 1}. ${describeStep(step)}`);
  const diffs = steps.flatMap(({ diff }) => diff === undefined ? [] : [diff]);
  return [...lines, ...diffs.flatMap((diff) => ["", diff])].join("\n");
}

export function renderLeft(left: readonly string[]): string[] {
  return left.length === 0
    ? []
    : ["", "Left as it is:", ...left.map((line) => `  ${line}`)];
}
