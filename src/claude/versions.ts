/** Versions of Claude Code, and which of them were tested. */

/** The oldest we support: the first in which Stop may add context. */
export const OLDEST_CLIENT = "2.1.163";

/** `deno task contract` was run on these; docs/clients.md has the results. */
export const PROBED_CLIENTS = [
  OLDEST_CLIENT,
  "2.1.197",
  "2.1.220",
  "2.1.240",
  "2.1.287",
  "2.1.305",
  "2.1.326",
] as const;

export const NEWEST_PROBED_CLIENT = PROBED_CLIENTS.at(-1) as string;

export const isNewerThanProbed = (version: string) =>
  isBefore(NEWEST_PROBED_CLIENT, version);

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
