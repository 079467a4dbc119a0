/** `facts …`: decisions, patterns and issues. */

import { clip } from "../../base/cut_text.ts";
import { UserError } from "../../base/errors.ts";
import { oneLine } from "../../base/safe_text.ts";
import { findConcept } from "../../knowledge/assign_concept.ts";
import { assertConcept } from "../../knowledge/concepts_by_hand.ts";
import type { Facts, FactType } from "../../knowledge/facts.ts";
import {
  addFact,
  removeByHand,
  reopenByHand,
  resolveByHand,
  showFact,
} from "../../knowledge/facts_by_hand.ts";
import type { KeptFacts } from "../../knowledge/keep_facts.ts";
import {
  requireConcepts,
  requireFacts,
} from "../../knowledge/knowledge_files.ts";
import { readDoubts, withDoubt } from "../../knowledge/read_doubts.ts";
import { newestOf, selectFacts } from "../../knowledge/select_facts.ts";
import { joinText, plural } from "../../output/words.ts";
import { renderTable } from "../../output/table.ts";
import { findSession, type KnownSession } from "../../session/session_log.ts";
import type { Store } from "../../store/store.ts";
import { importFacts } from "../../summary/import_facts.ts";
import { wantFacts } from "../../summary/wanted_facts.ts";
import { claimOf, type CommandCall, type Invocation } from "../command.ts";
import { readStdin } from "../read_stdin.ts";
import { settleMigrated } from "../../team/change_migrated.ts";
import { readAuthor } from "../../team/git_author.ts";
import {
  CONTENT_CHARS,
  findChangeable,
  findTeamFact,
  listTeamFacts,
  OtherHolders,
  removeTeams,
  renderHolders,
  renderTeamFacts,
  withoutOwn,
} from "../team_facts.ts";
import { renderDoubt, renderFields } from "../render_fields.ts";
import { readNumber } from "../search_options.ts";

export async function list({ args, keptStore, output, world }: CommandCall) {
  const { values, positionals } = args;
  const limit = readNumber(args, "limit", Infinity, [1, 9_999_999]);
  const store = await keptStore();
  const facts = requireFacts(store.layout);
  const all = selectFacts(facts, {
    type: oneOf(args, "type", ["decision", "pattern", "issue"]),
    status: oneOf(args, "status", ["open", "resolved"]),
    concept: conceptOf(store, values.get("concept")),
    session: sessionOf(store, facts, values.get("session")),
    words: positionals,
  });
  const team = listTeamFacts(store.layout, {
    type: values.get("type"),
    status: values.get("status"),
    concept: values.get("concept"),
    words: positionals,
  });
  const others = values.has("session")
    ? []
    : withoutOwn(team, all).slice(0, limit);
  const holders = new OtherHolders(team, readAuthor(store, world));
  const shown = newestOf(all, limit);
  const doubts = readDoubts(store, world, shown.map(({ fact }) => fact));
  output.result(
    {
      facts: shown.map(({ type, fact }) => {
        const alsoBy = holders.of(type, fact);
        return {
          type,
          ...withDoubt(fact, doubts),
          ...(alsoBy.length > 0 ? { alsoBy } : {}),
        };
      }),
      total: all.length,
      ...(others.length > 0 ? { team: others } : {}),
    },
    () => {
      const below = renderTeamFacts(others, output.width);
      if (all.length === 0) return below || "No facts";
      const table = renderTable([
        ["id", "date", "", "content"],
        ...shown.map(({ type, fact }) => [
          fact.id,
          fact.date.slice(0, 10),
          "status" in fact ? String(fact.status) : "",
          clip(oneLine(fact.content), CONTENT_CHARS) +
          renderHolders(holders.of(type, fact)) +
          renderDoubt(doubts.get(fact.id)),
        ]),
      ], output.width);
      const hidden = all.length - shown.length;
      return [
        table,
        hidden > 0 && plural(hidden, "older fact"),
        below !== "" && ["", below],
      ];
    },
  );
  const isFiltered = values.size > 0 || positionals.length > 0;
  return all.length + others.length === 0 && isFiltered ? 1 : 0;
}

/** By its id or its name, as `facts add` takes it. */
function conceptOf(store: Store, named: string | undefined) {
  if (named === undefined) return undefined;
  const concepts = requireConcepts(store.layout);
  const found = findConcept(concepts, { id: named, name: named });
  return found?.id ?? assertConcept(concepts, named).id;
}

/** Facts may outlive what is known of their session. */
function sessionOf(store: Store, facts: Facts, named: string | undefined) {
  const isNamed = named === undefined ||
    selectFacts(facts, { session: named }).length > 0;
  return isNamed ? named : findSession(store, named).sessionId;
}

function oneOf<T extends string>(
  { values }: Invocation,
  flag: string,
  choices: readonly T[],
): T | undefined {
  const value = values.get(flag);
  const found = choices.find((one) => one === value);
  if (value === undefined || found) return found;
  throw new UserError("misuse", `"--${flag}" cannot be "${value}"`, [
    `It is one of: ${choices.join(", ")}`,
  ]);
}

export async function show({ args, keptStore, output, world }: CommandCall) {
  const [id = ""] = args.positionals;
  const store = await keptStore();
  const shared = findTeamFact(store.layout, id);
  if (shared) {
    const { id: known, type, ...fields } = shared;
    const told = { [type]: known, ...fields };
    output.result(shared, () => renderFields(told, output.width));
    return;
  }
  const { type, fact: kept } = showFact(store, id);
  const fact = withDoubt(kept, readDoubts(store, world, [kept]));
  const { id: known, ...fields } = fact;
  output.result(
    { type, ...fact },
    () => renderFields({ [type]: known, ...fields }, output.width),
  );
}

export async function add({ args, openStore, output, world }: CommandCall) {
  const [type, ...text] = args.positionals;
  const { values } = args;
  const added = await addFact(await openStore(), world, {
    type: type as FactType,
    content: text.join(" "),
    reason: values.get("reason"),
    files: values.get("files"),
    keywords: values.get("keywords"),
    concept: values.get("concept"),
    session: values.get("session"),
  }, claimOf("facts add"));
  const { id, isNew } = added;
  output.result(added, () => isNew ? `Added ${id}` : `${id} says so already`);
}

export async function resolve({ args, keptStore, output }: CommandCall) {
  const [id = "", ...how] = args.positionals;
  const store = await keptStore();
  const claim = claimOf("facts resolve");
  const found = findChangeable(store, id);
  const resolution = how.join(" ");
  if (found.migrated) {
    const status = { status: "resolved", resolution } as const;
    await settleMigrated(store, found.migrated, status, claim);
  } else await resolveByHand(store, found.own, resolution, claim);
  output.result({ id, status: "resolved" }, () => `${id} is resolved`);
}

export async function reopen({ args, keptStore, output }: CommandCall) {
  const [id = ""] = args.positionals;
  const store = await keptStore();
  const claim = claimOf("facts reopen");
  const found = findChangeable(store, id);
  if (found.migrated) {
    await settleMigrated(store, found.migrated, { status: "open" }, claim);
  } else await reopenByHand(store, found.own, claim);
  output.result({ id, status: "open" }, () => `${id} is open again`);
}

export async function remove(call: CommandCall) {
  const { args, keptStore, output, world } = call;
  const [id = ""] = args.positionals;
  const store = await keptStore();
  const claim = claimOf("facts remove");
  const found = findChangeable(store, id);
  if (found.migrated) return await removeTeams(call, store, found.migrated);
  const { type, fact } = await removeByHand(store, world, found.own, claim);
  output.result(
    { removed: { type, ...fact } },
    () => `Removed ${id}: ${oneLine(fact.content)}`,
  );
}

export async function importJson(call: CommandCall) {
  const { args, keptStore, output, world } = call;
  const [named = ""] = args.positionals;
  const store = await keptStore();
  const session = findSession(store, named);
  if (args.switches.has("later")) return await askLater(call, session);
  const message = await readStdin();
  if (message.trim() === "") {
    throw new UserError("misuse", "No facts on stdin", [
      'Give JSON: {"facts": [{"type", "content", "evidence"}]}',
    ]);
  }
  const claim = claimOf("facts import");
  const outcome = await importFacts(store, world, session, message, claim);
  if (outcome.kind === "refused") {
    throw new UserError("refused", `Not taken over: ${outcome.reason}`, [
      'Give JSON: {"facts": [{"type", "content", "evidence"}]}',
    ]);
  }
  const { kept, refused } = outcome;
  output.result(
    {
      session: session.sessionId,
      kept,
      refused: refused.map(({ content, why }) => ({ content, why })),
    },
    () => describeImported(outcome),
  );
  return kept.length === 0 && refused.length > 0 ? 1 : 0;
}

async function askLater(
  { openStore, output }: CommandCall,
  { sessionId }: KnownSession,
) {
  const store = await openStore();
  await wantFacts(store, sessionId, claimOf("facts import"));
  output.result(
    { session: sessionId, later: true },
    () => `The facts of ${sessionId} are extracted at the end of a coming turn`,
  );
}

function describeImported({ kept, refused }: KeptFacts): string {
  const added = kept.filter(({ isNew }) => isNew).map(({ id }) => id);
  const known = kept.filter(({ isNew }) => !isNew).map(({ id }) => id);
  return joinText([
    added.length > 0
      ? `Added ${plural(added.length, "fact")}: ${added.join(", ")}`
      : "No new facts",
    known.length > 0 && `Known already: ${known.join(", ")}`,
    ...refused.map(({ content, why }) => `Refused "${content}": ${why}`),
  ]);
}
