/** Versions of Claude Code. */

/** The oldest we work with: since then Stop may add context. */
export const OLDEST_CLIENT = "2.1.163";

/** Whether version `a` came before version `b`. */
export function isBefore(a: string, b: string): boolean {
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

const numbers = (version: string) =>
  (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? "0").split(".").map(Number);
