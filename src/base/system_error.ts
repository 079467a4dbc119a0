/** System errors in our own words. */

import { isSystemError } from "./errors.ts";

const VERBS: Readonly<Record<string, string>> = {
  mkdir: "make",
  open: "open",
  remove: "remove",
  rename: "move",
  writefile: "write",
  truncate: "write",
  chmod: "change",
  utime: "change",
};

/**
 * `Permission denied (os error 13): mkdir '/a'` becomes `Cannot make "/a":
 * permission denied`; any other error keeps its message.
 */
export function describeFailure(error: unknown): string {
  const { reason, act, path } = take(error);
  if (act !== undefined) {
    return `Cannot ${VERBS[act] ?? "read"} "${path}": ${reason}`;
  }
  return isSystemError(error) ? `The system refused: ${reason}` : reason;
}

/** The reason alone, for callers that name the failed action themselves. */
export const reasonFor = (error: unknown) => take(error).reason;

function take(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  const [, said, act, path, target] =
    /^(.+?)\.? \(os error \d+\)(?:: (\w+) '(.*?)'(?: -> '(.*)')?)?$/s
      .exec(message) ?? [];
  if (said === undefined) return { reason: message };
  const reason = said.charAt(0).toLowerCase() + said.slice(1);
  // The temporary file is complete; it is the target that a program holds or
  // that may not be replaced.
  return act === "rename" && target !== undefined && path?.endsWith(".tmp")
    ? { reason, act: "writefile", path: target }
    : { reason, act, path };
}
