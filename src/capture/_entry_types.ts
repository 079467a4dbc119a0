/**
 * The types of entries that clients up to 2.1.326 write. What is passed over is
 * counted by type; a type that is not in this list is news, and named as such.
 */

const KNOWN: ReadonlySet<string> = new Set([
  "user",
  "assistant",
  "attachment",
  "system",
  "progress",
  "summary",
  "queue-operation",
  "last-prompt",
  "custom-title",
  "ai-title",
  "agent-name",
  "pr-link",
  "bridge-session",
  "mode",
  "permission-mode",
  "file-history-snapshot",
  "file-history-delta",
  // What the client records of its own requests; a blob has a `message`.
  "api-request",
  "api-request-shape",
  "api-request-blob",
  "tools-used",
  "cost-state",
  "atis-latch",
]);

/** Counted with the types, but none: lines without an entry to keep. */
export const DAMAGED = "damaged";
export const REPEATED = "repeated";
export const UNTYPED = "without a type";
const NO_TYPES: ReadonlySet<string> = new Set([DAMAGED, REPEATED, UNTYPED]);

/** The unknown types among those passed over, with their numbers. */
export function unknownTypes(
  skipped: ReadonlyMap<string, number>,
): Record<string, number> {
  return Object.fromEntries(
    [...skipped].filter(([key]) => {
      const type = key.replace(/\/.*$/, "");
      return !KNOWN.has(type) && !NO_TYPES.has(type);
    }),
  );
}
