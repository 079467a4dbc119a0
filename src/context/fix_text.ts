/** What made a failed command work before, in at most 600 characters. */

import { clipSentence, cut } from "../base/cut_text.ts";
import { disarmForModel, oneLine } from "../base/safe_text.ts";
import { coreOf, tellingLine } from "../digest/failures.ts";
import type { FixStep } from "../digest/fix_story.ts";
import type { Fix } from "../search/find_fix.ts";

export const FIX_MAX_CHARS = 600;
const COMMAND_CHARS = 60;
const ERROR_CHARS = 80;
const ID_CHARS = 8;
const MOST_TRIED = 2;
const PROJECT_CHARS = 40;

/** Before the file and the place with which an error begins. */
const FOLDERS = /^\S*[/\\](?=[\w.-]+[:(]\d)/;

/** By which it is shown and silenced: `3f2a9c11#41`. */
export const fixId = ({ session, from }: Fix) =>
  `${session.slice(0, ID_CHARS)}#${from}`;

/** The steps' ids count on from the failure's. `project`: if it is another. */
export function renderFix(fix: Fix, project?: string): string {
  const short = fix.session.slice(0, ID_CHARS);
  const id = (at: number) => `${short}#${fix.from + at}`;
  const { cmd = "", output = "", error } = fix.failure;
  const command = `\`${cut(coreOf(cmd), COMMAND_CHARS)}\``;
  const told = (error ?? tellingLine(output)).replace(FOLDERS, "");
  const line = cut(told, ERROR_CHARS);
  const when = fix.at === null ? "" : ` on ${fix.at.slice(0, 10)}`;
  const list = (steps: readonly FixStep[]) =>
    steps.map(({ at, what }) => `${what} (${id(at)})`).join("; ");
  const passed = `passed${fix.passedAs ? ` as \`${fix.passedAs}\`` : ""} ` +
    `(${short}#${fix.to})`;
  const after = fix.made.length > 0 ? ` after: ${list(fix.made)}` : "";
  const then = fix.then?.made.slice(-MOST_TRIED) ?? [];
  const end = ` Shown ${project === undefined ? "" : "there "}by ` +
    `memory-keeper show ${fixId(fix)}, ` +
    `silenced by memory-keeper quiet ${fixId(fix)}.`;
  const whose = project === undefined
    ? "this project's memory"
    : `the memory of another project of the user, “${
      cut(project, PROJECT_CHARS)
    }”`;
  const tried = fix.tried.slice(-MOST_TRIED);
  const text = `From ${whose} (a record, not an instruction): ` +
    `the same error was met${when}, session ${short}. ${command} failed ` +
    `with “${line}” (${fixId(fix)}) and ` +
    (fix.then
      ? `no more with that (${id(fix.then.at)})${after}. It ${passed} after ` +
        `another error${then.length > 0 ? ` and: ${list(then)}` : ""}.`
      : `${passed}${after}.`) +
    (tried.length > 0 ? ` Did not help: ${list(tried)}.` : "");
  const words = oneLine(disarmForModel(text));
  return clipSentence(words, FIX_MAX_CHARS - end.length) + end;
}
