/** What `clear` removes, in words a person knows; `--json` has every file. */

import { WRITTEN_NAMES } from "../store/layout.ts";
import { plural } from "../output/words.ts";
import { renderTable } from "../output/table.ts";
import { isArchiveName, isSummaryName } from "../store/layout.ts";

const LOG = /^sessions\/(\d{4}-\d\d-\d\d)_\d{4}_[^.]+/;
const WRITTEN = WRITTEN_NAMES.map((name) => `${name}.md`);

type Row = readonly [what: string, more: string];

/** Each kind takes its files; the last one takes what is left. */
const KINDS: readonly (readonly [
  isOfIt: (file: string) => boolean,
  describe: (files: readonly string[]) => Row,
])[] = [
  [(file) => LOG.test(file), describeSessions],
  [
    (file) => file.startsWith("sessions/"),
    (files) => ["weeks and months", `${plural(files.length, "file")}, folded`],
  ],
  [(file) => file === "memory.md", () => ["memory.md", "its newest sections"]],
  [
    (file) => isArchiveName(file) || isSummaryName(file),
    (files) => {
      const count = files.filter(isArchiveName).length;
      return [
        plural(count, "archive"),
        `of memory.md, with ${count === 1 ? "its summary" : "their summaries"}`,
      ];
    },
  ],
  [
    (file) => file === "facts.json" || file === "concepts.json",
    () => ["knowledge", "facts, rules and concepts"],
  ],
  [
    (file) => WRITTEN.includes(file.replace(/\.bak$/, "")),
    (files) => ["what you wrote", files.join(", ")],
  ],
  [(file) => file === "config.json", () => ["settings", "of this project"]],
  [
    (file) => file.startsWith("delta"),
    (files) => [
      "waiting work",
      `${plural(files.length, "text")} without a summary yet`,
    ],
  ],
  [(file) => file === "report.html", () => ["report.html", "the page"]],
  [
    () => true,
    (files) => [
      "internal",
      `${plural(files.length, "file")}: state, search index, log`,
    ],
  ],
];

export function renderClear(files: readonly string[]): string {
  const rows: Row[] = [];
  let left = files;
  for (const [isOfIt, describe] of KINDS) {
    const mine = left.filter(isOfIt);
    if (mine.length > 0) rows.push(describe(mine));
    left = left.filter((file) => !isOfIt(file));
  }
  return renderTable(rows.map(([what, more]) => [`  ${what}`, more]));
}

/** A session has several files; its name has the day it began. */
function describeSessions(files: readonly string[]): Row {
  const stems = new Set(files.map((file) => LOG.exec(file)?.[0]));
  const days = files.map((file) => LOG.exec(file)?.[1] ?? "").toSorted();
  const [first = "", last = ""] = [days.at(0), days.at(-1)];
  return [
    plural(stems.size, "session"),
    `${first === last ? `of ${first}` : `from ${first} to ${last}`}: ` +
    "logs, digests, facts",
  ];
}
