/** Flags that several commands share. */

import type { Flag } from "./command.ts";

export const SINCE: Flag = {
  name: "since",
  value: "date",
  about: "not before: 2026-02-01, 2026-02, yesterday, 7d, 2w",
};

export const UNTIL: Flag = {
  name: "until",
  value: "date",
  about: "not after; the day itself counts",
};

export const SESSION: Flag = {
  name: "session",
  value: "id",
  about: "which session (default: the newest)",
};
