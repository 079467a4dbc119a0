/**
 * The entry types that clients up to 2.1.326 write. Skipped entries are counted
 * by type; a type that is not in this list is reported as unknown.
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
  // The client's record of its own requests; a blob has a `message`.
  "api-request",
  "api-request-shape",
  "api-request-blob",
  "tools-used",
  "cost-state",
  "atis-latch",
]);

/** Pseudo types for lines without an entry to keep. */
export const DAMAGED = "damaged";
export const REPEATED = "repeated";
export const UNTYPED = "without a type";
const NO_TYPES: ReadonlySet<string> = new Set([DAMAGED, REPEATED, UNTYPED]);

/** The unknown types among the skipped ones, with their counts. */
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
