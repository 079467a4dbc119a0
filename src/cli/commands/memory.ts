/** memory.md, its archives and tiers: save, rotate, compress, clear, summarize. */

import { UserError } from "../../base/errors.ts";
import { readFacts } from "../../knowledge/knowledge_files.ts";
import { reflect } from "../../knowledge/reflect.ts";
import {
  carryOutClear,
  type ClearPlan,
  planClear,
} from "../../memory/clear_memory.ts";
import { compressSessions } from "../../memory/compress_sessions.ts";
import { rotateMemory } from "../../memory/rotate_memory.ts";
import { saveText } from "../../memory/save_text.ts";
import { renderTable } from "../../output/table.ts";
import { formatBytes, joinText, plural } from "../../output/words.ts";
import {
  isArchiveName,
  isSummaryName,
  WRITTEN_FILES,
} from "../../store/layout.ts";
import { storeExists } from "../../store/store.ts";
import { commitArchiveSummary } from "../../summary/archive_summaries.ts";
import { pendingArchives } from "../../summary/ask_for_archive_summary.ts";
import { claimOf, type CommandCall } from "../command.ts";
import { confirmRemoval } from "../confirm_removal.ts";
import { readStdin, readWords } from "../read_stdin.ts";
import { renderCandidates } from "../render_candidates.ts";

export async function save({ args, openStore, output, world }: CommandCall) {
  const text = await readWords(args.positionals.join(" "));
  const store = await openStore();
  const claim = claimOf("save");
  const { file, rotated } = await saveText(store, world, text, claim);
  const { memory } = store.layout;
  const more = rotated === null
    ? ""
    : file === memory
    ? `; what was there before is in ${rotated}`
    : "; with it memory.md was full and starts again empty";
  output.result({ file, rotated }, () => `Saved in ${file}${more}`);
}

export async function rotate({ args, keptStore, output, world }: CommandCall) {
  const force = args.switches.has("force");
  const rotated = await rotateMemory(
    await keptStore(),
    world,
    claimOf("rotate"),
    { force },
  );
  output.result(
    rotated ?? { archive: null },
    () =>
      rotated
        ? `Archived ${plural(rotated.sections, "section")} ` +
          `(${rotated.tokens} tokens) ` +
          `as ${rotated.archive}`
        : force
        ? "Nothing in memory.md is new; nothing was archived"
        : "memory.md is not full; nothing was archived",
  );
  return rotated ? 0 : 1;
}

export async function compress(
  { args, keptStore, output, world }: CommandCall,
) {
  const dryRun = args.switches.has("dry-run");
  const claim = claimOf("compress");
  const store = await keptStore();
  const done = await compressSessions(store, world, claim, { dryRun });
  const { written, removed, gzipped } = done;
  const reflection = reflect(readFacts(store.layout), world);
  output.result({ dryRun, ...done, ...reflection }, () => {
    const fold = dryRun ? "Would fold" : "Folded";
    const pack = dryRun ? "Would gzip" : "Gzipped";
    const lines = joinText([
      removed.length > 0 && `${fold} ${plural(removed.length, "file")} into`,
      written.map((name) => `  ${name}`),
      gzipped.map((name) => `${pack} ${name}`),
    ]);
    return [
      lines || "Nothing is old enough",
      renderCandidates(reflection) || null,
    ];
  });
}

export async function clear(call: CommandCall) {
  const { args, openStore, output, world } = call;
  const scope = args.positionals[0] as ClearPlan["scope"];
  const store = await openStore();
  const plan = planClear(store, world, scope);
  const { files, bytes, backup } = plan;
  if (!storeExists(store) || files.length === 0) {
    output.result({ ...plan, removed: false }, () => "Nothing to remove");
    return 1;
  }
  const what = `${plural(files.length, "file")} (${formatBytes(bytes)})`;
  const list = renderClear(files);
  if (args.switches.has("dry-run")) {
    output.result(
      { ...plan, removed: false },
      () => `Would remove ${what}:\n${list}`,
    );
    return;
  }
  confirmRemoval(call, `${what}:\n${list}`);
  await carryOutClear(store, plan, claimOf("clear"));
  output.result(
    { ...plan, removed: true },
    () => `Removed ${what}` + (backup ? `; a backup is in ${backup}` : ""),
  );
}

export async function summarize(
  { args, keptStore, output, world }: CommandCall,
) {
  const [archive] = args.positionals;
  const store = await keptStore();
  const pending = pendingArchives(store).map(({ file }) => file);
  if (archive === undefined || args.switches.has("list")) {
    output.result(
      { pending },
      () =>
        pending.length === 0
          ? "Every archive has its summary"
          : pending.join("\n"),
    );
    return;
  }
  const message = await readStdin();
  if (message.trim() === "") {
    throw new UserError("misuse", "No summary on stdin", [
      "In Claude Code /memory-keeper:memory-rotate makes one; by hand give " +
      "JSON with themes, keyDecisions, issues and overallSummary",
    ]);
  }
  const outcome = await commitArchiveSummary(
    store,
    world,
    { archive, message },
    claimOf("summarize"),
  );
  if (outcome.kind === "gone") {
    throw new UserError("refused", `No archive "${archive}" is known`, [
      'Run "memory-keeper summarize --list"',
    ]);
  }
  if (outcome.kind === "refused") {
    throw new UserError("refused", `Not saved: ${outcome.reason}`, [
      "Fix the JSON and try again",
    ]);
  }
  output.result(outcome, () => `Saved ${outcome.file}`);
}

const LOG = /^sessions\/(\d{4}-\d\d-\d\d)_\d{4}_[^.]+/;

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
    (file) => WRITTEN_FILES.includes(file.replace(/\.bak$/, "")),
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

function renderClear(files: readonly string[]): string {
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
