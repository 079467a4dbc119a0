/** Parses a command line into one checked invocation, or an error. */

import { parseArgs } from "@std/cli/parse-args";
import { UserError } from "../base/errors.ts";
import {
  type CommandSpec,
  type Flag,
  GLOBAL_FLAGS,
  type Invocation,
} from "./command.ts";
import { COMMANDS, commandWords, findCommand } from "./commands.ts";
import { didYouMean } from "../base/did_you_mean.ts";

/** `help` is `--help` or a command line without a command. */
type Parsed =
  | { readonly kind: "run"; readonly invocation: Invocation }
  | {
    readonly kind: "help";
    /** One command, the commands that begin with a word, or all. */
    readonly commands: readonly CommandSpec[];
  };

export function parseArgv(argv: readonly string[]): Parsed {
  const options = beforeDashes(argv).map((arg) =>
    arg === "-h" ? "--help" : arg === "-V" ? "--version" : arg
  );
  const args = [...options, ...argv.slice(options.length)];
  if (options.includes("--version") && leadingWords(args).length === 0) {
    return parseArgv(["version", ...args.filter((a) => a !== "--version")]);
  }
  const words = leadingWords(args);
  const found = longestCommand(words.map((w) => w.text));
  const wantsHelp = options.includes("--help");
  if (found === undefined) {
    const before = options.slice(0, words[0]?.at ?? options.length);
    if (!wantsHelp) assertGlobal(before);
    if (words.length === 0) return noCommand(args, wantsHelp);
    const group = commandsOf(words[0]?.text ?? "");
    if (wantsHelp && words.length === 1 && group.length > 0) {
      return { kind: "help", commands: group };
    }
    throw unknownCommand(words.map((w) => w.text));
  }
  const { command, length } = found;
  const group = length === 1 ? commandsOf(words[0]?.text ?? "") : [];
  if (group.length > 0) {
    // The group's name alone is its list; then a second word is misspelt.
    if (wantsHelp) return { kind: "help", commands: group };
    if (words.length > 1) throw unknownCommand(words.map((w) => w.text));
  }
  if (wantsHelp) return { kind: "help", commands: [command] };
  const taken = new Set(words.slice(0, length).map((w) => w.at));
  const rest = args.filter((_, at) => !taken.has(at));
  return { kind: "run", invocation: parseFlags(command, rest) };
}

/** Everything after `--` is taken literally. */
const beforeDashes = (args: readonly string[]) =>
  args.includes("--") ? args.slice(0, args.indexOf("--")) : args;

/** The words that may name a command; global flags are skipped. */
function leadingWords(args: readonly string[]): { text: string; at: number }[] {
  const words: { text: string; at: number }[] = [];
  for (let at = 0; at < args.length; at++) {
    const text = args[at] as string;
    if (text === "--") break;
    if (!text.startsWith("-")) words.push({ text, at });
    else if (takesValue(text)) at++;
  }
  return words;
}

const takesValue = (arg: string) =>
  GLOBAL_FLAGS.some(({ name, value }) => value && arg === `--${name}`);

function longestCommand(words: readonly string[]) {
  for (const length of [2, 1]) {
    if (words.length < length) continue;
    const command = findCommand(words.slice(0, length).join(" "));
    if (command) return { command, length };
  }
  return undefined;
}

/** Whether the output is for programs; the last flag counts. */
export function wantsJson(argv: readonly string[]): boolean {
  const last = beforeDashes(argv).findLast((arg) => /^--json(?:=|$)/.test(arg));
  return last !== undefined && last !== "--json=false";
}

/** Before a command only global options are allowed. */
function assertGlobal(args: readonly string[]): void {
  args.forEach((arg, at) => {
    if (!arg.startsWith("-")) return;
    const name = nameOf(arg);
    const flag = GLOBAL_FLAGS.find((one) => name === `--${one.name}`);
    if (flag === undefined) throw unknownFlag(undefined, arg, BEFORE_COMMANDS);
    const next = args[at + 1];
    if (flag.value && arg === name && (next ?? "-").startsWith("-")) {
      throw missingValue(flag);
    }
  });
}

function noCommand(args: readonly string[], wantsHelp: boolean): Parsed {
  if (wantsHelp || args.length === 0) {
    return { kind: "help", commands: COMMANDS };
  }
  throw new UserError("misuse", "No command given", [
    'Run "memory-keeper --help" for the list',
  ]);
}

/** The commands that begin with a word, as `config` does, by older names too. */
const commandsOf = (word: string) =>
  COMMANDS.filter(({ name, aliases = [] }) =>
    [name, ...aliases].some((one) => one.startsWith(`${word} `))
  );

function unknownCommand(words: readonly string[]): UserError {
  const [first = "", second] = words;
  const known = commandWords();
  const group = known.filter((name) => name.startsWith(`${first} `));
  if (group.length === 0) {
    // `resolve i001` for `facts resolve i001`.
    const full = known.find((name) => name.endsWith(` ${first}`));
    return new UserError("misuse", `Unknown command "${first}"`, [
      didYouMean(first, known) ??
        (full && `Did you mean "${full}"?`) ??
        'Run "memory-keeper --help" for the list',
    ]);
  }
  const choices = group.map((name) => name.slice(first.length + 1));
  const message = second === undefined
    ? `"${first}" needs one of: ${choices.join(", ")}`
    : `Unknown command "${first} ${second}"`;
  return new UserError("misuse", message, [
    (second && didYouMean(second, choices, `${first} `)) ??
      `Run "memory-keeper ${first} --help" for what they do`,
  ]);
}

function parseFlags(command: CommandSpec, args: readonly string[]): Invocation {
  const flags: readonly Flag[] = [...command.flags ?? [], ...GLOBAL_FLAGS];
  const named = (wantsValue: boolean) =>
    flags.filter((f) => (f.value !== undefined) === wantsValue)
      .map((f) => f.name);
  assertSwitches(args, named(false));
  const parsed = parseArgs(joinDashes(args, named(true)), {
    boolean: named(false),
    string: ["_", ...named(true)],
    collect: named(true),
    "--": true,
    unknown: (arg, key) => {
      if (key !== undefined) throw unknownFlag(command, arg, flags);
    },
  });
  const values = new Map<string, string>();
  for (const flag of flags.filter(({ value }) => value !== undefined)) {
    const given = [parsed[flag.name] ?? []].flat().map(String);
    if (given.length === 0) continue;
    if (given.includes("") && !flag.isOptional) throw missingValue(flag);
    const isForAll = GLOBAL_FLAGS.includes(flag);
    if (given.length > 1 && !flag.repeats && !isForAll) throw givenTwice(flag);
    values.set(
      flag.name,
      flag.repeats ? given.join(flag.repeats) : given.at(-1) ?? "",
    );
  }
  const positionals = [...parsed._.map(String), ...parsed["--"] ?? []];
  assertPositionals(command, positionals);
  return {
    command,
    positionals,
    switches: new Set(named(false).filter((name) => parsed[name] === true)),
    values,
  };
}

/** The library takes `-`, `-08:00` and `"- Round last"` for options. */
function joinDashes(args: readonly string[], valueFlags: readonly string[]) {
  const options = beforeDashes(args);
  const texts: string[] = [];
  const joined: string[] = [];
  for (const arg of options) {
    const before = joined.at(-1);
    const isValue = /^-(?:\d.*)?$/.test(arg) &&
      valueFlags.some((name) => before === `--${name}`);
    if (isValue) joined[joined.length - 1] = `${before}=${arg}`;
    else if (/^-+\s|^-\d/.test(arg)) texts.push(arg);
    else joined.push(arg);
  }
  return [...joined, "--", ...texts, ...args.slice(options.length + 1)];
}

const nameOf = (arg: string) => arg.replace(/=.*$/s, "");

const VERSION_FLAG: Flag = { name: "version", about: "print the version" };
const BEFORE_COMMANDS = [...GLOBAL_FLAGS, VERSION_FLAG];

/** `command` is undefined for an option before the command, or alone. */
function unknownFlag(
  command: CommandSpec | undefined,
  arg: string,
  flags: readonly Flag[],
): UserError {
  const name = nameOf(arg);
  const guess = name === "-v"
    ? 'Did you mean "--version"?'
    : didYouMean(name, flags.map((flag) => `--${flag.name}`));
  const takesText = command?.positionals?.some((one) => one.many);
  const hint = guess ??
    (command
      ? `Run "memory-keeper ${command.name} --help" for its options`
      : "Options of a command follow its name");
  const more = 'Text that begins with "-" goes after "--", at the end';
  const hints = takesText ? [hint, more] : [hint];
  return new UserError("misuse", `Unknown option "${name}"`, hints);
}

/** A switch has no value; the library would read any word as false. */
function assertSwitches(args: readonly string[], switches: readonly string[]) {
  for (const arg of beforeDashes(args)) {
    const [, name = "", value] = /^--([^=]+)=(.*)$/s.exec(arg) ?? [];
    if (!switches.includes(name) || /^(?:true|false)$/.test(value ?? "")) {
      continue;
    }
    throw new UserError("misuse", `"--${name}" cannot be "${value}"`, [
      `Write --${name}, or leave it out`,
    ]);
  }
}

function missingValue({ name, value }: Flag): UserError {
  return new UserError("misuse", `"--${name}" needs a value`, [
    `Write --${name} <${value}>`,
  ]);
}

/** Otherwise one of the two values would be dropped silently. */
function givenTwice({ name }: Flag): UserError {
  return new UserError("misuse", `"--${name}" is given more than once`, [
    "Give it once",
  ]);
}

function assertPositionals(
  { name, positionals = [] }: CommandSpec,
  given: readonly string[],
): void {
  const hint = `Run "memory-keeper ${name} --help" for its usage`;
  const missing = positionals.find((p, i) => !p.optional && i >= given.length);
  if (missing) {
    const { name: word, choices } = missing;
    throw new UserError("misuse", `"${name}" needs <${word}>`, [
      choices ? `It is one of: ${choices.join(", ")}` : hint,
    ]);
  }
  const extra = given[positionals.length];
  if (extra !== undefined && !positionals.at(-1)?.many) {
    throw new UserError("misuse", `Unexpected word "${extra}"`, [hint]);
  }
  positionals.forEach((positional, i) => {
    const word = given[i];
    const { choices } = positional;
    if (word === undefined || !choices || choices.includes(word)) return;
    throw new UserError(
      "misuse",
      `<${positional.name}> cannot be "${word}"`,
      [didYouMean(word, choices) ?? `It is one of: ${choices.join(", ")}`],
    );
  });
}
