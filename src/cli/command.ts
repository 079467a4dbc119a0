/** The shape of a command: one row of the table in commands.ts. */

import type { Output } from "../output/output.ts";
import type { Claim, Store } from "../store/store.ts";
import type { World } from "../base/world.ts";

export const ID_KINDS = [
  "sessions",
  "facts",
  "concepts",
  "rules",
  "archives",
  "deltas",
  "steps",
  "any",
] as const;
export type IdKind = typeof ID_KINDS[number];

/** What a shell offers: paths, ids, or suggested words (others are allowed). */
export type Completes = "files" | "folders" | IdKind | readonly string[];

export interface Flag {
  readonly name: string;
  /** The value's placeholder in the help; a flag without one is a switch. */
  readonly value?: string;
  /** May be given without its value, which is "" then. */
  readonly isOptional?: true;
  readonly about: string;
  /** May be given several times: what is put between the values. */
  readonly repeats?: "," | "\n";
  /** Else by the value's name: a folder, a file or a path. */
  readonly completes?: Completes;
}

export interface Positional {
  readonly name: string;
  readonly about: string;
  readonly optional?: boolean;
  readonly many?: boolean;
  /** The only allowed words; completed by the shell. */
  readonly choices?: readonly string[];
  readonly completes?: Completes;
  /** What is offered after the previous word, where that decides. */
  readonly completesAfter?: (before: string) => readonly string[];
}

export interface CommandSpec {
  /** One or two words: `status`, `config set`. */
  readonly name: string;
  /** Names of the earlier generation of this tool. */
  readonly aliases?: readonly string[];
  readonly about: string;
  /** More for `--help`, in paragraphs. */
  readonly details?: string;
  readonly positionals?: readonly Positional[];
  readonly flags?: readonly Flag[];
  readonly examples?: readonly string[];
  readonly load: () => Promise<RunCommand>;
}

/** The command line of one command, parsed and checked against its row. */
export interface Invocation {
  readonly command: CommandSpec;
  readonly positionals: readonly string[];
  readonly switches: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
}

export interface CommandCall {
  readonly args: Invocation;
  readonly output: Output;
  readonly world: World;
  /** The store of the project the user means. */
  openStore(): Promise<Store>;
  /** The same; refused where nothing is kept yet. */
  keptStore(): Promise<Store>;
}

/** 1: nothing found or refused. Misuse and store problems are thrown. */
export type ExitCode = 0 | 1;

/** Without an exit code it is 0. */
type RunCommand = (call: CommandCall) => Promise<ExitCode | void> | void;

/** What it is for, with more than that where needed. */
type Written<T> = string | Pick<T, keyof T & "about"> & Partial<T>;
type ByUsage<T> = Readonly<Record<string, Written<T>>>;

/** Rows of the table, by the command's name. */
export type CommandRows = Readonly<
  Record<
    string,
    Omit<CommandSpec, "name" | "positionals" | "flags"> & {
      /** `<id>`, `[id]`, or `<text...>` for all words that follow. */
      readonly positionals?: ByUsage<Positional>;
      /** `--force`, `--out <file>`, or `--session [id]`, which "" is given for. */
      readonly flags?: ByUsage<Flag>;
    }
  >
>;

export const defineCommands = (rows: CommandRows): CommandSpec[] =>
  Object.entries(rows).map(([name, { positionals, flags, ...row }]) => ({
    name,
    ...row,
    ...(row.examples ? { examples: row.examples.map(withProgram) } : {}),
    ...(positionals ? { positionals: definePositionals(positionals) } : {}),
    ...(flags ? { flags: defineFlags(flags) } : {}),
  }));

/** Examples name the program only where another comes first. */
const withProgram = (line: string) =>
  line.includes("| memory-keeper ") ? line : `memory-keeper ${line}`;

const asObject = <T>(written: Written<T>) =>
  typeof written === "string" ? { about: written } : written;

const definePositionals = (rows: ByUsage<Positional>): Positional[] =>
  Object.entries(rows).map(([usage, written]) => ({
    name: usage.replace(/^[<[]|(?:\.\.\.)?[>\]]$/g, ""),
    ...(usage.startsWith("[") ? { optional: true } : {}),
    ...(usage.includes("...") ? { many: true } : {}),
    ...asObject(written),
  }));

const defineFlags = (rows: ByUsage<Flag>): Flag[] =>
  Object.entries(rows).map(([usage, written]) => {
    const [, name = "", value] = /^--([\w-]+)(?: .(.+).)?$/.exec(usage) ?? [];
    return {
      name,
      ...(value ? { value } : {}),
      ...(usage.endsWith("]") ? { isOptional: true } : {}),
      ...asObject(written),
    };
  });

export const GLOBAL_FLAGS: readonly Flag[] = defineFlags({
  "--json": "print the result as JSON",
  "--project-dir <folder>": "the project (default: the nearest one upwards)",
  "--help": "show this help",
});

/** How long a command waits for a hook that holds a lock. */
export const claimOf = (who: string): Claim => ({ who, waitMs: 10_000 });
