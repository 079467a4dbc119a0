import { UserError } from "../../base/errors.ts";
import { assertConcept } from "../../knowledge/concepts_by_hand.ts";
import { findSession } from "../../session/session_log.ts";
import { findConcept } from "../../knowledge/assign_concept.ts";
import type { Facts } from "../../knowledge/facts.ts";
import { newestOf, selectFacts } from "../../knowledge/select_facts.ts";
import { oneLine } from "../../base/safe_text.ts";
import { plural } from "../../output/sizes.ts";
import { renderTable } from "../../output/table.ts";
import {
  requireConcepts,
  requireFacts,
} from "../../knowledge/knowledge_files.ts";
import { assertStoreExists, type Store } from "../../store/store.ts";
import { clip } from "../../base/clip.ts";
import type { CommandCall, ExitCode, Invocation } from "../command.ts";

const CONTENT_CHARS = 100;

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output } = call;
  const { values, positionals } = invocation;
  const limit = limitOf(invocation);
  const store = assertStoreExists(await openStore());
  const facts = requireFacts(store.layout);
  const all = selectFacts(facts, {
    type: oneOf(invocation, "type", ["decision", "pattern", "issue"]),
    status: oneOf(invocation, "status", ["open", "resolved"]),
    concept: conceptOf(store, values.get("concept")),
    session: sessionOf(store, facts, values.get("session")),
    words: positionals,
  });
  const shown = newestOf(all, limit);
  output.result(
    {
      facts: shown.map(({ type, fact }) => ({ type, ...fact })),
      total: all.length,
    },
    () => {
      if (all.length === 0) return "No facts";
      const table = renderTable([
        ["id", "date", "", "content"],
        ...shown.map(({ fact }) => [
          fact.id,
          fact.date.slice(0, 10),
          "status" in fact ? String(fact.status) : "",
          clip(oneLine(fact.content), CONTENT_CHARS),
        ]),
      ]);
      const hidden = all.length - shown.length;
      return hidden > 0 ? `${table}\n${plural(hidden, "older fact")}` : table;
    },
  );
  const isFiltered = values.size > 0 || positionals.length > 0;
  return all.length === 0 && isFiltered ? 1 : 0;
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

function limitOf({ values }: Invocation): number {
  const limit = values.get("limit") ?? "1000000";
  if (/^[1-9]\d{0,6}$/.test(limit)) return Number(limit);
  throw new UserError("misuse", `"--limit" cannot be "${limit}"`, [
    "Write a number from 1 on",
  ]);
}
