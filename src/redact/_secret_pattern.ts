/**
 * What a row of the pattern table is, and the builders for rows that come in
 * numbers. The table itself is `_redaction_patterns.ts`.
 */

import type { Judge } from "./_secret_value.ts";

/** A part of a text that must go. */
export interface Span {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

interface Row {
  /** Shown as `[REDACTED:kind]`. */
  readonly kind: string;
  /** A text the row redacts, put together so that no scanner takes it for a leak. */
  readonly example: string;
  /** A text that looks nearly the same and stays as it is. */
  readonly nearMiss: string;
}

/**
 * Characters that hints are found by, rarest first. Each costs time on every
 * text that has it, and more than 16 would turn off the engine's fast search.
 */
export const ANCHORS = "Jz'>_I|kw호ド=:.-";

/**
 * A literal that every match begins with; or the source of an expression that
 * ends at an anchor, where the match then begins. The search stops at anchors
 * and compares the two characters before them, so a hint needs all three.
 */
export type SearchHint =
  | string
  | { readonly anchor: string; readonly source: string };

/** A secret known by its shape. */
export interface ShapedSecret extends Row {
  readonly hints: readonly SearchHint[];
  /**
   * What a match may begin with too. Each is searched for in every text, so
   * they are few, rare, and short: from seven letters on the search is slower.
   */
  readonly words?: readonly string[];
  /**
   * Sticky, tried where a hint was found. The group `secret`, or else the whole
   * match, is what goes, and with it the group `head` before it. A repeat must be bounded, or unable to run over the
   * next place where the same row begins: time stays linear on any input.
   */
  readonly regex: RegExp;
  readonly accept?: (secret: string) => boolean;
  /** Where a secret of several lines ends; undefined if it is none. */
  readonly reach?: (text: string, end: number) => number | undefined;
}

/** A secret known by the name it is given, before `=` or `:`. */
export interface NamedSecret extends Row {
  /** How such names end, in lower case. */
  readonly endings: readonly string[];
  /** Tried on the name in snake_case, lower case, without a final number. */
  readonly name: RegExp;
  readonly judge: Judge;
}

export type SecretPattern = ShapedSecret | NamedSecret;

const ALNUM = "[A-Za-z0-9]";
export const HEX = "[0-9a-f]";
export const WORD = "[\\w-]";

/** Where a token may begin: at a word's edge, behind an escape, behind a terminal colour. */
export const EDGE =
  "(?:(?<![\\w-])|(?<=\\\\[nrt]|%[0-9A-Fa-f]{2}|\\[[\\d;]{1,9}m))";

/** A token known by its prefix, with at least `min` characters of an alphabet behind it. */
export function token(
  kind: string,
  prefixes: string,
  min: number,
  alphabet = ALNUM,
): ShapedSecret {
  const hints = prefixes.split(" ");
  const anyPrefix = hints.join("|").replaceAll(".", "\\.");
  // With these in the alphabet a second token can begin inside the first.
  const max = /[+/=]/.test(alphabet) ? 2048 : "";
  return {
    kind,
    hints,
    regex: new RegExp(
      `${EDGE}(?:${anyPrefix})${alphabet}{${min},${max}}`,
      "y",
    ),
    accept: isNotRepetitive,
    example: `export X=${hints[0]}${fill(min, alphabet)}`,
    nearMiss: `export X=${hints[0]}${fill(min - 1, alphabet)}`,
  };
}

/** Documentation writes `ghp_xxxxxxxxxxxx`. */
export function isNotRepetitive(secret: string): boolean {
  return !/([^])\1{7}/.test(secret);
}

/** An invented secret of an alphabet: as mixed as a real one, and the same every time. */
export function fill(length: number, alphabet = ALNUM): string {
  const mixed = "k7Qw2Zr9Lm4Xc1VtE5b0Da8f";
  const usable = mixed.match(new RegExp(alphabet, "g")) ?? [];
  return usable.join("").repeat(length).slice(0, length);
}

/** A colon in an address, or before something as long as a token, or a hash. */
export const COLON: SearchHint = {
  anchor: ":",
  source: "\\w\\w:(?=\\/\\/|[\\w-]{35}|[${])",
};

/** A flag such as `-u`, behind something else on the line. */
export const SHORT_FLAG: SearchHint = {
  anchor: "-",
  source: "[\\w\"'] -(?=[abpuPSw]|-user|(?:store|key)pass )",
};

export const SECRET_FLAG: SearchHint = {
  anchor: "-",
  source: "[\\s\"'`(\\[,]--(?=[a-z0-9-]{0,30}" +
    "(?:pass|token|secret|key|body|literal|cookie))",
};

/** The value behind a flag, `--db-password x` or `"--password", "x"`. */
export function flagValue(names: string): RegExp {
  const flag = `(?<=-)-(?:[a-z0-9]{1,20}-){0,3}(?:${names})`;
  const gap = "(?:[ \\t]{1,4}[\"'`]?|[\"'`],[ \\t]{0,4}[\"'`])";
  const value = "(?<secret>[^\\s\"'`\\]]{3,512})";
  return new RegExp(flag + gap + value, "dy");
}

/** The credentials of an HTTP header, as text or as two strings of a call. */
export function headerValue(scheme: string, credentials: string): RegExp {
  const quotes = "[\"'`\\]\\\\]{0,3}";
  const gap = `${quotes}[ \\t]{0,3}(?:=>|[:=,])[ \\t]{0,3}${quotes}`;
  const value = `${scheme}[ \\t]{1,3}(?<secret>${credentials})`;
  return new RegExp(`uthorization${gap}${value}`, "diy");
}
