/** The plugin's own agents, as Claude Code names them. */

export const AGENTS = {
  delta: "memory-keeper:delta-summarizer",
  archive: "memory-keeper:memory-summarizer",
  session: "memory-keeper:l2-summarizer",
  keeper: "memory-keeper:memory-keeper",
} as const;

export function isOwnAgent(type: unknown): boolean {
  return typeof type === "string" && type.startsWith("memory-keeper:");
}

/** The only reply the model is asked for once one of them has ended. */
export const ACKNOWLEDGEMENT = "Noted.";
