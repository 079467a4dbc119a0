/** The status on one screen of 24 lines, with what needs attention. */

import { bold, dim } from "@std/fmt/colors";
import { type Here, hereOf } from "../../base/local_stamp.ts";
import { homeFolder } from "../../claude/folders.ts";
import { surroundingsOf } from "../../doctor/hook_obstacle.ts";
import { readStatus, type Status } from "../../doctor/read_status.ts";
import {
  judgeStatus,
  planHints,
  type StatusHint,
  type Verdict,
} from "../../doctor/status_hints.ts";
import type { KnowledgeCounts } from "../../knowledge/count_knowledge.ts";
import type { MemoryFill } from "../../memory/memory_fill.ts";
import { attention, drawBar } from "../../output/output.ts";
import { renderTable, SCREEN_COLUMNS, wrapText } from "../../output/table.ts";
import {
  formatBytes,
  formatCount,
  joinText,
  plural,
  type TextParts,
  timeAgo,
  withTilde,
} from "../../output/words.ts";
import type { CommandCall } from "../command.ts";
import { printable } from "../printable.ts";

export async function run({ openStore, output, world }: CommandCall) {
  const store = await openStore();
  const status = await readStatus(store, world);
  const around = surroundingsOf(store, world);
  const verdict = judgeStatus(status, around);
  const hints = planHints(status, around);
  output.result(
    { verdict, ...status, hints },
    () =>
      renderStatus(status, verdict, hints, {
        here: hereOf(world),
        home: homeFolder(world),
      }),
  );
}

interface StatusReader {
  readonly here: Here;
  readonly home: string | undefined;
}

const HEADLINES: Readonly<Record<Verdict, string>> = {
  works: "memory works here",
  foreign: "your memory works here, next to a foreign one",
  new: "no event of Claude Code has come yet",
  damaged: "memory works, but a file of it cannot be read",
  broken: "hooks cannot be started",
  unheard: "events do not come through",
  blocked: "nothing can be saved here",
  disabled: "hooks are switched off",
  off: "memory is off",
};

/** More would not fit on the screen. */
const MOST_HINTS = 5;

function renderStatus(
  status: Status,
  verdict: Verdict,
  hints: readonly StatusHint[],
  reader: StatusReader,
): string {
  const text = joinText([
    ...(status.exists ? kept(status, verdict, reader) : nothingYet(status)),
    hints.length > 0 && ["", ...renderHints(hints)],
  ]);
  return withTilde(text, reader.home);
}

function nothingYet({ project, store, problem }: Status): string[] {
  const title = `${bold(printable(project))} has no memory yet.`;
  if (problem !== null) return [title];
  return [
    title,
    `It begins with the first prompt in Claude Code, in ${printable(store)}`,
  ];
}

function kept(status: Status, verdict: Verdict, { here }: StatusReader) {
  const ago = (time: string | null) =>
    time === null ? "none yet" : timeAgo(new Date(time), here);
  const { sessions, sessionBytes, open } = status;
  const rows = [
    [
      "Last event",
      `${ago(status.lastEvent)}, last save ${ago(status.lastSave)}`,
    ],
    ["Waiting", describeWaiting(status)],
    [
      "Sessions",
      `${formatCount(sessions)} (${formatBytes(sessionBytes)}), ` +
      `${formatCount(open)} not ended`,
    ],
    ...memoryRows(status.memory, status.sections),
    ["Archives", describeArchives(status)],
    ...knowledgeRows(status),
    ...teamRows(status.team),
    ["On disk", `${formatBytes(status.bytes)} in ${printable(status.store)}`],
    ["Transcripts", describeTranscripts(status.transcripts)],
  ];
  return [
    `${bold(printable(status.project))}: ${HEADLINES[verdict]}`,
    "",
    renderTable(rows.map(([name = "", value = ""]) => [dim(name), value])),
  ];
}

function describeWaiting({ waiting, team }: Status): string {
  const items = team?.waiting ?? 0;
  return joinText([
    waiting > 0 && `${stretches(waiting)} of work for a summary`,
    items > 0 && `${plural(items, "item")} for share push`,
  ], ", ") || "nothing";
}

/** Most projects have no team, and no row for it. */
function teamRows(team: Status["team"]): string[][] {
  if (team === null) return [];
  const { share, sections, facts, held, tooLong } = team;
  if (share === false && sections + facts === 0) return [];
  const sharing = share === false
    ? "nothing new is shared"
    : share === "ask"
    ? "what is new waits for share push"
    : "what is new is shared";
  const back = held.length + tooLong.length;
  return [[
    "Team",
    `${plural(sections, "section")}, ${plural(facts, "fact")}; ${sharing}` +
    (back > 0 ? `, ${plural(back, "item")} held back` : ""),
  ]];
}

const stretches = (count: number) =>
  count === 1 ? "1 stretch" : `${count} stretches`;

function memoryRows(
  { bytes, tokens, isCounted, rotateAtTokens }: MemoryFill,
  sections: number | null,
): string[][] {
  if (sections === null) return [["memory.md", "cannot be read"]];
  if (bytes === 0) return [["memory.md", "nothing yet"]];
  const share = tokens / rotateAtTokens;
  const about = isCounted ? "" : "about ";
  return [
    [
      "memory.md",
      `${plural(sections, "section")}, ${about}${formatCount(tokens)} of ` +
      `${formatCount(rotateAtTokens)} tokens`,
    ],
    ["", `${drawBar(share)} ${Math.round(share * 100)} % full`],
  ];
}

function describeArchives({ archives, archivesWithoutSummary: open }: Status) {
  if (archives === 0) return "none";
  return `${archives}${open > 0 ? `, ${open} without a summary` : ""}`;
}

function knowledgeRows({ knowledge, unreadable }: Status): string[][] {
  if (unreadable.some((path) => path.endsWith("facts.json"))) {
    return [["Facts", "cannot be read"]];
  }
  return [
    ["Facts", describeFacts(knowledge)],
    ["Rules", describeRules(knowledge)],
  ];
}

function describeFacts(counts: KnowledgeCounts): string {
  const { decisions, patterns, issues, openIssues, concepts } = counts;
  if (decisions + patterns + issues === 0) return "none";
  return [
    plural(decisions, "decision"),
    plural(patterns, "pattern"),
    `${plural(issues, "issue")} (${openIssues} open)`,
    plural(concepts, "concept"),
  ].join(", ");
}

function describeRules({ rules, solutions, coreLogic }: KnowledgeCounts) {
  if (rules + solutions + coreLogic === 0) return "none";
  return joinText([
    plural(rules, "rule"),
    solutions > 0 && plural(solutions, "solution"),
    coreLogic > 0 && `${coreLogic} of core logic`,
  ], ", ");
}

function describeTranscripts(
  { count, daysKept, purgedSoon }: Status["transcripts"],
): string {
  if (daysKept === 0) return "none: Claude Code is set to write none";
  if (count === 0) return "none in Claude Code's folder";
  const soon = purgedSoon === 0 ? "" : `: ${purgedSoon} within a week`;
  return `${count} in Claude Code's folder, deleted after ` +
    `${plural(daysKept, "day")}${soon}`;
}

function renderHints(hints: readonly StatusHint[]): TextParts {
  const shown = hints.length > MOST_HINTS
    ? hints.slice(0, MOST_HINTS - 1)
    : hints;
  const more = hints.length - shown.length;
  return [
    ...shown.flatMap(({ text, remedy }) => [
      attention(
        `! ${
          wrapText(printable(text), SCREEN_COLUMNS - 2).replaceAll("\n", "\n  ")
        }`,
      ),
      `  → ${remedy}`,
    ]),
    more > 0 && [attention(`! ${more} more`), "  → memory-keeper doctor"],
  ];
}
