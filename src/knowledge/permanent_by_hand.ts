/** Permanent items by hand: solutions and core logic, confidence, removal. */

import { UserError } from "../base/errors.ts";
import type { Facts, Rule, Solution } from "./facts.ts";
import {
  addPermanent,
  contradictItem,
  type PermanentList,
  USER_CONFIDENCE,
  validateItem,
} from "./permanent.ts";
import {
  type Claim,
  ensureStore,
  type Store,
  withJournal,
} from "../store/store.ts";
import type { World } from "../base/world.ts";
import { changeByHand, changeKnowledge } from "./_change_knowledge.ts";
import { cleanUserList, cleanUserText } from "./_clean_user_text.ts";
import { saveTripwires } from "./tripwire_table.ts";

export function addSolution(
  store: Store,
  { problem, solution, attempts }: {
    readonly problem: string;
    readonly solution: string;
    readonly attempts: number;
  },
  claim: Claim,
) {
  const item = {
    problem: cleanUserText(store, problem, "problem"),
    solution: cleanUserText(store, solution, "solution"),
    attempts,
    confidence: USER_CONFIDENCE,
  };
  return add(store, "solutions", item, claim);
}

export function addCoreLogic(
  store: Store,
  { feature, description, files }: {
    readonly feature: string;
    readonly description: string;
    readonly files?: string | undefined;
  },
  claim: Claim,
) {
  const item = {
    feature: cleanUserText(store, feature, "feature"),
    description: cleanUserText(store, description, "description"),
    files: cleanUserList(store, files),
  };
  return add(store, "core_logic", item, claim);
}

/** An item in the same words is not added again. */
async function add(
  store: Store,
  list: "solutions" | "core_logic",
  item: Parameters<typeof addPermanent<"solutions" | "core_logic">>[2],
  claim: Claim,
) {
  ensureStore(store);
  const { id, isNew } = await changeByHand(store, claim, (before) => {
    const same = before.facts.permanent[list].find((one) =>
      Object.entries(item).every(([key, value]) =>
        typeof value !== "string" || one[key] === value
      )
    );
    return same
      ? { ...before, id: same.id, isNew: false }
      : { ...before, ...addPermanent(before.facts, list, item), isNew: true };
  });
  return { id, isNew };
}

export type Judgement = "validate" | "contradict" | "remove";

interface Judged {
  readonly list: PermanentList;
  readonly item: Facts["permanent"][PermanentList][number];
}

/** Validate, contradict or remove an item; returns its new or last state. */
export async function judgePermanent(
  store: Store,
  world: World,
  { id, judgement }: { readonly id: string; readonly judgement: Judgement },
  claim: Claim,
): Promise<Judged> {
  return await withJournal(store, claim, () => {
    const { judged } = changeKnowledge(store, ({ facts, concepts }) => {
      const { list, item } = findPermanent(facts, id);
      const next = judge(item, judgement, world.now());
      const items = facts.permanent[list].flatMap((one) =>
        one.id !== id ? [one] : next ?? []
      );
      const permanent = { ...facts.permanent, [list]: items };
      const judged = { list, item: next ?? item };
      return { facts: { ...facts, permanent }, concepts, judged };
    });
    saveTripwires(store);
    return judged;
  });
}

/** Undefined removes it. */
function judge(item: Judged["item"], judgement: Judgement, now: Date) {
  if (judgement === "remove") return undefined;
  if (!("confidence" in item) || typeof item.confidence !== "number") {
    throw new UserError("refused", `"${item.id}" is core logic`, [
      "Only rules and solutions have a confidence",
    ]);
  }
  const judged = item as Rule | Solution;
  return judgement === "validate"
    ? validateItem(judged, now)
    : contradictItem(judged);
}

function findPermanent(facts: Facts, id: string): Judged {
  for (const list of ["rules", "solutions", "core_logic"] as const) {
    const item = facts.permanent[list].find((one) => one.id === id);
    if (item) return { list, item };
  }
  throw new UserError("refused", `Nothing permanent has the id "${id}"`, [
    'Run "memory-keeper rules list" for the ids',
  ]);
}
