/** Flags that several commands share. */

import type { Flag } from "./command.ts";

export const SINCE: Flag = {
  name: "since",
  value: "date",
  about: 'not before: 2026-02-01, 2026-02, friday, "last week", 7d',
};

export const UNTIL: Flag = {
  name: "until",
  value: "date",
  about: 'not after, "yesterday evening" for instance; it counts itself',
};

export const SESSION: Flag = {
  name: "session",
  value: "id",
  about: "which session (default: the newest)",
  completes: "sessions",
};

export const ALL: Flag = {
  name: "all",
  about: "in every project of yours that has a memory",
};
