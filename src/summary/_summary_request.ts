/** The words with which the model is asked for a summary. */

import { ACKNOWLEDGEMENT, AGENTS } from "../claude/agents.ts";

/** A request, and the file by which the transcript shows that it arrived. */
export interface SummaryRequest {
  readonly file: string;
  readonly text: string;
}

/**
 * In the foreground: a background agent's end would cost a further turn of the
 * main model. After the answer, so that the user does not wait for it.
 */
export function howToRecord(agent: keyof typeof AGENTS): string {
  return "Once the user has been answered, one call of the Agent tool with " +
    `subagent_type "${
      AGENTS[agent]
    }", prompt "go" and run_in_background: false ` +
    "records it; the agent is given the text by itself. Nothing more needs " +
    `to be said afterwards than "${ACKNOWLEDGEMENT}"`;
}
