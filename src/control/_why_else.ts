/** What else memory has: concepts, user rules, written files, team items. */

import { normalText } from "../base/normal_text.ts";
import { oneLine } from "../base/safe_text.ts";
import { baseName } from "../base/path_text.ts";
import type { Concept } from "../knowledge/concepts.ts";
import { readConcepts } from "../knowledge/knowledge_files.ts";
import { readUserRules } from "../knowledge/user_rules.ts";
import { WRITTEN_NAMES } from "../store/layout.ts";
import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import {
  findItemCalled,
  findItemThatSays,
  wordsOf,
} from "../team/find_item.ts";
import { timeOf } from "../team/team_item.ts";
import { idOfStem } from "../team/team_names.ts";
import { describeAuthors, type TeamEntry } from "../team/team_set.ts";

export interface Elsewhere {
  readonly text: string;
  /** Where it is and how it came there. */
  readonly source: string;
  readonly facts: readonly string[];
}

/** By an id, or by words. */
export function findElsewhere(
  store: Store,
  words: string,
): Elsewhere | undefined {
  const phrase = normalText(words);
  if (phrase === "") return undefined;
  const has = (text: string) => normalText(text).includes(phrase);
  return userRule(store, words, has) ?? writtenText(store, words, has) ??
    concept(store, words, has) ??
    toElsewhere(findItemCalled(store.layout, words));
}

/** By its words: what one's own memory says comes first. */
export const findTeamSaying = (
  { layout }: Store,
  words: string,
): Elsewhere | undefined => toElsewhere(findItemThatSays(layout, words));

function toElsewhere(found: TeamEntry | undefined): Elsewhere | undefined {
  if (found === undefined) return undefined;
  const { stem, item, authors } = found;
  const kind = item.kind.replace("_", " ");
  const day = timeOf(item).toISOString().slice(0, 10);
  return {
    text: wordsOf(item),
    source: `team item ${idOfStem(stem)}, a ${kind} ` +
      `${oneLine(describeAuthors(authors))}, ${day}`,
    facts: [],
  };
}

type Has = (text: string) => boolean;

function userRule({ project }: Store, words: string, has: Has) {
  const rules = readUserRules(project);
  const at = rules.findIndex((rule, i) => words === `g${i + 1}` || has(rule));
  const text = rules[at];
  return text === undefined ? undefined : {
    text,
    source: `rule g${at + 1} for every project, in rules.md of your folder`,
    facts: [],
  };
}

/** The paragraph that says it, or the file by its name. */
function writtenText({ layout }: Store, words: string, has: Has) {
  for (const name of WRITTEN_NAMES) {
    const path = layout.written(name);
    const text = readText(path) ?? "";
    const isNamed = words === baseName(path);
    const [paragraph] = text.split(/\n\s*\n/)
      .filter((one) => one.trim() !== "" && (isNamed || has(one)));
    if (paragraph === undefined) continue;
    return {
      text: paragraph.trim(),
      source: `${baseName(path)}, written on purpose`,
      facts: [],
    };
  }
  return undefined;
}

function concept({ layout }: Store, words: string, has: Has) {
  const { concepts } = readConcepts(layout);
  const found = concepts.find(({ id }) => id === words) ??
    concepts.find(({ name, summary }) => has(name) || has(summary));
  return found && { ...textOf(found), facts: found.facts };
}

const textOf = ({ id, name, summary }: Concept) => ({
  text: summary === "" ? name : `${name}: ${summary}`,
  source: `concept ${id}, made from facts`,
});
