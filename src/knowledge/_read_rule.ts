/**
 * What a rule forbids, read from its sentence: "use pnpm, not npm", "don't edit
 * generated/", "npm 쓰지 마". Only what is said plainly is understood.
 */

import { oneLine } from "../base/safe_text.ts";
import {
  commandsIn,
  gitIn,
  type Named,
  sameFlags,
  withFlags,
} from "./_named_command.ts";
import { pathsIn } from "./_named_path.ts";
import type { Trip } from "./trips.ts";

interface RuleReading {
  /** None if what is said is not enough. */
  readonly matchers: readonly Trip[];
  /** What was not understood: then it is no reason to refuse. */
  readonly unclear?: string;
}

/** Undefined for a rule that names neither a command nor a path plainly. */
export function readRule(rule: string): RuleReading | undefined {
  const text = oneLine(rule).trim().replace(/’/g, "'").replace(
    /(?<=[^\s.!])[.!]+$/,
    "",
  )
    .replace(/\s*\((not|never|instead of|rather than) ([^()]*)\)/i, ", $1 $2")
    .replace(/^(?:please,? |(?:we|you|i) (?=\w))+/i, "");
  for (const [pattern, read] of FORMS) {
    const found = pattern.exec(text);
    const reading = found && read(...found.slice(1).map((part) => part ?? ""));
    if (reading) return reading;
  }
  return undefined;
}

const NOT =
  "(?:never|do not|don't|dont|must not|mustn't|should not|shouldn't|cannot|can't|may not|no longer)(?:,? ever)?";
const RUN = "(?:run|execute|call|start|use)";
const CHANGE =
  "(?:edit|touch|change|modify|alter|write (?:in)?to|overwrite|update)";
const DELETE = "(?:delete|remove|erase)";
const LIST = "(?:,? (?:or|and) |, |/)";

type Form = readonly [
  pattern: RegExp,
  read: (...parts: string[]) => RuleReading | undefined,
];

const form = (pattern: string) => new RegExp(`^${pattern}$`, "is");

/** The first that can be read counts. */
const ENGLISH: readonly Form[] = [
  // Never run make without OSD=sdl
  [form(`${NOT} ${RUN} (.+?) without (.+)`), lacking],
  // Never run git commit with --no-verify
  [
    form(`${NOT} ${RUN} (.+?) with (?:the )?(?:flag )?([\`"“']?-.+)`),
    (said = "", flag = "") => flagIn(flag, said),
  ],
  // Never use --no-verify; don't pass --force to git push
  [
    form(
      `(?:${NOT} (?:use|pass|add|say)|avoid(?: using| passing)?|stop (?:using|passing)) (?:the )?(?:flag )?([\`"“']?--.+)`,
    ),
    (flag = "") => flagIn(flag),
  ],
  // Always run make with OSD=sdl
  [form("(?:always )?(?:run|call|start) (.+?) with (.+)"), lacking],
  // Use pnpm, not npm; use pnpm instead of npm; prefer rg over grep
  [
    form(
      "(?:(?:should|must) )?(?:always |only )?(?:(?:use|run|prefer|take|choose) )?(.+?)(?:,? (?:and |but )?(?:not|never|instead of|rather than|over)|, don't use) (?:use |run |using )?(.+)",
    ),
    preferring,
  ],
  [form("(?:always )?prefer (.+?) to (.+)"), preferring],
  // Run tests with make test, never with npm test
  [
    form(
      "(?:always )?[a-z]+(?: [a-z]+){0,3} (?:with|using|via) (.+?),? (?:and |but )?(?:not|never|instead of|rather than) (?:with |using |via )?(.+)",
    ),
    preferringFor,
  ],
  // Don't use npm, use pnpm
  [
    form(`${NOT} ${RUN} (.+?)[,;:.] (?:always )?(?:use|run) (.+)`),
    (unwanted = "", wanted = "") => preferring(wanted, unwanted),
  ],
  // Don't edit generated/; never touch files in vendor/ and *.lock
  [
    form(`${NOT} ${CHANGE}(?:${LIST}(?:${CHANGE}|${DELETE}))* (.+)`),
    (said = "") => paths(said, "paths"),
  ],
  [
    form(`${NOT} ${DELETE}(?:${LIST}${CHANGE})+ (.+)`),
    (said = "") => paths(said, "paths"),
  ],
  // Never delete files in data/
  [form(`${NOT} ${DELETE} (.+)`), (said = "") => paths(said, "deletes")],
  // Never run npm publish
  [
    form(`${NOT} (?:run|execute|call|start) (.+)`),
    (said = "") => judged(commandsIn(said)),
  ],
  // Don't use npm; avoid `rm -rf`
  [
    form(
      `(?:${NOT} use|avoid(?: using| running)?|stop (?:using|running)) (.+)`,
    ),
    (said = "") => used(commandsIn(said, { isVague: true })),
  ],
  // Never force push; don't commit directly to main
  [
    form(
      `(?:(?:${NOT}(?: directly)?|avoid|no|stop) )(?:(force)[- ])?(push|commit)(?:t?ing|es|s)?((?:[ ,;.].*)?)`,
    ),
    (force = "", verb = "", tail = "") =>
      judged(gitIn(force !== "", verb, tail)),
  ],
  // Never git push --force
  [
    form(`${NOT} (.+)`),
    (said = "") => judged(commandsIn(said, { isVague: true })),
  ],
];

const NEVER = "(?:(?:절대로?|직접) )*";
const STOP =
  "(?:마(?:라|세요|십시오|요)?|말(?: ?것|자|기|아(?:줘|요|라| ?주세요)?)?|않(?:는다|기|습니다))";
const DO =
  "(?: ?(?:을|를|으로|로)?(?: (?:써|쓰자|쓰세요|쓰기|쓸 것|쓴다|사용|실행|해|돌려|돌리|설치)\\S*)?)";
/** "테스트는 …", "패키지를 설치할 때 …" */
const ABOUT = "(?:[가-힣]+[를을] )?[가-힣]+(?:[는은]|할 때(?:는|마다)?) ";

const KOREAN: readonly Form[] = [
  [
    form(
      `${NEVER}([\`"“']?--[\\w-]+[\`"”']?)[은는을를]? ${NEVER}(?:쓰지|사용하지|붙이지|넣지) ?${STOP}`,
    ),
    (flag = "") => flagIn(flag),
  ],
  // 커밋할 때 --no-verify 쓰지 마
  [
    form(
      `(커밋|푸시)할 때(?:는|마다)? ${NEVER}([\`"“']?--[\\w-]+[\`"”']?)[은는을를]? ${NEVER}(?:쓰지|사용하지|붙이지|넣지) ?${STOP}`,
    ),
    (verb = "", flag = "") =>
      flagIn(flag, verb === "푸시" ? "git push" : "git commit"),
  ],
  // main에 직접 푸시하지 마; 강제 푸시 금지
  [
    form(
      `${NEVER}(?:([\\w/.-]+)( ?브랜치)?(?:에|으로|로)(?:는)? )?${NEVER}(강제 ?|force[- ])?(push|푸시|commit|커밋)[을를은는]? ?${NEVER}(?:하지 ?${STOP}|금지)`,
    ),
    (branch = "", kind = "", force = "", verb = "") => {
      const named = kind === "" ? branch : `${branch} branch`;
      const tail = branch === "" ? "" : ` to ${named}`;
      const does = /^(?:push|푸시)$/i.test(verb) ? "push" : "commit";
      return judged(gitIn(force !== "", does, tail));
    },
  ],
  // npm 말고 pnpm을 써; npm 대신 pnpm
  [
    form(`(\\S.*?) (?:말고|대신(?:에)?) (.+?)${DO}`),
    (unwanted = "", wanted = "") => preferring(wanted, unwanted),
  ],
  // 테스트는 npm test 말고 deno task test로 돌려
  [
    form(`${ABOUT}(\\S.*?) (?:말고|대신(?:에)?) (.+?)${DO}`),
    (unwanted = "", wanted = "") => preferringFor(wanted, unwanted),
  ],
  [
    form(`(.+?)[은는을를]? ?(?:쓰지|사용하지|실행하지|하지) 말고 (.+?)${DO}`),
    (unwanted = "", wanted = "") => preferring(wanted, unwanted),
  ],
  // npm 쓰지 마; git push --force 하지 마; npm 금지
  [
    form(
      `${NEVER}(.+?)[은는을를]? ?${NEVER}(?:(?:쓰지|사용하지|실행하지|돌리지|하지) ?${STOP}|(?:(?:사용|실행) ?)?금지)`,
    ),
    (said = "") => judged(commandsIn(said)),
  ],
  // generated/ 폴더는 건드리지 마세요; generated/ 수정 금지
  [
    form(
      `${NEVER}(.+?)[은는을를]? ${NEVER}(?:(?:수정하지|편집하지|고치지|건드리지|변경하지|바꾸지|손대지) ?${STOP}|(?:수정|편집|변경) ?금지)`,
    ),
    (said = "") => paths(inEnglishOrder(said), "paths"),
  ],
  [
    form(
      `${NEVER}(.+?)[은는을를]? ${NEVER}(?:(?:삭제하지|지우지) ?${STOP}|삭제 ?금지)`,
    ),
    (said = "") => paths(inEnglishOrder(said), "deletes"),
  ],
];

/** "a/와 b/ 안의 파일" as "a/, b/ 폴더". */
const inEnglishOrder = (said: string) =>
  said.replace(
    /(?: ?(?:폴더|디렉[터토]리))?(?: ?(?:안|아래|밑|내))?(?:의|에 있는) 파일들?$/,
    " 폴더",
  ).replace(/(?<=[\w/.*])(?:와|과|랑|하고)\s+/g, ", ");

const FORMS: readonly Form[] = [...ENGLISH, ...KOREAN];

/** With a tail that is not understood it is a reminder at most. */
function judged(named: Named | undefined): RuleReading | undefined {
  if (named === undefined) return undefined;
  const { matchers, tail } = named;
  return isClearTail(tail)
    ? { matchers }
    : { matchers, unclear: tail.replace(/^[\s,;:.—–-]+/, "") };
}

/** "Don't use docker for tests" is about the code more often than about a command. */
function used(named: Named | undefined): RuleReading | undefined {
  const reading = judged(named);
  const isApart = /^\s*(?:[,;.:(—–-]|without\b|unless\b)/i.test(
    named?.tail ?? "",
  );
  return reading?.unclear === undefined || isApart
    ? reading
    : { ...reading, matchers: [] };
}

function paths(
  said: string,
  kind: "paths" | "deletes",
): RuleReading | undefined {
  const named = pathsIn(said);
  return named &&
    judged({ matchers: [{ [kind]: named.paths }], tail: named.tail });
}

/** One flag, of a command if one is named: "--force", "--force to git push". */
function flagIn(phrase: string, said?: string): RuleReading | undefined {
  const found =
    /^[`"“']?(-{1,2}[a-z][\w-]*)[`"”']?(?:,? (?:flag|option))?(?: (?:with|to|on|for|in) (.+)|([,;(].*| (?:because|since|as|when|ever|anywhere|without|unless)\b.*)?)$/i
      .exec(phrase);
  const [, flag = "", place, tail = ""] = found ?? [];
  const command = place ?? said;
  if (found === null) return undefined;
  if (command === undefined) {
    // Of any command: a short one means something else in each.
    return /^--[a-z][\w-]{2,}$/.test(flag)
      ? judged({ matchers: [{ with: [[flag]] }], tail })
      : undefined;
  }
  const { matchers: [matcher, other], tail: more = "" } = commandsIn(command) ??
    { matchers: [] };
  if (matcher === undefined || matcher.with || other) return undefined;
  return judged({
    matchers: [withFlags(matcher, [flag])],
    tail: `${more} ${tail}`,
  });
}

/** Both must be commands. */
function preferring(
  wanted = "",
  unwanted = "",
): RuleReading | undefined {
  const preferred = commandsIn(wanted, { isWanted: true });
  const named = preferred && commandsIn(unwanted);
  const [better, other] = preferred?.matchers ?? [];
  if (named === undefined || better === undefined || other) return undefined;
  if (!isClearTail(preferred?.tail ?? "")) return undefined;
  const matchers = named.matchers.map((worse) => without(worse, better));
  if (matchers.some((matcher) => matcher === undefined)) return undefined;
  const reading = judged({ ...named, matchers: matchers as Trip[] });
  const begins = matchers.find((matcher) => matcher?.except)?.prefix;
  return begins === undefined || reading === undefined
    ? reading
    : { ...reading, unclear: `all of ${begins}` };
}

/** "Install packages with pnpm, not npm" says nothing of `npm test`. */
function preferringFor(wanted = "", unwanted = ""): RuleReading | undefined {
  const reading = preferring(wanted, unwanted);
  const isWhole = reading?.matchers.some(({ prefix = "", with: flags }) =>
    !prefix.includes(" ") && flags === undefined
  );
  return isWhole ? undefined : reading;
}

/** "make test, not make" does not mean `make test`. */
function without(worse: Trip, better: Trip): Trip | undefined {
  if (worse.with) return worse;
  if (worse.prefix === better.prefix) {
    const flags = better.with?.length === 1 ? better.with[0] : undefined;
    return flags && { ...worse, unless: flags };
  }
  return `${better.prefix} `.startsWith(`${worse.prefix} `)
    ? { ...worse, except: [better.prefix ?? ""] }
    : worse;
}

/** What must be said: a variable, a flag, something in quotes. */
function lacking(said = "", needed = ""): RuleReading | undefined {
  const found = /^[`"“']([^`"”']+)[`"”']/.exec(needed) ??
    /^((?:[A-Z_][A-Z0-9_]*=[^\s,;]*[^\s,;.]|--?[\w-]+(?:=[^\s,;]+)?|[A-Z][A-Z0-9_]{2,}))(?=[,;.\s]|$)/
      .exec(needed);
  const named = found === null ? undefined : commandsIn(said);
  const [matcher, other] = named?.matchers ?? [];
  if (matcher === undefined || matcher.with || other) return undefined;
  if (named?.tail.trim() !== "") return undefined;
  const unless = sameFlags(matcher.prefix, found?.[1] ?? "");
  const tail = needed.slice(found?.[0].length);
  return judged({ matchers: [{ ...matcher, unless }], tail });
}

/** Restricts the rule, wherever it occurs. */
const TAKES_BACK =
  /\b(?:unless|except|excluding|only|but|apart from|other than|besides|until|first|before|after|fine|ok(?:ay)?|allowed|exceptions?)\b|제외|외에|경우|때만|에서만/i;
/** Only stresses the rule. */
const FILLERS =
  /^(?:ever|at all|again|please|anywhere|here|yourself|manually|directly|by hand|under any circumstances|for any reason|in this (?:project|repo|repository|codebase)|any ?more|any longer|either|commands?)(?![\w-])/i;
const REASONS =
  /^(?:because|since|as (?:it|they|this|that|we|the)|so(?: that)?|otherwise|it|it's|they|that|this|these|those|which|we|i|use|run|prefer|try|add|edit|change|call|always|instead|generated|made|built|see|thanks?|thank you)(?![\w-])/i;
const BETWEEN = /^[\s,;:.!()—–-]+/;

/**
 * Whether what a rule says after it has named something leaves it as
 * it is. A reason does; "on CI", "for tests" or "unless I ask" do not.
 */
function isClearTail(tail: string): boolean {
  if (TAKES_BACK.test(tail)) return false;
  let rest = tail.replace(BETWEEN, "");
  while (FILLERS.test(rest)) {
    rest = rest.replace(FILLERS, "").replace(BETWEEN, "");
  }
  // Another sentence is about something else.
  return rest === "" || REASONS.test(rest) || /^\s*[.;]\s/.test(tail);
}
