/** why: where something in memory comes from, from its words to its commit. */

import { bold, dim } from "@std/fmt/colors";
import { clip } from "../../base/cut_text.ts";
import { type Here, hereOf } from "../../base/local_stamp.ts";
import { oneLine } from "../../base/safe_text.ts";
import { findWhy, type KnownFact, type Why } from "../../control/why.ts";
import { localTime } from "../../output/times.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";

const LINE_CHARS = 160;
const MOST_ENTRIES = 12;

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
  const store = assertStoreExists(await openStore());
  const why = await findWhy(store, world, invocation.positionals.join(" "));
  const isFull = invocation.switches.has("full");
  output.result(why, () => render(why, hereOf(world), isFull));
  return 0;
}

function render(why: Why, here: Here, isFull: boolean): string {
  const { text, fact, section, session, entries, commit, facts, given } = why;
  const say = (words: string) =>
    isFull ? words : clip(oneLine(words), LINE_CHARS);
  const shown = isFull ? entries : entries.slice(0, MOST_ENTRIES);
  const more = entries.length - shown.length;
  return [
    bold(say(text)),
    ...(fact ? [`fact      ${fact.id}: ${fact.state}`] : []),
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
    ...shown.map(({ id, at, who, text }) =>
      `  ${
        dim(`#${id.split("#")[1]} ${at ? localTime(at, here) : ""} ${who}`)
      } ` +
      say(text)
    ),
    ...(more > 0 ? [dim(`  ${more} more; --full shows all`)] : []),
    commit
      ? `commit    ${commit.hash.slice(0, 10)} ` +
        `${localTime(commit.at.toISOString(), here)} ${commit.subject}`
      : "commit    none followed that git's files tell of",
    ...(facts.length > 0
      ? ["facts that rest on it", ...facts.map((one) => factLine(one, say))]
      : []),
    given
      ? `given     to ${given.session.slice(0, 8)}, ` +
        localTime(given.at.toISOString(), here)
      : "given     to no session that is still noted",
  ].join("\n");
}

const factLine = (
  { id, content, state }: KnownFact,
  say: (words: string) => string,
) => `  ${id} ${say(content)} (${state})`;
