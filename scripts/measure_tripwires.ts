/**
 * Rules as people say them, compared with every tool call of the real
 * transcripts: how often each trips, and whether it should have. A slow reading
 * of the shell, which shares no code with the product, is the judge.
 *
 *     deno task measure:tripwires
 */

import { renderMoments } from "../src/cli/render_moments.ts";
import {
  countOutcomes,
  followedRule,
  type MomentOutcome,
} from "../src/context/moment_outcomes.ts";
import { compileRule, type Tripwire } from "../src/knowledge/tripwire.ts";
import { brokenRules } from "../src/knowledge/trips.ts";
import { renderTable } from "../src/output/table.ts";
import {
  callOf,
  ROOT,
  TRIPWIRE_CASES,
} from "../tests/support/world/tripwire_cases.ts";
import {
  readRealCalls,
  readRealSessions,
  type RealCall,
  type RealSession,
} from "./real_sessions.ts";

/** The simple commands of a line: letter by letter, with quotes. */
function simpleCommands(line: string): string[][] {
  const commands: string[][] = [[]];
  let [word, quote, isQuoted] = ["", "", false];
  const end = () => {
    if (word !== "" || isQuoted) commands.at(-1)?.push(word);
    [word, isQuoted] = ["", false];
  };
  for (const letter of line.replace(/<<[^]*$/, "")) {
    if (quote !== "") {
      if (letter === quote) quote = "";
      else word += letter;
    } else if (letter === '"' || letter === "'") {
      [quote, isQuoted] = [letter, true];
    } else if (";|&\n()".includes(letter)) {
      end();
      commands.push([]);
    } else if (/\s/.test(letter)) end();
    else word += letter;
  }
  end();
  // A shell's own text: `bash -c "…"`.
  return commands.flatMap((words) => {
    const at = words.findIndex((word) => /^-[a-z]*c$/.test(word));
    const text = words.some((word) => /^(?:ba|z)?sh$/.test(word)) && at > 0
      ? words[at + 1]
      : undefined;
    return text === undefined ? [words] : [words, ...simpleCommands(text)];
  });
}

/** What is changed by a line, as far as a simple look tells. */
function targets(line: string): string[] {
  const redirected = Array.from(
    line.matchAll(/>{1,2}\s*([^\s;&|()<>]+)/g),
    ([, path = ""]) => path,
  );
  const touched = simpleCommands(line).flatMap((words) =>
    words.some((word) => /^(?:sed|perl|tee|mv|cp|rm|touch|dd)$/.test(word))
      ? words.map((word) => word.replace(/^of=/, ""))
      : []
  );
  return [...redirected, ...touched];
}

function isIn(path: string, pattern: string, root: string): boolean {
  const own = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  if (own.startsWith("/")) return false;
  const parts = own.split("/");
  const wanted = pattern.split("/").filter((part) => part !== "");
  const like = (name: string, part = "") =>
    new RegExp(`^${name.replaceAll(".", "[.]").replaceAll("*", ".*")}$`)
      .test(part);
  return parts.some((_, at) =>
    wanted.every((name, n) => like(name, parts[at + n]))
  );
}

function isBroken(wire: Tripwire, call: RealCall): boolean {
  const command = String(call.command ?? "");
  const named = wire.paths ?? wire.deletes;
  if (named !== undefined) {
    const paths = [String(call.file_path ?? ""), ...targets(command)];
    return named.some((one) =>
      paths.some((path) => isIn(path, one, call.root ?? ""))
    );
  }
  // Which one was checked out, transcripts do not say.
  if (wire.branch !== undefined) return false;
  const prefix = wire.prefix?.split(" ") ?? [];
  return simpleCommands(command).some((words) => {
    const at = words.findIndex((word) => word === prefix[0]);
    const own = words.slice(prefix.length === 0 ? 0 : at);
    const isBefore = (word: string) =>
      /^(?:\w+=.*|-.*|\d+\w?|sudo|env|time|timeout|nice|xargs|then|do|if|!|\{|while|else)$/
        .test(word);
    return (prefix.length === 0 ||
      at >= 0 && words.slice(0, at).every(isBefore)) &&
      prefix.every((word) => own.includes(word)) &&
      (wire.with ?? []).every((flags) =>
        flags.some((flag) =>
          own.some((word) =>
            word === flag || /^-\w$/.test(flag) && /^-\w+$/.test(word) &&
              word.includes(flag.slice(1))
          )
        )
      ) &&
      !(wire.unless ?? []).some((text) => words.includes(text)) &&
      !(wire.except ?? []).some((text) => own.join(" ").startsWith(text));
  });
}

const calls = await readRealCalls();

const placeFor = ({ root = "/", cwd }: RealCall) => ({ roots: [root], cwd });

const trips = (wires: readonly Tripwire[], call: RealCall) =>
  brokenRules(wires, call, placeFor(call)).length > 0;

const isMeant = (wires: readonly Tripwire[], call: RealCall) =>
  wires.some((wire) => isBroken(wire, call));

const rows = TRIPWIRE_CASES.map((one) => {
  const { rule, keeps, breaks } = one;
  const wires = compileRule({ id: "r001", content: `! ${rule}` }, true);
  if (wires.length === 0) throw new Error(`Not understood: ${rule}`);
  const tripped = calls.filter((call) => trips(wires, call));
  const wrong = tripped.filter((call) => !isMeant(wires, call));
  const misses = calls.filter((call) =>
    /^(?:Bash|Edit|Write|MultiEdit|NotebookEdit)$/.test(call.tool) &&
    isMeant(wires, call) && !trips(wires, call)
  );
  const place = { roots: [ROOT], cwd: ROOT };
  const tripping = (texts: readonly string[]) =>
    texts.filter((text) =>
      brokenRules(wires, callOf(text, one), place).length > 0
    ).length;
  const show = (what: string, list: readonly RealCall[]) => {
    for (const { command, file_path } of list) {
      console.log(what, rule, "|", command ?? file_path);
    }
  };
  show("wrong:", wrong);
  show("missed:", misses);
  return [
    rule,
    tripped.length,
    wrong.length,
    misses.length,
    `${tripping(breaks)} of ${breaks.length}`,
    `${tripping(keeps)} of ${keeps.length}`,
  ];
});
const sum = (at: number) =>
  rows.reduce((total, row) => total + Number(row[at]), 0);
/** Of "3 of 12" in each row. */
const of = (at: number) =>
  [0, 2].map((n) =>
    rows.reduce((all, row) => all + Number(String(row[at]).split(" ")[n]), 0)
  ).join(" of ");
console.log(`${calls.length} tool calls of all transcripts\n`);
console.log(renderTable(
  [
    ["rule", "tripped", "false stops", "missed", "broken", "near misses"],
    ...rows,
    ["all", sum(1), sum(2), sum(3), of(4), of(5)],
  ].map((row) => row.map(String)),
));

/** Each rule once a turn, as the hooks module tells it, and what followed. */
function replay(
  { entries, root }: RealSession,
  wires: readonly Tripwire[],
): MomentOutcome[] {
  const place = { roots: [root], cwd: root };
  const starts = entries.flatMap(({ role, agent }, at) =>
    role === "user" && agent === undefined ? [at] : []
  );
  return starts.flatMap((from, n) => {
    const isTold = entries.slice(from, starts[n + 1]).some((one) =>
      one.role === "tool" &&
      brokenRules(wires, {
          tool: one.name,
          command: one.cmd,
          file_path: one.target,
        }, place).length > 0
    );
    if (!isTold) return [];
    const followed = followedRule(entries.slice(from), wires, place);
    return [{ kind: "rule", id: "r001", followed }];
  });
}

const sessions = await readRealSessions({ withGenerated: true });
const outcomes = TRIPWIRE_CASES.flatMap(({ rule }) => {
  const wires = compileRule({ id: "r001", content: rule }, false);
  return sessions.flatMap((session) => replay(session, wires));
});
console.log(
  `\nReplayed in ${sessions.length} sessions, which were not told:\n` +
    renderMoments(countOutcomes(outcomes)),
);
