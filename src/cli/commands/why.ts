/** why: where something in memory comes from, from its words to its commit. */

import { bold, dim } from "@std/fmt/colors";
import { type Here, hereOf } from "../../base/local_stamp.ts";
import { oneLine } from "../../base/safe_text.ts";
import { countOutcomes, readOutcomes } from "../../context/moment_outcomes.ts";
import { findWhy, type KnownFact, type Why } from "../../control/why.ts";
import { clipToWidth } from "../../output/table.ts";
import { joinText, listParts, localTime } from "../../output/words.ts";
import type { CommandCall } from "../command.ts";
import { renderMoments } from "../render_moments.ts";

const LINE_COLUMNS = 160;
const MOST_ENTRIES = 12;

export async function run({ args, keptStore, output, world }: CommandCall) {
  const store = await keptStore();
  const asked = args.positionals.join(" ").trim();
  const why = await findWhy(store, world, asked);
  const ids = momentIds(why, asked);
  const moments = countOutcomes(
    (await readOutcomes(store)).filter(({ id }) => ids.includes(id)),
  );
  const isFull = args.switches.has("full");
  output.result({ ...why, moments }, () => [
    render(why, hereOf(world), isFull),
    moments.length > 0 &&
    renderMoments(moments).replace(/^/gm, " ".repeat(10)),
  ]);
}

/** The ids by which it is given at a moment. */
function momentIds({ fact, section, session }: Why, asked: string): string[] {
  return listParts([
    asked,
    fact?.id,
    section?.id,
    section && session && `${session.slice(0, 8)}#${section.from}`,
  ]);
}

function render(why: Why, here: Here, isFull: boolean): string {
  const { text, fact, entries, facts, given } = why;
  const say = (words: string) =>
    isFull ? words : clipToWidth(oneLine(words).trim(), LINE_COLUMNS);
  const shown = isFull ? entries : entries.slice(0, MOST_ENTRIES);
  const more = entries.length - shown.length;
  return joinText([
    bold(say(text)),
    fact && `fact      ${fact.id}: ${fact.state}`,
    ...renderOrigin(why),
    ...shown.map(({ id, at, who, text }) =>
      `  ${
        dim(`#${id.split("#")[1]} ${at ? localTime(at, here) : ""} ${who}`)
      } ` +
      say(text)
    ),
    more > 0 && dim(`  ${more} more; --full shows all`),
    ...renderCommit(why, here),
    facts.length > 0 && [
      why.source ? "facts it was made from" : "facts that rest on it",
      ...facts.map((one) => factLine(one, say)),
    ],
    given
      ? `given     to ${given.session.slice(0, 8)}, ` +
        localTime(given.at.toISOString(), here)
      : "given     to no session that is still noted",
  ]);
}

function renderOrigin({ source, section, session }: Why): string[] {
  if (source !== null) return [`source    ${source}`];
  return [
    section
      ? `section   ${section.id}, ${section.header.replace(/^## /, "")}` +
        (section.branch ? `, branch ${section.branch}` : "")
      : "section   none tells of it",
    session
      ? `session   ${session}` +
        (section && section.from !== null
          ? `, entries ${section.from}-${section.to}`
          : "")
      : "session   none: it was written by hand",
  ];
}

function renderCommit({ commit, source }: Why, here: Here): string[] {
  if (commit !== null) {
    const at = localTime(commit.at.toISOString(), here);
    return [`commit    ${commit.hash.slice(0, 10)} ${at} ${commit.subject}`];
  }
  return source === null
    ? ["commit    none followed that git's files tell of"]
    : [];
}

const factLine = (
  { id, content, state }: KnownFact,
  say: (words: string) => string,
) => `  ${id} ${say(content)} (${state})`;
