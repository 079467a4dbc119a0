/**
 * What may follow each beginning of a command line, from the command table. An
 * argument with a few allowed words is part of a beginning: something else is
 * offered after it. Any other word is an option, its value or an argument and
 * changes nothing.
 */

import {
  type CommandSpec,
  type Completes,
  type Flag,
  GLOBAL_FLAGS,
  ID_KINDS,
  type IdKind,
  type Positional,
} from "../command.ts";
import { COMMANDS, GROUPS } from "../commands.ts";

export interface Offer {
  readonly word: string;
  readonly about: string;
}

/** An option; without values it is a switch. */
export interface FlagOffer extends Offer {
  readonly values?: Values;
}

/** What an option takes; `free` is anything, so nothing is offered. */
export type Values = Completes | "free";

export interface Point {
  /** The beginnings it applies to: a name and its older names. */
  readonly names: readonly string[];
  readonly words: readonly Offer[];
  /** Arguments may be paths, or ids. */
  readonly paths: Exclude<Completes, readonly string[]> | undefined;
  readonly flags: readonly FlagOffer[];
}

export const isIdKind = (one: unknown): one is IdKind =>
  ID_KINDS.some((kind) => kind === one);

export function completionPoints(): Point[] {
  const global = GLOBAL_FLAGS.map(flagOffer);
  const start = { names: [""], words: firstWords(), paths: undefined };
  return [
    { ...start, flags: global },
    ...groups().map((group) => ({ ...group, paths: undefined, flags: global })),
    ...COMMANDS.flatMap(commandPoints),
  ];
}

/** Every option that takes a value, once; they mean the same everywhere. */
export function valueFlags(points: readonly Point[]): Map<string, Values> {
  const flags = new Map<string, Values>();
  for (const { word, values } of points.flatMap((point) => point.flags)) {
    if (values !== undefined && (flags.get(word) ?? "free") === "free") {
      flags.set(word, values);
    }
  }
  return flags;
}

function firstWords(): Offer[] {
  const words = new Map<string, string>();
  for (const { name, about } of COMMANDS) {
    const [first = name, second] = name.split(" ");
    if (!words.has(first)) {
      words.set(first, second ? GROUPS[first] ?? "" : about);
    }
  }
  return [...words].map(([word, about]) => ({ word, about }));
}

/** First words that need a second one, older names included. */
function groups(): { names: string[]; words: Offer[] }[] {
  const found = new Map<string, Offer[]>();
  for (const { name, aliases = [], about } of COMMANDS) {
    for (const full of [name, ...aliases]) {
      const [first = "", word] = full.split(" ");
      if (word === undefined) continue;
      found.set(first, [...found.get(first) ?? [], { word, about }]);
    }
  }
  return [...found].map(([first, words]) => ({ names: [first], words }));
}

function commandPoints(command: CommandSpec): Point[] {
  const { name, aliases = [], positionals = [], flags = [] } = command;
  const paths = positionals.map(({ completes }) => completes)
    .find((one) => typeof one === "string");
  const rest = {
    paths: undefined,
    flags: [...flags, ...GLOBAL_FLAGS].map(flagOffer),
  };
  const names = [name, ...aliases];
  const first = name === "help" ? firstWords() : wordsFor(positionals[0]);
  const points: Point[] = [{ ...rest, names, words: first, paths }];
  const follow = (word: string) =>
    name === "help" ? secondWords(word) : wordsFor(positionals[1], word);
  // Words with the same continuation share a point.
  const alike = Map.groupBy(
    first.map(({ word }) => word),
    (word) => follow(word).map((offer) => offer.word).join(" "),
  );
  for (const words of alike.values()) {
    const next = follow(words[0] ?? "");
    const begun = behind(names, words);
    points.push({ ...rest, names: begun, words: next });
    if (next.length === 0) continue;
    const done = behind(begun, next.map(({ word }) => word));
    points.push({ ...rest, names: done, words: [] });
  }
  return points;
}

const behind = (names: readonly string[], words: readonly string[]) =>
  names.flatMap((name) => words.map((word) => `${name} ${word}`));

function wordsFor(positional: Positional | undefined, before = ""): Offer[] {
  const { choices, completes, completesAfter } = positional ?? {};
  const words = completesAfter?.(before) ?? choices ??
    (Array.isArray(completes) ? completes as readonly string[] : []);
  return words.map((word) => ({ word, about: "" }));
}

const secondWords = (first: string): Offer[] =>
  groups().find(({ names }) => names.includes(first))?.words ?? [];

function flagOffer({ name, value, about, completes }: Flag): FlagOffer {
  const offer = { word: `--${name}`, about };
  if (value === undefined) return offer;
  const paths = { folder: "folders", file: "files", path: "files" } as const;
  const usual = Object.hasOwn(paths, value)
    ? paths[value as keyof typeof paths]
    : "free";
  return { ...offer, values: completes ?? usual };
}
