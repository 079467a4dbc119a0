/** Words by which the texts that we give can be recognised in a transcript. */

import type { Store } from "../store/store.ts";
import { INTRODUCTION } from "./prompt_plan.ts";
import { readRules } from "./prompt_rules.ts";
import { DEFAULT_RULES, FORMER_RULES_START } from "./rules_text.ts";

/** Every request to the model has it. */
const REQUEST_MARK = "[MEMORY_KEEPER_";

/** Every part of an agent's text begins with this. */
export const PART_MARK = "part ";

/**
 * A prompt gets at least one of these; for a start, Claude Code records the
 * text with the hook that printed it.
 */
export function givenMarks(store: Store): string[] {
  return [
    REQUEST_MARK,
    INTRODUCTION,
    // The rules may have changed since: these are the former ones.
    ...[readRules(store)?.text ?? "", DEFAULT_RULES, FORMER_RULES_START]
      .map((text) => text.trim().split("\n")[0] ?? "")
      .filter((line) => line !== ""),
  ];
}
