/** forget: say what would go, ask, remove it everywhere, look again. */

import { UserError } from "../../base/errors.ts";
import { hereOf } from "../../base/local_stamp.ts";
import { findTarget } from "../../control/find_target.ts";
import {
  carryOutForget,
  type ForgetPlan,
  type Forgot,
  hasCopies,
  type LayerCount,
  planForget,
  readIntent,
} from "../../control/forget.ts";
import { findOtherCopies, type OtherCopy } from "../../control/other_copies.ts";
import { joinText, plural } from "../../output/words.ts";
import { renderTable } from "../../output/table.ts";
import { assertStoreExists } from "../../store/store.ts";
import { claimOf, type CommandCall, type ExitCode } from "../command.ts";
import { confirmRemoval } from "../confirm_removal.ts";
import { readBounds } from "../search_options.ts";

const CLAIM = claimOf("forget");

export async function run(call: CommandCall) {
  const { args, openStore, output, world } = call;
  const words = args.positionals.join(" ").trim();
  const session = args.values.get("session");
  const bounds = readBounds(args, hereOf(world));
  const ways = [words, session, bounds.since ?? bounds.until].filter(Boolean);
  if (ways.length !== 1) {
    throw new UserError("misuse", "Say what to forget, in one way", [
      'memory-keeper forget "the text", an id, --session ID, or --since and --until',
    ]);
  }
  const store = await openStore();
  if (!await hasCopies(store, world)) assertStoreExists(store);
  const asked = JSON.stringify([words, session, bounds]);
  // One that was killed is brought to its end first: places have moved since.
  const begun = readIntent(store);
  if (begun && !args.switches.has("dry-run")) {
    const done = await carryOutForget(store, world, begun, CLAIM);
    if (begun.asked === asked) {
      output.result(done, () => renderDone(done, []));
      return exitOf(done);
    }
    output.note("First brought to its end what an earlier forget had begun");
  }
  const target = await findTarget(store, { words, session, ...bounds });
  const plan = await planForget(store, world, target);
  const copies = findOtherCopies(store, world, target);
  const what = renderPlan(plan);
  if (args.switches.has("dry-run")) {
    output.result(
      { ...plan, copies, removed: false },
      () => `Would remove\n${what}\n\n${renderCopies(copies)}`,
    );
    return plan.counts.length > 0 ? 0 : 1;
  }
  if (plan.counts.length > 0) confirmRemoval(call, `for good:\n${what}`);
  const done = await carryOutForget(store, world, { asked, target }, CLAIM);
  output.result(
    { ...done, copies, removed: true },
    () => renderDone(done, copies),
  );
  return exitOf(done);
}

const exitOf = ({ scan: { hits, unread } }: Forgot): ExitCode =>
  hits + unread.length === 0 ? 0 : 1;

function renderPlan({ counts }: ForgetPlan): string {
  return counts.length === 0
    ? "  nothing that is kept here"
    : renderTable(counts.map(rowOf));
}

const rowOf = ({ layer, unit, records, files }: LayerCount) => [
  `  ${layer}`,
  records === 1 ? `1 ${unit}` : `${records} ${unit.replace(/y$/, "ie")}s`,
  unit === "file" ? "" : `in ${plural(files, "file")}`,
];

function renderDone(done: Forgot, copies: readonly OtherCopy[]): string {
  const { counts, scan, isKeptOut } = done;
  const left = scan.left.map((path) => `  ${path}`);
  return joinText([
    counts.length === 0 ? "Nothing of it was kept here" : "Removed",
    counts.length > 0 && renderPlan(done),
    `Looked again: ${plural(scan.hits, "hit")} in ${
      plural(scan.files, "file")
    }`,
    left.length > 0 && [LEFT, ...left],
    scan.unread.length > 0 && [
      "Not looked into, because it cannot be unpacked:",
      ...scan.unread.map((path) => `  ${path}`),
    ],
    isKeptOut
      ? "It is kept out when the same is ingested again"
      : "No key can be written in Claude Code's folder: ingested again, it comes back",
    copies.length > 0 && ["", renderCopies(copies)],
  ]);
}

/** Paths and settings are not changed; other words go if they are named. */
const LEFT = "Left, in a path, a setting of yours, or words that stay as well:";

function renderCopies(copies: readonly OtherCopy[]): string {
  const kinds = Map.groupBy(copies, ({ what }) => what);
  const lines = [...kinds].flatMap(([what, all]) => [
    `  ${what}`,
    ...all.map(({ command }) => `    ${command}`),
  ]);
  return ["Not ours to change:", ...lines].join("\n");
}
