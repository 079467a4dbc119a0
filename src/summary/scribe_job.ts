/**
 * One piece of work for the scribe: a text that the plugin's hooks module
 * carries to a model, and an id under which the answer comes back.
 */

type JobKind = "delta" | "archive" | "facts";

export interface JobId {
  readonly kind: JobKind;
  /** A delta's id, an archive's file name or a session's id. */
  readonly target: string;
  /** The claim: an answer counts only while it is still the holder's. */
  readonly holder: string;
}

export interface ScribeJob {
  readonly id: string;
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  /** What the user may see meanwhile. */
  readonly status?: string;
}

const ID = /^(delta|archive|facts)\/([A-Za-z0-9][\w.-]{0,199})\/(scribe-\w+)$/;

export function formatJobId({ kind, target, holder }: JobId): string {
  return `${kind}/${target}/${holder}`;
}

export function parseJobId(text: string): JobId | undefined {
  const [, kind, target, holder] = ID.exec(text) ?? [];
  return kind === undefined || target === undefined || holder === undefined
    ? undefined
    : { kind: kind as JobKind, target, holder };
}

/** Two processes may claim in the same millisecond. */
export function newHolder(): string {
  return `scribe-${crypto.randomUUID().slice(0, 8)}`;
}
