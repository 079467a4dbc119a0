/**
 * Every configuration key: its default, what it may be, and what it is for.
 * Reading, `config list|get|set` and the documentation's test use this table.
 */

export interface ConfigKey<T> {
  readonly fallback: T;
  readonly accepts: (value: unknown) => value is T;
  /** What is expected, for an error message: "a whole number from 1 to 10000". */
  readonly expects: string;
  readonly about: string;
  /** The allowed values as they are typed, where they are few. */
  readonly choices?: readonly string[];
}

/**
 * Settings that decide what leaves a project or is hidden from the user, and
 * the one value that a file of others may set: it can tighten, never loosen.
 */
export const TIGHT: Readonly<Partial<Record<string, unknown>>> = {
  storage: "home",
  share: false,
  keepRaw: false,
  recall: false,
  crossProject: false,
  receipt: true,
  backup: false,
};

function wholeNumber(
  fallback: number,
  min: number,
  max: number,
  about: string,
): ConfigKey<number> {
  return {
    fallback,
    accepts: (v): v is number =>
      Number.isInteger(v) && (v as number) >= min && (v as number) <= max,
    expects: `a whole number from ${min} to ${max}`,
    about,
  };
}

function yesOrNo(fallback: boolean, about: string): ConfigKey<boolean> {
  return {
    fallback,
    accepts: (v): v is boolean => typeof v === "boolean",
    expects: "true or false",
    about,
    choices: ["true", "false"],
  };
}

function oneOf<const T extends string>(
  choices: readonly [T, ...T[]],
  about: string,
): ConfigKey<T> {
  return {
    fallback: choices[0],
    accepts: (v): v is T => choices.includes(v as T),
    expects: choices.map((choice) => `"${choice}"`).join(" or "),
    about,
    choices,
  };
}

const shareKey: ConfigKey<boolean | "ask"> = {
  fallback: false,
  accepts: (v): v is boolean | "ask" => typeof v === "boolean" || v === "ask",
  expects: 'true, false or "ask"',
  about: "write what is new as team files, which git sees",
  choices: ["true", "false", "ask"],
};

export const CONFIG_KEYS = {
  saveInterval: wholeNumber(25, 1, 10_000, "tool uses between two saves"),
  storage: oneOf(["project", "home"], "where memory lives"),
  worktrees: oneOf(
    ["shared", "separate"],
    "whether git worktrees share the main worktree's memory",
  ),
  share: shareKey,
  stopPolicy: oneOf(
    ["quiet", "remind", "block"],
    "what happens when a turn ends with unsaved work",
  ),
  rules: oneOf(
    ["default", "own", "off"],
    "which rules go with a prompt",
  ),
  rulesInjectionFrequency: wholeNumber(
    1,
    1,
    1000,
    "the rules are added to every n-th prompt",
  ),
  tripwires: oneOf(
    ["remind", "deny", "off"],
    "what happens when a tool call breaks a rule that names it",
  ),
  recall: yesOrNo(true, "add matching memories to a prompt"),
  crossProject: yesOrNo(
    false,
    "at a failing command, also tell what your other projects know",
  ),
  verbose: yesOrNo(false, "show a line for each injection"),
  backup: yesOrNo(
    true,
    "leave small copies of a project's memory in Claude Code's folder",
  ),
  claudeMd: yesOrNo(false, "keep the rules in CLAUDE.md"),
  builtinNotice: yesOrNo(true, "keep a notice in the built-in MEMORY.md"),
  "memoryRotation.thresholdTokens": wholeNumber(
    25_000,
    1000,
    1_000_000,
    "size at which memory.md is archived, less 5 %",
  ),
  "memoryRotation.carryoverTokens": wholeNumber(
    2500,
    0,
    500_000,
    "newest part that stays in memory.md, less 5 %",
  ),
  summaryMaxLength: wholeNumber(
    2000,
    200,
    50_000,
    "longest session digest, in characters",
  ),
  keepRaw: yesOrNo(false, "keep the transcript too, redacted and gzipped"),
  "redact.patterns": {
    fallback: [] as readonly unknown[],
    accepts: (v): v is readonly unknown[] => Array.isArray(v),
    expects: "a list of regular expressions",
    about: "your own secrets, in addition to the built-in patterns",
  } satisfies ConfigKey<readonly unknown[]>,
  summaries: oneOf(
    ["auto", "manual", "off"],
    "when summaries are written",
  ),
  askMinChars: wholeNumber(
    12_000,
    500,
    1_000_000,
    "new work before a summary is written, in characters",
  ),
  askEveryMinutes: wholeNumber(20, 1, 10_000, "minutes between two summaries"),
  headless: oneOf(
    ["capture", "full", "off"],
    "what happens in sessions that run without a person (claude -p)",
  ),
  statusText: yesOrNo(true, "show in the status line what memory is doing"),
  receipt: yesOrNo(true, "show one line at the start of a session"),
  deadAfterMinutes: wholeNumber(
    60,
    1,
    100_000,
    "silence after which a session counts as over",
  ),
  digestAfterDays: wholeNumber(
    7,
    1,
    1000,
    "days after which work without a summary gets its digest",
  ),
};

export type ConfigName = keyof typeof CONFIG_KEYS;

export const CONFIG_NAMES = Object.keys(CONFIG_KEYS) as ConfigName[];

type ValueOf<K> = K extends ConfigKey<infer T> ? T : never;

export type Config = {
  readonly [N in ConfigName]: ValueOf<(typeof CONFIG_KEYS)[N]>;
};

/** The allowed words for a setting that has only a few. */
export function configChoices(name: string): readonly string[] {
  if (!isConfigName(name)) return [];
  const key: ConfigKey<unknown> = CONFIG_KEYS[name] as ConfigKey<unknown>;
  return key.choices ?? [];
}

export function isConfigName(name: string): name is ConfigName {
  return Object.hasOwn(CONFIG_KEYS, name);
}
