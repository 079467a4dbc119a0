/**
 * What may follow each beginning of a command line, from the command table. Any
 * other word is an option, its value or an argument and changes nothing.
 */

import {
  type CommandSpec,
  type Completes,
  type Flag,
  GLOBAL_FLAGS,
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
  /** The beginnings it stands for: a name and its older names. */
  readonly names: readonly string[];
  readonly words: readonly Offer[];
  /** Arguments may be paths. */
  readonly paths: "files" | "folders" | undefined;
  readonly flags: readonly FlagOffer[];
}

export function completionPoints(): Point[] {
  const global = GLOBAL_FLAGS.map(flagOffer);
  const start = { names: [""], words: firstWords(), paths: undefined };
  return [
    { ...start, flags: global },
    ...groups().map((group) => ({ ...group, paths: undefined, flags: global })),
    ...COMMANDS.map(commandPoint),
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

function commandPoint(command: CommandSpec): Point {
  const { name, aliases = [], positionals = [], flags = [] } = command;
  const offers = positionals.flatMap(({ choices, completes }) =>
    choices ?? (Array.isArray(completes) ? completes : [])
  );
  const paths = positionals.map(({ completes }) => completes)
    .find((one) => one === "files" || one === "folders");
  return {
    names: [name, ...aliases],
    words: name === "help"
      ? firstWords()
      : [...new Set(offers)].map((word) => ({ word, about: "" })),
    paths,
    flags: [...flags, ...GLOBAL_FLAGS].map(flagOffer),
  };
}

function flagOffer({ name, value, about, completes }: Flag): FlagOffer {
  const offer = { word: `--${name}`, about };
  if (value === undefined) return offer;
  const paths = { folder: "folders", file: "files", path: "files" } as const;
  const usual = Object.hasOwn(paths, value)
    ? paths[value as keyof typeof paths]
    : "free";
  return { ...offer, values: completes ?? usual };
}
