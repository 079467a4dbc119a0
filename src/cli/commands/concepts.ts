/** `concepts …`: what the facts are about. */

import { normalText } from "../../base/normal_text.ts";
import { oneLine } from "../../base/safe_text.ts";
import {
  type Concept,
  conceptWithId,
  newestConcepts,
} from "../../knowledge/concepts.ts";
import {
  assertConcept,
  mergeByHand,
  renameByHand,
} from "../../knowledge/concepts_by_hand.ts";
import { allFacts } from "../../knowledge/knowledge.ts";
import {
  requireConcepts,
  requireFacts,
} from "../../knowledge/knowledge_files.ts";
import { joinText, plural } from "../../output/words.ts";
import { renderTable } from "../../output/table.ts";
import { claimOf, type CommandCall } from "../command.ts";
import { readAuthor } from "../../team/git_author.ts";
import { describeAuthors } from "../../team/team_set.ts";
import {
  conceptsOf,
  type ListedFact,
  listTeamFacts,
  OtherHolders,
  renderHolders,
  renderTeamFacts,
  type TeamConcept,
  withoutOwn,
} from "../team_facts.ts";
import { renderFields } from "../render_fields.ts";

export async function list({ keptStore, output, world }: CommandCall) {
  const store = await keptStore();
  const known = newestConcepts(requireConcepts(store.layout), Infinity);
  const others = conceptsOf(listTeamFacts(store.layout, {}));
  const author = readAuthor(store, world);
  const alsoBy = ({ name }: Concept) =>
    (others.get(normalText(name))?.authors ?? [])
      .filter((other) => other !== author);
  const own = new Set(known.map(({ name }) => normalText(name)));
  const team = [...others].flatMap(([key, one]) => own.has(key) ? [] : [one]);
  output.result(
    {
      concepts: known.map((one) => {
        const authors = alsoBy(one);
        return authors.length > 0 ? { ...one, alsoBy: authors } : one;
      }),
      ...(team.length > 0 ? { team } : {}),
    },
    () => {
      const rows = [
        ...known.map((one) => [
          one.id,
          oneLine(one.name) + renderHolders(alsoBy(one)),
          countsOf(one),
        ]),
        ...team.map(({ name, facts, authors }) => [
          "team",
          `${oneLine(name)} (${oneLine(describeAuthors(authors))})`,
          plural(facts, "fact"),
        ]),
      ];
      return rows.length === 0
        ? "No concepts"
        : renderTable(rows, output.width);
    },
  );
}

/** An earlier tool grouped exchanges; they are kept. */
const countsOf = ({ facts, exchanges }: Concept) =>
  plural(facts.length, "fact") +
  (Array.isArray(exchanges) && exchanges.length > 0
    ? `, ${plural(exchanges.length, "exchange")}`
    : "");

export async function show(call: CommandCall) {
  const { args, keptStore, output, world } = call;
  const asked = args.positionals.join(" ");
  const store = await keptStore();
  const { layout } = store;
  const known = requireConcepts(layout);
  // An id comes first: others give their concepts any name.
  const own = conceptWithId(known.concepts, asked) ??
    known.concepts.find(({ name }) => normalText(name) === normalText(asked));
  const theirs = own ? [] : listTeamFacts(layout, { concept: asked });
  const [team] = conceptsOf(theirs).values();
  if (team) return showTeams(call, team, theirs);
  const concept = own ?? assertConcept(known, asked);
  const facts = allFacts(requireFacts(layout))
    .filter(({ fact }) => fact.concept === concept.id);
  const named = listTeamFacts(layout, { concept: concept.name });
  const others = withoutOwn(named, facts);
  const holders = new OtherHolders(named, readAuthor(store, world));
  output.result(
    {
      ...concept,
      facts: facts.map(({ type, fact }) => ({ type, ...fact })),
      ...(others.length > 0 ? { team: others } : {}),
    },
    () => {
      const below = renderTeamFacts(others, output.width);
      const { id, facts: _, merged, ...fields } = concept;
      const parts = Array.isArray(merged)
        ? merged.map((one) => `${one?.id} ${one?.name}`)
        : [];
      return joinText([
        renderFields(
          { concept: id, ...fields, includes: parts },
          output.width,
        ),
        facts.length > 0 && [
          "",
          renderTable(
            facts.map(({ type, fact }) => [
              fact.id,
              oneLine(fact.content) + renderHolders(holders.of(type, fact)),
            ]),
            output.width,
          ),
        ],
        below !== "" && ["", below],
      ]);
    },
  );
}

/** One that only others have: it is known by its name. */
function showTeams(
  { output }: CommandCall,
  { name, authors }: TeamConcept,
  team: readonly ListedFact[],
): void {
  output.result(
    { name, authors, team },
    () =>
      joinText([
        renderFields({ concept: "team", name, authors }, output.width),
        "",
        renderTeamFacts(team, output.width),
      ]),
  );
}

export async function rename({ args, keptStore, output, world }: CommandCall) {
  const [id = "", ...name] = args.positionals;
  const store = await keptStore();
  const claim = claimOf("concepts rename");
  const wanted = { id, name: name.join(" ") };
  const renamed = await renameByHand(store, world, wanted, claim);
  output.result(renamed, () => `${renamed.id} is called "${renamed.name}" now`);
}

export async function merge({ args, keptStore, output, world }: CommandCall) {
  const [from = "", into = ""] = args.positionals;
  const store = await keptStore();
  const claim = claimOf("concepts merge");
  const joined = await mergeByHand(store, world, { from, into }, claim);
  const { into: id, name, isNew } = joined;
  output.result(
    joined,
    () => `${from} is part of ${id} "${name}" ${isNew ? "now" : "already"}`,
  );
}
