import { bold, cyan, dim } from "@std/fmt/colors";
import { type Here, hereOf } from "../../base/local_stamp.ts";
import { joinText, localTime, plural } from "../../output/words.ts";
import { displayWidth } from "../../output/table.ts";
import {
  FOUND_HERE,
  framed,
  TEAM_NOTE,
  trackedNote,
} from "../../context/frame.ts";
import { trackedBy } from "../../search/mark_tracked.ts";
import { showHit, type Shown, type ShownEntry } from "../../search/show_hit.ts";
import { foreignStore } from "../../store/foreign_store.ts";
import { assertStoreExists } from "../../store/store.ts";
import { disarmForModel, oneLine } from "../../base/safe_text.ts";
import type { CommandCall } from "../command.ts";
import { readNumber, sessionLabel, THEIRS } from "../search_options.ts";

const DEFAULT_CONTEXT = 2;
/** Of a text that is longer than `MOST_LINES`; so that a screen has two. */
const FOLDED_LINES = 8;
const MOST_LINES = 12;
const FOLDED_CHARS = 600;
const MOST_CHARS = 900;
const TOOL_CHARS = 160;
const RULE_COLUMNS = 80;

export async function run({ args, openStore, output, world }: CommandCall) {
  const [id = ""] = args.positionals;
  const isGiven = args.values.has("context");
  const context = isGiven || id.includes("#")
    ? readNumber(args, "context", DEFAULT_CONTEXT, [0, 1000])
    : undefined;
  const store = await openStore();
  const theirs = id.startsWith(THEIRS) ? foreignStore(store) : undefined;
  if (theirs !== undefined) {
    const shown = await showHit(theirs, id.slice(THEIRS.length), context);
    const text = () => `${FOUND_HERE}\n${framed(render(shown, hereOf(world)))}`;
    output.result({ foreign: true, ...shown }, text);
    return;
  }
  const shown = await showHit(assertStoreExists(store), id, context);
  const isSession = shown.layer === "l1" && !isGiven && !id.includes("#");
  const fold = args.switches.has("full") ? keepWhole : foldLong;
  const text = () =>
    isSession
      ? renderSession(shown, hereOf(world), fold, output.width)
      : render(shown, hereOf(world));
  if (trackedBy(store)(shown)) {
    const note = trackedNote(oneLine(shown.file));
    output.result(
      { tracked: true, ...shown },
      () => `${note}\n${framed(text())}`,
    );
  } else if (shown.layer === "team") {
    output.result(shown, () => `${TEAM_NOTE}\n${framed(text())}`);
  } else output.result(shown, text);
}

/** Lines to show of a text, and whether some are left out. */
type Fold = (text: string, isTool: boolean) => readonly [string, boolean];

const keepWhole: Fold = (text) => [text.trimEnd(), false];

const foldLong: Fold = (text, isTool) => {
  const whole = text.trimEnd();
  if (isTool) {
    const [line = ""] = whole.slice(0, TOOL_CHARS).split("\n");
    return line.length === whole.length ? [line, false] : [`${line} …`, true];
  }
  const lines = whole.split("\n");
  if (lines.length <= MOST_LINES && whole.length <= MOST_CHARS) {
    return [whole, false];
  }
  const head = lines.slice(0, FOLDED_LINES).join("\n");
  const end = head.length <= MOST_CHARS
    ? head.length
    : Math.max(head.lastIndexOf(" ", FOLDED_CHARS), FOLDED_CHARS / 2);
  const rest = plural(whole.length - end, "more character");
  return [`${head.slice(0, end).trimEnd()} … (${rest})`, true];
};

/** A whole session: a heading a turn, words in full lines, a line a tool. */
function renderSession(
  { entries, session, file, total }: Shown,
  here: Here,
  fold: Fold,
  width: number,
): string {
  let folded = 0;
  let turn = 0;
  const blocks = entries.map(({ id, who, ts, text }, i) => {
    const number = dim(id.slice(id.lastIndexOf("#")));
    const [shown, isFolded] = fold(text, who === "tool");
    if (isFolded) folded++;
    if (who === "tool") return `  ${number} ${dim(shown)}`;
    const said = ts ? ` · ${localTime(ts, here)}` : "";
    if (who !== "user") return `\n${number} ${bold("assistant")}\n${shown}`;
    const gap = i === 0 ? "" : "\n";
    return `${gap}${heading(`Turn ${++turn}${said}`, width)}\n${shown}`;
  });
  const label = session === null ? file : sessionLabel(session);
  return joinText([
    `${bold(cyan(label))}  ${plural(total, "entry", "entries")} in ${file}`,
    "",
    ...blocks,
    folded > 0 &&
    ["", dim(`${plural(folded, "long text")} folded; --full shows all`)],
  ]);
}

/** A line across the screen that begins with a title. */
function heading(title: string, width: number): string {
  const rest = Math.min(width, RULE_COLUMNS) - displayWidth(title) - 4;
  return bold(`── ${title} ${"─".repeat(Math.max(0, rest))}`);
}

function render({ entries, total }: Shown, here: Here): string {
  const rest = total - entries.length;
  return joinText([
    ...entries.map((entry) => renderEntry(entry, here)),
    rest > 0 &&
    dim(
      plural(rest, "more entry", "more entries") +
        "; --context shows more of them",
    ),
  ], "\n\n");
}

function renderEntry(entry: ShownEntry, here: Here): string {
  const { id, who, ts, author, edited, recorded, text, isHit } = entry;
  const time = `${recorded ? "recorded " : ""}${localTime(ts ?? "", here)}`;
  const by = author ? `by ${oneLine(author)}` : null;
  const since = edited ? "edited since it was shared" : null;
  const facts = joinText([who, by, ts ? time : null, since], " · ");
  const head = isHit ? `${bold(cyan(id))}  ${facts}` : dim(`${id}  ${facts}`);
  const words = who === "team" ? disarmForModel(text) : text;
  return `${isHit ? "▶ " : "  "}${head}\n${words.trimEnd()}`;
}
