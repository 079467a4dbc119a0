/**
 * The user is told once that the default rules are there and how to switch
 * them off, and once that rules of their own have taken their place.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { readText } from "../store/read_file.ts";
import { type Store, storeExists } from "../store/store.ts";
import type { Rules } from "./prompt_rules.ts";

type Whose = Exclude<Rules["whose"], "others">;

const DEFAULT_ARE_GIVEN = "Memory: 6 default working rules go with prompts; " +
  "memory-keeper config set rules off stops them";
const OWN_ARE_GIVEN =
  "Memory: your own rules now replace the default working rules";

export interface RulesNotice {
  readonly line?: string;
  /** Whose rules were noticed last, from now on. */
  readonly mark?: Whose;
}

/** When: at a start, with a prompt, or with one that states a rule. */
export type Moment = "start" | "prompt" | "rule";

/**
 * `former` is the mark so far. A start in a new project cannot leave one, so
 * without it a prompt says nothing of default rules, which the start has named,
 * and a rule that is stated then is the first.
 */
export function planRulesNotice(
  former: string | undefined,
  whose: Whose,
  at: Moment,
): RulesNotice {
  if (former === whose) return {};
  const said = whose === "own" ? "rule" : "start";
  if (former === undefined && at !== said) return { mark: whose };
  const line = whose === "own" ? OWN_ARE_GIVEN : DEFAULT_ARE_GIVEN;
  return { mark: whose, line };
}

/** The line for the user, if one is due. Never throws. */
export function noticeRules(
  store: Store,
  rules: Rules | undefined,
  at: Moment,
): string | undefined {
  if (rules === undefined || rules.whose === "others") return undefined;
  try {
    const { rulesMark } = store.layout;
    const former = readText(rulesMark, 100);
    const { line, mark } = planRulesNotice(former, rules.whose, at);
    // A start does not make a store.
    if (mark && storeExists(store)) store.files.writeUnsynced(rulesMark, mark);
    return line;
  } catch (error) {
    if (!(error instanceof UserError || isSystemError(error))) throw error;
    // Where no mark can be kept, a line would come with each prompt.
    return undefined;
  }
}
