/**
 * A rule of the user that names a command or a path, as data that can be
 * compared with a tool call: "use pnpm, not npm" trips on commands that begin
 * with npm. A rule that trips wrongly is worse than one that never does: what
 * is not certain is said again at most, and never refuses a call.
 */

import { clip } from "../base/cut_text.ts";
import { disarmForModel, oneLine } from "../base/safe_text.ts";
import { readRule } from "./_read_rule.ts";
import type { RuleText } from "./said_rules.ts";
import type { Trip } from "./trips.ts";

/** What trips. The plugin's hooks module gets it as it is. */
export interface Tripwire extends Trip {
  /** The rule's. */
  readonly id: string;
  readonly tool: "Bash" | "Edit";
  /** What is said then. */
  readonly text: string;
  /** The call is refused instead. */
  readonly deny?: true;
}

const TEXT_CHARS = 200;
/** What is longer names no command and no path. */
const NAMED_CHARS = 120;
const MOST_MATCHERS = 12;

/** A rule that begins with `!` may refuse. */
const STRICT = /^\s*!\s*/;

/** None for a rule that names neither a command nor a path plainly. */
export function compileRule(rule: RuleText, mayDeny: boolean): Tripwire[] {
  const reading = readRule(rule.content.replace(STRICT, ""));
  const matchers = (reading?.matchers ?? []).filter(isShort)
    .slice(0, MOST_MATCHERS);
  if (!mayDeny || !STRICT.test(rule.content) || reading?.unclear) {
    return matchers.map((matcher) => wireOf(rule, matcher));
  }
  // What is checked out may have changed since the table was made.
  const isSure = ({ branch }: Trip) => branch === undefined;
  const refusing = matchers.filter(isSure).map((matcher) =>
    wireOf(rule, atTop(matcher), true)
  );
  const reminding = matchers.filter((matcher) =>
    !isSure(matcher) || atTop(matcher) !== matcher
  ).map((matcher) => wireOf(rule, matcher));
  return [...refusing, ...reminding];
}

function wireOf(
  { id, content }: RuleText,
  matcher: Trip,
  deny?: true,
): Tripwire {
  const rule = disarmForModel(oneLine(content.replace(STRICT, "")));
  const says = deny ? "forbids this" : "applies here";
  const text = `The user's rule ${id} ${says}: “${rule}”` +
    (deny ? "" : ` (memory-keeper quiet ${id} silences it)`);
  return {
    id,
    tool: matcher.paths ? "Edit" : "Bash",
    ...matcher,
    text: clip(text, TEXT_CHARS),
    ...(deny ? { deny } : {}),
  };
}

/** "generated/" is surely the one at the project's top; another may be meant. */
function atTop(matcher: Trip): Trip {
  const kind = matcher.paths ? "paths" : "deletes";
  const named = matcher[kind] ?? [];
  const isAnywhere = (path: string) =>
    !path.slice(0, -1).includes("/") && !path.includes("*");
  return named.some(isAnywhere)
    ? {
      [kind]: named.map((path) => isAnywhere(path) ? `/${path}` : path),
    }
    : matcher;
}

const isShort = (matcher: Trip) =>
  Object.values(matcher).flat(2)
    .every((text) => String(text).length <= NAMED_CHARS);

/**
 * What `remember` answers: "I will say so when a command begins with npm".
 * Undefined where a rule names nothing.
 */
export function describeRule(
  rule: RuleText,
  mayDeny: boolean,
): string | undefined {
  const reading = readRule(rule.content.replace(STRICT, ""));
  if (reading === undefined) return undefined;
  const why = reading.unclear === undefined
    ? ""
    : `“${clip(reading.unclear, 60)}” is not understood`;
  const [first, ...more] = compileRule(rule, mayDeny);
  if (first === undefined) return why && `I will not act on it: ${why}`;
  const others = more.filter(({ deny }) => deny === first.deny);
  const whens = [first, ...others].map(describeWhen).join(", or ");
  const isTamed = mayDeny && STRICT.test(rule.content) && !first.deny;
  const act = isTamed ? "I will say so, but not refuse it," : actOf(first);
  const rest = more.filter(({ deny }) => deny !== first.deny);
  const deeper = rest.length === 0
    ? ""
    : rest.some(({ branch }) => branch)
    ? `; I will only say so when ${rest.map(describeWhen).join(", or ")}`
    : "; in folders further down I will only say so";
  return `${act} when ${whens}${deeper}${why && `: ${why}`}`;
}

/** "I will say so when a command begins with npm" */
export const describeTripwire = (wire: Tripwire) =>
  `${actOf(wire)} when ${describeWhen(wire)}`;

const actOf = ({ deny }: Tripwire) =>
  deny ? "I will refuse it" : "I will say so";

function describeWhen(wire: Tripwire): string {
  const { prefix, with: flags = [], unless, except, paths, deletes, branch } =
    wire;
  const named = paths ?? deletes;
  if (named !== undefined) {
    const files = named.map((path) => path.replace(/^\//, "./"))
      .map((path) => path.endsWith("/") ? `a file below ${path}` : path);
    const verb = paths ? "changed" : "deleted";
    return `${files.join(" or ")} is to be ${verb}`;
  }
  const has = flags.map(([flag = ""]) => flag).join(" and ");
  if (prefix === undefined) return `a command has ${has}`;
  return `a command begins with ${prefix}` +
    (has === "" ? "" : ` and has ${has}`) +
    (unless ? ` without ${unless[0]}` : "") +
    (except ? ` and is not ${except.join(" or ")}` : "") +
    (branch ? ` while ${branch} is checked out` : "");
}
