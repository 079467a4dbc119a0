/** What several people in the team hold: it may be a rule for all of them. */

import type { HeldFact } from "../knowledge/reflection.ts";
import type { Layout } from "../store/layout.ts";
import { readFactEntries } from "./read_team.ts";
import { idOfStem } from "./team_names.ts";

export function readHeldFacts(layout: Layout): HeldFact[] {
  return readFactEntries(layout).flatMap(({ stem, item, authors }) => {
    const { kind: type, content, evidence } = item;
    const isFact = type === "decision" || type === "pattern" ||
      type === "issue";
    if (!isFact || authors.length === 0) return [];
    const id = idOfStem(stem);
    return [{ id, type, content, evidence, people: authors }];
  });
}
