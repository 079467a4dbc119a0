/**
 * A rule of the user that names a command or a path, as data that can be
 * compared with a tool call: "use pnpm, not npm" trips on commands that begin
 * with npm. Only what is said plainly is understood; a rule that trips wrongly
 * is worse than one that never does.
 */

import { clip } from "../base/cut_text.ts";
import { oneLine } from "../base/safe_text.ts";
import type { RuleText } from "./said_rules.ts";

/** What trips. The plugin's hooks module gets it as it is. */
export interface Tripwire {
  /** The rule's. */
  readonly id: string;
  readonly tool: "Bash" | "Edit";
  /** A command begins so; any if there is none. */
  readonly prefix?: string;
  /** And has this flag. */
  readonly with?: string;
  /** And does not say this. */
  readonly unless?: string;
  /** A file is this one, or below it if it ends in `/`. */
  readonly path?: string;
  /** What is said then. */
  readonly text: string;
  /** The call is refused instead. */
  readonly deny?: true;
}

type Matcher = Omit<Tripwire, "id" | "text" | "deny">;

const TEXT_CHARS = 200;
/** What is longer names no command and no path. */
const NAMED_CHARS = 120;

/** A rule that begins with `!` may refuse. */
const STRICT = /^\s*!\s*/;

/** Undefined for a rule that names neither a command nor a path plainly. */
export function compileRule(
  { id, content }: RuleText,
  mayDeny: boolean,
): Tripwire | undefined {
  const matcher = readMatcher(content.replace(STRICT, ""));
  if (matcher === undefined) return undefined;
  const deny = mayDeny && STRICT.test(content);
  const rule = oneLine(content.replace(STRICT, ""));
  const says = deny ? "forbids this" : "applies here";
  const text = `The user's rule ${id} ${says}: “${rule}”` +
    (deny ? "" : ` (memory-keeper quiet ${id} silences it)`);
  return {
    id,
    ...matcher,
    text: clip(text, TEXT_CHARS),
    ...(deny ? { deny } : {}),
  };
}

/** "I will say so when a command begins with npm" */
export function describeTripwire(
  { prefix, path, with: word, unless, deny }: Tripwire,
): string {
  const act = deny ? "I will refuse it" : "I will say so";
  if (path !== undefined) {
    const what = path.endsWith("/") ? `a file below ${path}` : path;
    return `${act} when ${what} is to be changed`;
  }
  if (prefix === undefined) return `${act} when a command has ${word}`;
  const has = word === undefined ? "" : ` and has ${word}`;
  const lacks = unless === undefined ? "" : ` without ${unless}`;
  return `${act} when a command begins with ${prefix}${has}${lacks}`;
}

function readMatcher(rule: string): Matcher | undefined {
  const text = oneLine(rule).replace(/’/g, "'").replace(/[.!]+$/, "");
  for (const [pattern, read] of FORMS) {
    const found = pattern.exec(text);
    const matcher = found && read(found.slice(1).map((part) => part ?? ""));
    if (matcher) return isShort(matcher) ? matcher : undefined;
  }
  return undefined;
}

const isShort = (
  { prefix = "", with: flag = "", unless = "", path = "" }: Matcher,
) => [prefix, flag, unless, path].every((text) => text.length <= NAMED_CHARS);

const NOT = "(?:never|do not|don't|dont|must not|mustn't|no longer)";
const CHANGE =
  "(?:edit|touch|change|modify|alter|write to|write|overwrite|delete|format)";

type Form = readonly [
  pattern: RegExp,
  read: (parts: readonly string[]) => Matcher | undefined,
];

/** The first that can be read counts. */
const FORMS: readonly Form[] = [
  // Never run make without OSD=sdl
  [
    new RegExp(`^${NOT} (?:ever )?(?:run|use|call) (.+?) without (.+)$`, "i"),
    ([said = "", needed = ""]) => lacking(said, needed),
  ],
  // Never run git commit with --no-verify
  [
    new RegExp(
      `^${NOT} (?:ever )?(?:run|use|call) (.+?) with (?:the )?(?:flag )?([\`"“']?-.+)$`,
      "i",
    ),
    ([said = "", flag = ""]) => {
      const command = commandOf(said);
      return command && flagOf(flag, command);
    },
  ],
  // Never use --no-verify; don't pass --force to git push
  [
    new RegExp(
      `^(?:${NOT} (?:ever )?(?:use|pass|add|say)|avoid(?: using| passing)?|stop (?:using|passing)) (?:the )?(?:flag )?([\`"“']?--.+)$`,
      "i",
    ),
    ([flag = ""]) => flagOf(flag),
  ],
  [
    /^(?:절대로? )?([`"“']?--\S+?)[은는을를]? (?:절대로? )?(?:쓰지|사용하지|붙이지|넣지) (?:마|말)/,
    ([flag = ""]) => flagOf(flag),
  ],
  // Always run make with OSD=sdl
  [
    /^(?:always )?(?:run|call|start) (.+?) with (.+)$/i,
    ([said = "", needed = ""]) => lacking(said, needed),
  ],
  // Use pnpm, not npm; use pnpm instead of npm; prefer rg over grep
  [
    /^(?:always )?(?:(?:use|run|prefer|take) )?(.+?)(?:,? (?:and )?(?:not|never|instead of|rather than|over)|, don't use) (?:use |run )?(.+)$/i,
    ([wanted = "", unwanted = ""]) => preferring(wanted, unwanted),
  ],
  // Don't use npm, use pnpm
  [
    new RegExp(
      `^${NOT} (?:use|run|call) (.+?)[,;:] (?:always )?(?:use|run) (.+)$`,
      "i",
    ),
    ([unwanted = "", wanted = ""]) => preferring(wanted, unwanted),
  ],
  // Don't edit generated/; never touch files in vendor/
  [
    new RegExp(
      `^${NOT} (?:ever )?${CHANGE} (?:anything |any file |(?:the )?files? |code )?(?:in |under |below |inside |of )?(?:the )?(.+)$`,
      "i",
    ),
    ([said = ""]) => pathOf(said),
  ],
  // Never run npm publish
  [
    new RegExp(`^${NOT} (?:ever )?(?:run|execute|call|start) (.+)$`, "i"),
    ([said = ""]) => commandOf(said),
  ],
  [
    new RegExp(
      `^(?:${NOT} (?:ever )?use|avoid(?: using| running)?|stop (?:using|running)) (.+)$`,
      "i",
    ),
    ([said = ""]) => commandOf(said, { isVague: true }),
  ],
  // Never `git push --force`
  [
    new RegExp(`^${NOT} (?:ever )?(\`.+)$`, "i"),
    ([said = ""]) => commandOf(said),
  ],
  // npm 말고 pnpm을 써; npm 쓰지 마; generated/ 수정하지 마
  [
    /^(.+?) (?:말고|대신(?:에)?) (.+?)[을를]? (?:써|쓰|사용|실행)/,
    ([unwanted = "", wanted = ""]) => preferring(wanted, unwanted),
  ],
  [
    /^(?:절대로? )?(.+?)[은는을를]? (?:절대로? )?(?:쓰지|사용하지|실행하지|돌리지) (?:마|말)/,
    ([said = ""]) => commandOf(said),
  ],
  [
    /^(?:절대로? )?(.+?)[은는을를]? (?:절대로? )?(?:수정하지|편집하지|고치지|건드리지|변경하지|바꾸지) (?:마|말)/,
    ([said = ""]) => pathOf(said),
  ],
];

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
    "playwright cypress rails rake make").split(" "),
);
/** Words of everyday language as well: only where something is run. */
const VAGUE = new Set("go node just task black mix make rails rake".split(" "));

/** What may follow it without a `-`. */
const HAS_SUBCOMMANDS =
  /^(?:npm|npx|pnpm|yarn|bun|bunx|deno|go|cargo|git|gh|docker|podman|kubectl|helm|terraform|tofu|brew|apt|apt-get|poetry|uv|uvx|pip3?|composer|bundle|rails|mise|just|task|make|mix|dotnet|flutter|aws|gcloud|systemctl|turbo|nx|lerna|rake|gradle|gradlew|mvn|docker-compose|python3?|sudo|vercel|netlify|heroku)$/;
const MOST_WORDS = 3;

/** Ends what is named: "npm install in the root". */
const STOPS = new Set(
  ("in on for to with without unless when if because since as and or but " +
    "here from directly at by anywhere ever any the a an this that it again " +
    "manually yourself locally unattended please so which while before after " +
    "commands command scripts script").split(" "),
);

/** A command at the beginning of a phrase: prefix and, if one is named, a flag. */
function commandOf(
  phrase: string,
  { isVague = false } = {},
): Matcher | undefined {
  const quoted = /^[`"“']([^`"”']+)[`"”']/.exec(phrase)?.[1];
  const words = (quoted ?? phrase).trim().split(/\s+/);
  const [first = ""] = words;
  const program = first.replace(/[,;:]$/, "");
  const isKnown = quoted !== undefined
    ? /^[\w./~-]+$/.test(program)
    : PROGRAMS.has(program) && !(isVague && VAGUE.has(program)) ||
      !isVague && VAGUE.has(program) || /^\.\/[\w./-]+$/.test(program);
  if (!isKnown) return undefined;
  const named = quoted === undefined ? spokenWords(words) : words;
  if (named === undefined) return undefined;
  const flagAt = named.findIndex((word) => word.startsWith("-"));
  const prefix = (flagAt < 0 ? named : named.slice(0, flagAt)).join(" ");
  const flags = flagAt < 0 ? [] : named.slice(flagAt);
  // Several flags can be said in any order: that cannot be compared.
  if (flags.length > 1) return undefined;
  return { tool: "Bash", prefix, ...(flags[0] ? { with: flags[0] } : {}) };
}

/** One flag, of a command if one is named: "--force", "--force to git push". */
function flagOf(phrase: string, command?: Matcher): Matcher | undefined {
  const found =
    /^[`"“']?(-{1,2}[a-z][\w-]*)[`"”']?(?:,? (?:flag|option))?(?: (?:with|to|on|for|in) (.+)|[,;(].*| (?:because|since|as|when|ever|anywhere)\b.*)?$/i
      .exec(phrase);
  const [, flag = "", place] = found ?? [];
  const named = place === undefined ? command : commandOf(place);
  if (found === null || named?.with !== undefined) return undefined;
  if (named !== undefined) return { ...named, with: flag };
  // Of any command: a short one means something else in each.
  return place === undefined && /^--[a-z][\w-]{2,}$/.test(flag)
    ? { tool: "Bash", with: flag }
    : undefined;
}

/** The words that belong to the command; undefined if it is a phrase. */
function spokenWords(words: readonly string[]): string[] | undefined {
  const named: string[] = [];
  for (const [n, raw] of words.entries()) {
    const word = raw.replace(/[,;:)]+$/, "");
    // With flags only: they were not understood, and without it is allowed.
    if (word === "with" && /^[`"“'-]/.test(words[n + 1] ?? "")) {
      return undefined;
    }
    if (n > 0 && (STOPS.has(word.toLowerCase()) || word.startsWith("("))) break;
    const isPart = n === 0 || word.startsWith("-") ||
      HAS_SUBCOMMANDS.test(named[0] ?? "") && /^[a-z][\w:.-]*$/.test(word) &&
        n < MOST_WORDS;
    if (!isPart) return undefined;
    named.push(word);
    if (word !== raw) break;
  }
  return named;
}

/** Both must be commands. */
function preferring(wanted: string, unwanted: string): Matcher | undefined {
  const preferred = commandOf(wanted);
  const matcher = preferred && commandOf(unwanted);
  // `deno task test` begins with what it replaces: they cannot be told apart.
  return preferred?.prefix === matcher?.prefix && !matcher?.with
    ? undefined
    : matcher;
}

/** What must be said: a variable, a flag, something in quotes. */
function lacking(said: string, needed: string): Matcher | undefined {
  const word = /^[`"“']([^`"”']+)[`"”']/.exec(needed)?.[1] ??
    /^(?:[A-Z_][A-Z0-9_]*=\S*|--?[\w-]+(?:=\S+)?|[A-Z][A-Z0-9_]{2,})(?=[,;.\s]|$)/
      .exec(needed)?.[0];
  const command = word === undefined ? undefined : commandOf(said);
  if (command === undefined || command.with !== undefined) return undefined;
  return { ...command, unless: word ?? "" };
}

/** A path that can be nothing else: with a slash, an extension or a dot. */
function pathOf(phrase: string): Matcher | undefined {
  const quoted = /^[`"“']([^`"”']+)[`"”']/.exec(phrase);
  const said = quoted?.[0] ?? /^[^\s,;]*/.exec(phrase)?.[0] ?? "";
  const [next = ""] = phrase.slice(said.length).trim().split(/\s+/);
  const isFolder = /^(?:folder|directory|dir)\b/i.test(next);
  const isEnd = next === "" || /^[,;(]/.test(next) || isFolder ||
    STOPS.has(next.toLowerCase());
  const named = (quoted?.[1] ?? said).replace(/^\.\//, "")
    .replace(/\/?\*{1,2}$/, "/");
  const path = isFolder && !named.endsWith("/") ? `${named}/` : named;
  const isPath =
    /^[\p{L}\p{N}_.@+-]+(?:\/[\p{L}\p{N}_.@+-]+)*\/?$/u.test(path) &&
    (path.includes("/") && (quoted !== null || !isFolder || named !== path) ||
      /^[\p{L}\p{N}_-]*(?:\.[\w-]+)*\.[a-z]{1,6}$/iu.test(path));
  return isEnd && isPath ? { tool: "Edit", path: path.normalize() } : undefined;
}
