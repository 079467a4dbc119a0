/**
 * What a compaction may not lose, told from a session's log: the last request,
 * standing orders, open work, files changed since the last commit, the last
 * command that failed. Word for word, because the summary is checked by them.
 */

import { cutMiddle } from "../base/cut_text.ts";
import { disarmForModel, oneLine } from "../base/safe_text.ts";
import { commitsOf } from "../digest/commits.ts";
import { isTrivial } from "../digest/cues.ts";
import { isCommand } from "../digest/tool_actions.ts";
import { failedCommands } from "../digest/failures.ts";
import { changedFiles } from "../digest/files.ts";
import { openPoints } from "../digest/open_points.ts";
import { type Turn, turnsOf } from "../digest/turns.ts";
import { cut } from "../digest/wording.ts";
import type { L1Entry } from "../session/log_entry.ts";
import {
  COMPACTION_MAX_UNITS,
  type CompactionItem,
  renderItems,
} from "./_compaction_item.ts";
import { findStandingOrders, type StandingOrder } from "./_standing_orders.ts";

const INTRODUCTION = "Keep these word for word in the summary:";

const REQUEST_UNITS = 1000;
const ORDER_UNITS = 300;
const MOST_ORDERS = 8;
const OPEN_UNITS = 200;
const MOST_OPEN = 6;
const FILES_UNITS = 600;
const ERROR_UNITS = 200;

/** How the lines of the digest begin that say what kind of work is open. */
const OPEN_LEAD =
  /^(To do|Asked the user|Asked for and not mentioned since|Left to the user before|Put off before): ([^]+)$/;

/** `project` is the folder that files are told from. */
export function planCompactionItems(
  entries: readonly L1Entry[],
  project = "",
): CompactionItem[] {
  const turns = turnsOf(entries);
  const request = lastRequest(turns);
  const orders = standingOrders(turns);
  const open = openWork(turns, entries);
  const files = uncommittedFiles(entries, project);
  const failure = lastFailure(entries);
  // Many orders may not take the place of what there is only one of.
  const chosen = fit([
    ...request,
    ...failure,
    ...files,
    ...orders.toReversed(),
    ...open,
  ]);
  return [...request, ...orders, ...open, ...files, ...failure]
    .filter((item) => chosen.has(item));
}

/** The text for the summariser; undefined when there is nothing to say. */
export function renderForSummariser(
  items: readonly CompactionItem[],
): string | undefined {
  return items.length === 0 ? undefined : renderItems(INTRODUCTION, items);
}

function fit(items: readonly CompactionItem[]): ReadonlySet<CompactionItem> {
  const chosen: CompactionItem[] = [];
  for (const item of items) {
    const text = renderItems(INTRODUCTION, [...chosen, item]);
    if (text.length <= COMPACTION_MAX_UNITS) chosen.push(item);
  }
  return new Set(chosen);
}

/** "Yes" says nothing without the request before it. */
function lastRequest(turns: readonly Turn[]): CompactionItem[] {
  const turn = turns.findLast(({ request }) =>
    request.trim() !== "" && !isTrivial(request)
  );
  if (turn === undefined) return [];
  const text = cutMiddle(disarmForModel(turn.request).trim(), REQUEST_UNITS);
  return text === "" ? [] : [{ lead: "The user's last request", text }];
}

/** In the order they were given; of too many the explicit and newer ones. */
function standingOrders(turns: readonly Turn[]): CompactionItem[] {
  const orders = new Map<string, StandingOrder & { readonly at: number }>();
  for (const [at, { request }] of turns.entries()) {
    for (const { text, isExplicit } of findStandingOrders(request)) {
      const told = cut(safeLine(text), ORDER_UNITS);
      if (told === "") continue;
      // Said again, it counts as the newer one.
      orders.delete(told.toLowerCase());
      orders.set(told.toLowerCase(), { text: told, isExplicit, at });
    }
  }
  return [...orders.values()].reverse()
    .sort((a, b) => Number(b.isExplicit) - Number(a.isExplicit))
    .slice(0, MOST_ORDERS).sort((a, b) => a.at - b.at)
    .map(({ text }) => ({ lead: "Standing order", text }));
}

function openWork(
  turns: readonly Turn[],
  entries: readonly L1Entry[],
): CompactionItem[] {
  return openPoints(turns, entries).slice(0, MOST_OPEN).map((point) => {
    const line = safeLine(point);
    const [, lead = "Left open", text = line] = OPEN_LEAD.exec(line) ?? [];
    return { lead, text: cut(text, OPEN_UNITS) };
  });
}

function uncommittedFiles(
  entries: readonly L1Entry[],
  project: string,
): CompactionItem[] {
  const { cleanAt } = commitsOf(entries);
  const names = changedFiles(entries, project).since(cleanAt).map(safeLine);
  let text = "";
  let shown = 0;
  for (const name of names) {
    const longer = text === "" ? name : `${text}, ${name}`;
    if (longer.length > FILES_UNITS) break;
    text = longer;
    shown++;
  }
  if (text === "") return [];
  const more = names.length - shown;
  return [{
    lead: "Changed and not committed",
    text: more > 0 ? `${text}, ${more} more` : text,
  }];
}

/** Not a look around, and not one that has passed since. */
function lastFailure(entries: readonly L1Entry[]): CompactionItem[] {
  const failed = failedCommands(entries)
    .filter(({ matters, inAgent, followed }) =>
      matters && !inAgent && followed !== "passed later" &&
      followed !== "run again later"
    ).sort((a, b) => a.at - b.at).at(-1);
  if (failed === undefined) return [];
  const entry = entries[failed.at];
  if (entry === undefined || !isCommand(entry)) return [];
  const command = `\`${safeLine(entry.cmd).replaceAll("`", "'")}\``;
  const error = errorLine(failed.error, entry.output ?? "");
  return [{
    lead: "Failed and has not passed since",
    text: error === "" ? command : `${command} → ${error}`,
  }];
}

/** The digest cuts the line that says what went wrong; here it is whole. */
function errorLine(error: string, output: string): string {
  const beginning = error.replace(/ …$/, "");
  const whole = output.split("\n").map(safeLine)
    .find((line) => beginning !== "" && line.includes(beginning));
  return cut(whole ?? safeLine(error), ERROR_UNITS);
}

const safeLine = (text: string) => oneLine(disarmForModel(text));
