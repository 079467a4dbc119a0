/** The team's facts, as commands list them next to the store's own. */

import { clip } from "../base/cut_text.ts";
import { UserError } from "../base/errors.ts";
import { normalText } from "../base/normal_text.ts";
import { disarmForModel, oneLine } from "../base/safe_text.ts";
import { renderTable } from "../output/table.ts";
import type { Layout } from "../store/layout.ts";
import type { Store } from "../store/store.ts";
import { removeMigrated } from "../team/change_migrated.ts";
import { readFactEntries } from "../team/read_team.ts";
import { readOwnStems, readShareState } from "../team/share_state.ts";
import type { TeamFact } from "../team/team_item.ts";
import { idOfStem } from "../team/team_names.ts";
import { describeAuthors, type TeamEntry } from "../team/team_set.ts";
import { claimOf, type CommandCall } from "./command.ts";

/** Of a fact's words in a list. */
export const CONTENT_CHARS = 100;

export interface ListedFact extends Omit<TeamFact, "kind" | "author"> {
  readonly id: string;
  readonly type: TeamFact["kind"];
  readonly authors: readonly string[];
}

interface FactFilter {
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly concept?: string | undefined;
  readonly words?: readonly string[];
}

/** Those of others, newest first. */
export function listTeamFacts(
  layout: Layout,
  wanted: FactFilter,
): ListedFact[] {
  const own = readOwnStems(layout);
  const { type, status, concept, words = [] } = wanted;
  return readFactEntries(layout)
    .filter(({ stem, item, authors }) =>
      !(own.has(stem) && authors.length < 2) &&
      (type === undefined || item.kind === type) &&
      (status === undefined || item.status === status) &&
      (concept === undefined ||
        normalText(item.concept) === normalText(concept)) &&
      words.every((word) => normalText(item.content).includes(normalText(word)))
    ).map(toListed);
}

export function findTeamFact(
  layout: Layout,
  id: string,
): ListedFact | undefined {
  const found = findEntry(layout, id);
  return found && toListed(found);
}

function findEntry(
  layout: Layout,
  id: string,
): TeamEntry<TeamFact> | undefined {
  if (!/^[0-9a-f]{8,}$/.test(id)) return undefined;
  return readFactEntries(layout).find(({ stem }) => idOfStem(stem) === id);
}

/** What a person may change: the id in the store, or an item of no author. */
type Changeable =
  | { readonly own: string; readonly migrated?: undefined }
  | { readonly own?: undefined; readonly migrated: TeamEntry<TeamFact> };

export function findChangeable(store: Store, id: string): Changeable {
  const shared = findEntry(store.layout, id);
  if (shared === undefined) return { own: id };
  const own = [...readShareState(store) ?? []]
    .find(([, { team }]) => team !== "" && idOfStem(team) === id);
  if (own) return { own: own[0] };
  if (shared.authors.length === 0) return { migrated: shared };
  const whose = oneLine(describeAuthors(shared.authors));
  throw new UserError("refused", `${id} is an item of the team, ${whose}`, [
    "The person who shared it changes it in their own memory",
  ]);
}

/** Who else in the team holds the same as a fact of this store. */
export class OtherHolders {
  readonly #others: ReadonlyMap<string, readonly string[]>;

  constructor(team: readonly ListedFact[], own: string) {
    this.#others = new Map(team.map(({ type, content, authors }) => [
      saidBy(type, content),
      authors.filter((name) => name !== own),
    ]));
  }

  of(type: string, { content }: Pick<TeamFact, "content">): readonly string[] {
    return this.#others.get(saidBy(type, content)) ?? [];
  }
}

const saidBy = (type: string, content: string) =>
  `${type} ${normalText(content)}`;

/** The facts of the team that are not among one's own. */
export function withoutOwn(
  team: readonly ListedFact[],
  own: readonly { type: string; fact: Pick<TeamFact, "content"> }[],
): ListedFact[] {
  const said = new Set(own.map(({ type, fact }) => saidBy(type, fact.content)));
  return team.filter(({ type, content }) => !said.has(saidBy(type, content)));
}

/** " (also by Lee and Park)" */
export const renderHolders = (names: readonly string[]): string =>
  names.length === 0 ? "" : ` (also ${oneLine(describeAuthors(names))})`;

function toListed({ stem, item, authors }: TeamEntry<TeamFact>): ListedFact {
  const { kind: type, author: _, ...fact } = item;
  return { id: idOfStem(stem), type, authors, ...fact };
}

export interface TeamConcept {
  readonly name: string;
  readonly facts: number;
  readonly authors: readonly string[];
}

/** The concepts of these facts, those with the newest first, by their names. */
export function conceptsOf(
  facts: readonly ListedFact[],
): ReadonlyMap<string, TeamConcept> {
  const named = facts.filter(({ concept }) => normalText(concept) !== "");
  const groups = Map.groupBy(named, ({ concept }) => normalText(concept));
  return new Map([...groups].map(([key, alike]) => [key, {
    name: alike[0]?.concept ?? "",
    facts: alike.length,
    authors: [...new Set(alike.flatMap(({ authors }) => authors))],
  }]));
}

/** Empty if there is none. */
export function renderTeamFacts(
  facts: readonly ListedFact[],
  width: number,
): string {
  if (facts.length === 0) return "";
  return renderTable([
    ["team", "date", "", "content"],
    ...facts.map(({ id, type, date, status, content, authors }) => [
      id,
      date.slice(0, 10),
      status ?? type.replace("_", " "),
      `${clip(oneLine(disarmForModel(content)), CONTENT_CHARS)} (${
        oneLine(describeAuthors(authors))
      })`,
    ]),
  ], width);
}

/** Takes back an item of no author, and says so as for one's own. */
export async function removeTeams(
  { args, output }: CommandCall,
  store: Store,
  one: TeamEntry<TeamFact>,
): Promise<void> {
  const [id = ""] = args.positionals;
  await removeMigrated(store, one, claimOf("remove"));
  const { kind: type, content } = one.item;
  output.result(
    { removed: { type, id, content } },
    () => `Removed ${id} for the whole team: ${oneLine(content)}`,
  );
}
