/** Flags that several commands share. */

export const SINCE = {
  "--since <date>": 'not before: 2026-02-01, 2026-02, friday, "last week", 7d',
} as const;

export const UNTIL = {
  "--until <date>":
    'not after, "yesterday evening" for instance; it counts itself',
} as const;

export const session = (about = "which session (default: the newest)") =>
  ({ "--session <id>": { about, completes: "sessions" } }) as const;

export const ALL = {
  "--all": "in every project of yours that has a memory",
} as const;
