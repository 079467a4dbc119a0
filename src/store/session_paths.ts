/** The paths a tool use needs: all of the layout would take longer to load. */

/** The store inside a project folder. */
export function projectStoreDir(root: string): string {
  return `${root === "/" ? "" : root}/.claude/memory`;
}

/** Tool uses of a session, one byte each. */
export const countFileIn = (dir: string, sessionId: string) =>
  `${dir}/.cache/count/${sessionId}`;

/** What lets its next tool use be counted without a full look. */
export const passFileIn = (dir: string, sessionId: string) =>
  `${dir}/.cache/pass/${sessionId}`;

/** Claude Code's ids are UUIDs; anything else must not become a path. */
export function isSessionId(value: unknown): value is string {
  return typeof value === "string" &&
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(value) && value !== "store";
}
