/** List the candidates for permanent items, and promote the chosen ones. */

import { UserError } from "../base/errors.ts";
import type { Facts, Rule } from "./facts.ts";
import { proposeRemovals, type Removal } from "./permanent.ts";
import {
  findCandidates,
  type HeldFact,
  noteReflection,
  promote,
  type PromotionCandidate,
} from "./reflection.ts";
import type { Claim, Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { changeByHand } from "./_change_knowledge.ts";
import { cleanUserText } from "./_clean_user_text.ts";

export interface Reflection {
  readonly candidates: readonly PromotionCandidate[];
  readonly removals: readonly Removal[];
}

export function reflect(
  facts: Facts,
  world: World,
  held: readonly HeldFact[] = [],
): Reflection {
  return {
    candidates: findCandidates(facts, held),
    removals: proposeRemovals(facts, world.now()),
  };
}

export interface Applied {
  readonly promoted: readonly {
    readonly candidate: string;
    readonly id: string;
    readonly conflicts: readonly Rule[];
  }[];
  readonly refused: readonly { candidate: string; reason: string }[];
}

/** Promote these candidates; without names all that are decisions or patterns. */
export async function applyReflection(
  store: Store,
  world: World,
  { ids, text, held }: {
    readonly ids: readonly string[];
    readonly text?: string | undefined;
    readonly held?: readonly HeldFact[];
  },
  claim: Claim,
): Promise<Applied> {
  const wording = text ? { text: cleanUserText(store, text, "text") } : {};
  const at = world.now();
  const promoted: Applied["promoted"][number][] = [];
  const refused: Applied["refused"][number][] = [];
  await changeByHand(store, claim, (before) => {
    let { facts } = before;
    for (const candidate of choose(facts, ids, held)) {
      const outcome = promote(facts, candidate, { ...wording, at });
      if (outcome.kind === "refused") {
        refused.push({ candidate: candidate.id, reason: outcome.reason });
      } else {
        const { id, conflicts } = outcome;
        facts = outcome.facts;
        promoted.push({ candidate: candidate.id, id, conflicts });
      }
    }
    return { ...before, facts: noteReflection(facts, at) };
  });
  return { promoted, refused };
}

function choose(
  facts: Facts,
  ids: readonly string[],
  held?: readonly HeldFact[],
): readonly PromotionCandidate[] {
  const candidates = findCandidates(facts, held);
  if (ids.length === 0) {
    // Words of others become a rule only if they are named.
    return candidates.filter(({ kind, sessions, facts: [first] }) =>
      kind === "fact" && first?.type !== "issue" && sessions.length > 0
    );
  }
  return [...new Set(ids)].map((id) => {
    const found = candidates.find((one) => one.id === id);
    if (found) return found;
    throw new UserError("refused", `"${id}" is no candidate`, [
      'Run "memory-keeper reflect" for those that are',
    ]);
  });
}
