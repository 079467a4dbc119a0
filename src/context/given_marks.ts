/** Words by which the texts that we give can be recognised in a transcript. */

import { readWritten } from "../memory/written_files.ts";
import type { Store } from "../store/store.ts";
import { INTRODUCTION } from "./prompt_plan.ts";
import {
  DEFAULT_RULES,
  EVERYWHERE_TITLE,
  FORMER_RULES_START,
  ownRulesText,
  SAID_TITLE,
} from "./rules_text.ts";

/** Every request to the model has it. */
const REQUEST_MARK = "[MEMORY_KEEPER_";
/** Every part of an agent's text begins with this. */
const PART_MARK = "part ";

export interface GivenMarks {
  readonly marks: readonly string[];
  /** For the transcripts of our own agents. */
  readonly agentMarks: readonly string[];
}

/**
 * A prompt gets at least one of these; for a start, Claude Code records the
 * text with the hook that printed it.
 */
export function givenMarks(store: Store): GivenMarks {
  // The rules may have changed since: these are the former ones as well.
  const rules = [writtenRules(store), DEFAULT_RULES, FORMER_RULES_START]
    .map((text) => text.trim().split("\n")[0] ?? "");
  return {
    marks: [REQUEST_MARK, INTRODUCTION, SAID_TITLE, EVERYWHERE_TITLE, ...rules]
      .filter((mark) => mark !== ""),
    agentMarks: [PART_MARK],
  };
}

function writtenRules({ layout }: Store): string {
  try {
    return ownRulesText(readWritten(layout, "rules")) ?? "";
  } catch {
    return ""; // what cannot be read was not given either
  }
}
