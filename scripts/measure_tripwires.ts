/**
 * Rules as people say them, compared with every tool call of the real
 * transcripts: how often each trips, and whether it should have. A slow reading
 * of the shell, which shares no code with the product, is the judge.
 *
 *     deno task measure:tripwires
 */

import { compileRule, type Tripwire } from "../src/knowledge/tripwire.ts";
import { brokenRules } from "../src/knowledge/trips.ts";
import { renderTable } from "../src/output/table.ts";
import { TRIPWIRE_CASES } from "../tests/support/world/tripwire_cases.ts";
import { readRealCalls, type RealCall } from "./real_sessions.ts";

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
  return commands;
}

function isBroken(wire: Tripwire, call: RealCall): boolean {
  const command = String(call.command ?? "");
  if (wire.path !== undefined) {
    const parts = String(call.file_path ?? "").split("/");
    const wanted = wire.path.split("/").filter((part) => part !== "");
    const isAt = (at: number) =>
      wanted.every((part, n) => parts[at + n] === part);
    const last = parts.length - wanted.length;
    return wire.path.endsWith("/")
      ? parts.some((_, at) => at < last && isAt(at))
      : isAt(last);
  }
  const prefix = wire.prefix?.split(" ") ?? [];
  return simpleCommands(command).some((words) =>
    prefix.every((word, n) => words[n] === word) &&
    (wire.with === undefined || words.includes(wire.with)) &&
    (wire.unless === undefined || !command.includes(wire.unless))
  );
}

const trips = (wire: Tripwire, call: RealCall) =>
  brokenRules([wire], call).length > 0;

const calls = await readRealCalls();
const rows = TRIPWIRE_CASES.map(({ rule, keeps, isPath }) => {
  const wire = compileRule({ id: "r001", content: rule }, true);
  if (wire === undefined) throw new Error(`Not understood: ${rule}`);
  const tripped = calls.filter((call) => trips(wire, call));
  const wrong = tripped.filter((call) => !isBroken(wire, call));
  const misses = calls.filter((call) =>
    (isPath ? /Edit|Write/ : /Bash/).test(call.tool) &&
    isBroken(wire, call) && !trips(wire, call)
  );
  const near = keeps.filter((text) =>
    trips(
      wire,
      isPath
        ? { tool: "Edit", file_path: text }
        : { tool: "Bash", command: text },
    )
  );
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
    `${near.length} of ${keeps.length}`,
  ];
});
const sum = (at: number) =>
  rows.reduce((total, row) => total + Number(row[at]), 0);
console.log(`${calls.length} tool calls of all transcripts\n`);
console.log(renderTable(
  [
    ["rule", "tripped", "false stops", "missed", "near misses that tripped"],
    ...rows,
    ["all", sum(1), sum(2), sum(3), ""],
  ].map((row) => row.map(String)),
));
