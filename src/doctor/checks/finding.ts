/** What a check of the doctor reports. */

export interface Finding {
  /** Its own name, at most 16 columns wide, where it is not the check's. */
  readonly check?: string;
  readonly outcome: "good" | "warning" | "bad";
  readonly reason: string;
  readonly remedy?: string;
  /** A fix that is safe without asking; nothing is lost by it. */
  readonly fix?: SafeFix;
}

/** One or several; none if there is nothing to check. */
export type Findings = Finding | readonly Finding[];

interface SafeFix {
  /** What it does, as a sentence: "Made 3 files readable by you alone". */
  readonly done: string;
  apply(): void | Promise<void>;
}

export function good(reason: string): Finding {
  return { outcome: "good", reason };
}

export function warning(
  reason: string,
  remedy: string,
  fix?: SafeFix,
): Finding {
  return { outcome: "warning", reason, remedy, ...(fix ? { fix } : {}) };
}

export function bad(reason: string, remedy: string, fix?: SafeFix): Finding {
  return { ...warning(reason, remedy, fix), outcome: "bad" };
}

/** Those that there are; without any, that all is well. */
export function findingsOr(
  fine: string,
  ...found: readonly (Finding | false | undefined)[]
): Finding[] {
  const findings = found.filter((one) => one !== undefined && one !== false);
  return findings.length > 0 ? findings : [good(fine)];
}

/** The first few of many, for a line. */
export function firstOf(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most).join(", ");
  const more = names.length - most;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
