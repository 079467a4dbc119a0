/**
 * Commands that a sentence names: `rm -rf`, git push --force, npm or yarn. What
 * follows them is handed back: it may restrict what was said.
 */

import type { Trip } from "./trips.ts";

/** What a sentence names, and what it says after that. */
export interface Named {
  readonly matchers: readonly Trip[];
  readonly tail: string;
}

/** Programs that mean nothing else in a sentence. */
const PROGRAMS = new Set(
  ("npm npx pnpm yarn bun bunx deno python python2 python3 pip pip3 pipenv " +
    "poetry uv uvx conda cargo rustc cmake ninja gradle gradlew mvn docker " +
    "docker-compose podman kubectl helm terraform tofu ansible git gh svn " +
    "brew apt apt-get yum dnf sudo rm curl wget jest vitest mocha pytest tox " +
    "eslint prettier biome tsc ruff mypy golangci-lint gofmt bundle rspec " +
    "composer php phpunit dotnet xcodebuild flutter sed awk grep rg perl ruby " +
    "vim nano ssh scp rsync psql mysql sqlite3 redis-cli aws gcloud vercel " +
    "netlify heroku systemctl mise turbo nx lerna webpack vite rollup " +
    "playwright cypress rails rake make fd fdfind bat eza exa ag ack jq yq " +
    "ls ripgrep chmod chown tar unzip httpie zsh bash").split(" "),
);
/** Words of everyday language as well: only where something is run. */
const VAGUE = new Set(
  ("go node just task black mix make rails rake find cat head tail tree kill " +
    "cp mv dd less more sort echo").split(" "),
);

/** What may follow it without a `-`. */
const HAS_SUBCOMMANDS =
  /^(?:npm|npx|pnpm|yarn|bun|bunx|deno|go|cargo|git|gh|docker|podman|kubectl|helm|terraform|tofu|brew|apt|apt-get|poetry|uv|uvx|pip3?|composer|bundle|rails|mise|just|task|make|mix|dotnet|flutter|aws|gcloud|systemctl|turbo|nx|lerna|rake|gradle|gradlew|mvn|docker-compose|python3?|sudo|vercel|netlify|heroku)$/;
const MOST_WORDS = 5;

/** Ends what is named: "npm install in the root". */
export const STOPS: ReadonlySet<string> = new Set(
  ("in on for to with without unless when if because since as and or but " +
    "here from directly at by anywhere ever any the a an this that it again " +
    "manually yourself locally unattended please so which while before after " +
    "during until except only commands command scripts script").split(" "),
);

const ADVERB = /^(?:(?!apply$)[a-z]+ly|twice|once|together)$/i;

/** One or several: "npm, yarn or `bun`". Undefined if it begins with none. */
export function commandsIn(
  phrase: string,
  { isVague = false, isWanted = false } = {},
): Named | undefined {
  const lists: string[][] = [];
  let tail = phrase;
  for (;;) {
    const from = lists.length === 0 ? tail : listedNext(tail);
    const found = from === undefined ? undefined : readWords(from, isVague);
    if (found === undefined) break;
    lists.push(found.words);
    tail = found.tail;
  }
  const matchers = lists.flatMap((words) =>
    matcherOf(words) ?? (isWanted ? { prefix: words.join(" ") } : [])
  );
  if (lists.length === 0 || matchers.length < lists.length) return undefined;
  // "npm or yarn install" may mean `npm install`.
  const [first] = lists;
  const isUneven = first?.length === 1 &&
    lists.some(({ length }) => length > 1);
  const named = { matchers, tail: isUneven ? phrase : tail };
  return toBranch(named) ?? named;
}

/** What follows "and", "or" or a comma. */
export const listedNext = (tail: string) =>
  /^\s*(?:,\s*(?:(?:and|or)\s+)?|(?:and|or)\s+)(.+)$/is.exec(tail)?.[1];

const TO_BRANCH =
  /^\s*(?:(?:directly|straight) )?(?:to|on|onto|into) (?:the )?[`"“']?(main|master|develop|trunk|production|[\w./-]+(?=[`"”']? branch\b))[`"”']?(?: branch)?(?: directly)?(?![\w/-])(.*)$/is;

/** "git push to main" has `main` among its words, or is a push of it. */
function toBranch({ matchers: [push, other], tail }: Named): Named | undefined {
  const [, branch, rest = ""] = TO_BRANCH.exec(tail) ?? [];
  if (branch === undefined || other !== undefined) return undefined;
  if (push?.prefix === "git commit") {
    return { matchers: [{ ...push, branch }], tail: rest };
  }
  if (push?.prefix !== "git push") return undefined;
  const said = [branch, `HEAD:${branch}`, `+${branch}`, `${branch}:${branch}`];
  const matcher = { ...push, with: [...push.with ?? [], said] };
  return { matchers: [matcher, { ...push, branch }], tail: rest };
}

/** "force push", "commit to main": what git does, without its name. */
export function gitIn(
  isForce: boolean,
  verb: string,
  tail: string,
): Named | undefined {
  const plain = { prefix: `git ${verb.toLowerCase()}` };
  const named = {
    matchers: [isForce ? withFlags(plain, ["--force"]) : plain],
    tail,
  };
  return toBranch(named) ?? (isForce ? named : undefined);
}

interface Words {
  readonly words: string[];
  readonly tail: string;
}

function readWords(phrase: string, isVague: boolean): Words | undefined {
  const quoted = /^[`"“']([^`"”']+)[`"”']/.exec(phrase);
  if (quoted) {
    const words = (quoted[1] ?? "").trim().split(/\s+/);
    return /^[\w./~-]+$/.test(words[0] ?? "")
      ? { words, tail: phrase.slice(quoted[0].length) }
      : undefined;
  }
  return readSpoken(phrase, isVague);
}

/** The words that belong to the command; undefined if it is a phrase. */
function readSpoken(phrase: string, isVague: boolean): Words | undefined {
  const words: string[] = [];
  for (const { 0: raw, index } of phrase.matchAll(/\S+/g)) {
    // `git add .` has no stop at its end.
    const word = raw.replace(/(?<=.)[,;:.)]+$/, "");
    const isStop = words.length > 0 &&
      (STOPS.has(word.toLowerCase()) || ADVERB.test(word) ||
        /^(?:[(—–]|-$)/.test(word));
    if (isStop) {
      const tail = phrase.slice(index);
      // Flags that were not understood: without them it is allowed.
      return /^with\s+[`"“'-]/i.test(tail) ? undefined : { words, tail };
    }
    const isPart = words.length === 0
      ? isProgram(word, isVague)
      : /^-+[a-z]/i.test(word) ||
        HAS_SUBCOMMANDS.test(words[0] ?? "") &&
          /^(?:\.|[a-z][\w:.-]*)$/.test(word) && words.length < MOST_WORDS;
    if (!isPart) return undefined;
    words.push(word);
    if (word !== raw) return { words, tail: phrase.slice(index + word.length) };
  }
  return words.length === 0 ? undefined : { words, tail: "" };
}

function isProgram(word: string, isVague: boolean): boolean {
  if (VAGUE.has(word)) return !isVague;
  return PROGRAMS.has(word) || SCRIPT.test(word);
}

/** `./build`, `scripts/deploy.sh`. */
const SCRIPT = /^(?:\.\/[\w./-]+|(?![./])[\w./-]+\.sh)$/;

function matcherOf(said: readonly string[]): Trip | undefined {
  const [program = "", ...rest] = said;
  const isScript = SCRIPT.test(program) && !program.startsWith("./");
  const words = [isScript ? `./${program}` : program, ...rest];
  const isFlag = (word: string) => word.startsWith("-");
  const at = words.findIndex(isFlag);
  const flags = at < 0 ? [] : words.slice(at);
  // What follows a flag may be its value.
  if (at === 0 || !flags.every(isFlag)) return undefined;
  const prefix = words.slice(0, at < 0 ? words.length : at).join(" ");
  return withFlags({ prefix }, flags);
}

/** Short flags that take no value, and flags that mean the same. */
const FLAGS:
  readonly (readonly [command: string, bundle: string, same: string])[] = [
    ["rm", "rRfiIdv", "-r=-R=--recursive -f=--force"],
    ["chmod", "Rcfv", "-R=--recursive"],
    ["chown", "Rcfv", "-R=--recursive"],
    ["git push", "fundqv", "-f=--force -u=--set-upstream -d=--delete"],
    ["git commit", "apsnvqeioz", "-n=--no-verify -a=--all -s=--signoff"],
    ["git clean", "dfxXqn", "-f=--force"],
    ["git add", "Afnuv", "-f=--force -A=--all"],
    ["git checkout", "fq", "-f=--force"],
    ["docker compose down", "v", "-v=--volumes"],
    ["docker-compose down", "v", "-v=--volumes"],
    ["npm install", "DEOPfg", "-g=--global -D=--save-dev -f=--force"],
    ["npm i", "DEOPfg", "-g=--global -D=--save-dev -f=--force"],
    ["jest", "", "-i=--runInBand"],
  ];

/** The same matcher, for commands with these flags. */
export function withFlags(matcher: Trip, flags: readonly string[]): Trip {
  if (flags.length === 0) return matcher;
  const [, bundle = ""] = flagsOf(matcher.prefix) ?? [];
  const single = flags.flatMap((flag) =>
    /^-[a-z]{2,}$/i.test(flag) &&
      [...flag.slice(1)].every((letter) => bundle.includes(letter))
      ? [...flag.slice(1)].map((letter) => `-${letter}`)
      : [flag]
  );
  return {
    ...matcher,
    with: single.map((flag) => sameFlags(matcher.prefix, flag)),
    ...(bundle === "" ? {} : { bundle }),
  };
}

/** It, and all that mean the same. */
export function sameFlags(prefix: string | undefined, flag: string): string[] {
  const [, , same = ""] = flagsOf(prefix) ?? [];
  const row = same.split(" ").map((flags) => flags.split("="))
    .find((flags) => flags.includes(flag)) ?? [];
  return [...new Set([flag, ...row])];
}

const flagsOf = (prefix = "") =>
  FLAGS.find(([command]) => `${prefix} `.startsWith(`${command} `));
