/** The item of the team that a person means. */

import { normalText } from "../base/normal_text.ts";
import type { Layout } from "../store/layout.ts";
import { readTeam } from "./read_team.ts";
import { isSection, type TeamItem } from "./team_item.ts";
import { idOfStem } from "./team_names.ts";
import type { TeamEntry } from "./team_set.ts";

/** `0a1b2c3d`, alone or as a search names it: `team/…/….md#0a1b2c3d`. */
const NAME = /^(?:team\/[^\s#]+#)?([0-9a-f]{8,64})$/;

export function findItemCalled(
  layout: Layout,
  name: string,
): TeamEntry | undefined {
  const id = NAME.exec(name)?.[1];
  if (id === undefined) return undefined;
  return readTeam(layout).find(({ stem, same }) =>
    [stem, ...same].some((one) => idOfStem(one) === id)
  );
}

/** The newest that has these words. */
export function findItemThatSays(
  layout: Layout,
  words: string,
): TeamEntry | undefined {
  const phrase = normalText(words);
  if (phrase === "") return undefined;
  return readTeam(layout)
    .find(({ item }) => normalText(wordsOf(item)).includes(phrase));
}

export const wordsOf = (item: TeamItem): string =>
  isSection(item) ? item.body : item.content;
