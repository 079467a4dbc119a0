/**
 * The places where a process can die between two steps of a write, and "flock",
 * where the system may refuse a lock: a handler throws. Tests set a
 * handler that ends the process at a chosen one; in the product there is no
 * handler and a point costs a function call.
 */

export type FaultPoint =
  | "open"
  | "write"
  | "torn"
  | "truncate"
  | "sync"
  | "rename"
  | "remove"
  | "flock"
  | "lock"
  | "unlock";

/**
 * Called at each point. For "write" it may return a number of bytes: only these
 * are written before "torn" is reached, and there it must not return.
 */
export type FaultHandler = (
  point: FaultPoint,
  path: string,
  size: number,
) => number | void;

let handler: FaultHandler | undefined;

export function setFaultHandler(next: FaultHandler | undefined): void {
  handler = next;
}

export function faultPoint(
  point: FaultPoint,
  path: string,
  size = 0,
): number | void {
  return handler?.(point, path, size);
}
