/**
 * The kill matrix: every hook event and every command that writes is killed at
 * the places where a write, sync, rename, lock or unlock could be interrupted.
 * The next events and the same again must make it good.
 *
 * In every row the first place, the last and one between them are tried, the
 * same ones each time. MEMORY_KEEPER_KILLS sets how many (0: all), and
 * MEMORY_KEEPER_ROWS takes only the rows whose name has these words.
 */

import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { COMMANDS } from "../../src/cli/commands.ts";
import { HOOKS } from "../../src/hooks/table.ts";
import { renderTable } from "../../src/output/table.ts";
import {
  COMMAND_ROWS,
  HOOK_ROWS,
  nameOf,
  type Row,
} from "../support/crash/kill_deeds.ts";
import {
  TEAM_COMMAND_ROWS,
  TEAM_HOOK_ROWS,
} from "../support/crash/kill_team.ts";
import { tryRow } from "../support/crash/kill_matrix.ts";
import { KillStore } from "../support/crash/kill_store.ts";

const KILLS = Number(Deno.env.get("MEMORY_KEEPER_KILLS") ?? 3);
const ONLY = Deno.env.get("MEMORY_KEEPER_ROWS") ?? "";
const LANES = 2;
const HOOKS_KILLED = [...HOOK_ROWS, ...TEAM_HOOK_ROWS];
const COMMANDS_KILLED = [...COMMAND_ROWS, ...TEAM_COMMAND_ROWS];

/** Commands that leave every file as it is, search index and counts aside. */
const READ_ONLY = [
  "status",
  "search",
  "show",
  "mcp", // what it keeps, it keeps by running "remember"
  "timeline",
  "why",
  "load",
  "notes get",
  "notes list",
  "facts list",
  "facts show",
  "concepts list",
  "concepts show",
  "rules list",
  "rules test",
  "share preview",
  "fix",
  "handoff",
  // It writes one file of Claude Code's, which it never replaces.
  "revive",
  // After `clear all`, which has a row, it renames one folder.
  "migrate moved",
  "delta list",
  "delta show",
  "config list",
  "config get",
  "statusline",
  "cost",
  "hook",
  "completions",
  "ids",
  "projects",
  "version",
  "help",
];

/** Commands that another test kills at every point. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "migrate legacy": "kill_migrate_test.ts",
  "migrate timezone": "kill_migrate_test.ts",
  "install": "kill_install_test.ts",
  "uninstall": "kill_install_test.ts",
};

Deno.test("every event and every command that writes has a row", () => {
  assertEquals(
    HOOKS.map(({ word }) => word).filter((word) =>
      !HOOKS_KILLED.some(({ of }) => of === word)
    ),
    [],
  );
  const told = [
    ...READ_ONLY,
    ...Object.keys(ELSEWHERE),
    ...new Set(COMMANDS_KILLED.map(({ of }) => of)),
  ];
  assertEquals(told.toSorted(), COMMANDS.map(({ name }) => name).toSorted());
  for (const [name, file] of Object.entries(ELSEWHERE)) {
    const test = fromFileUrl(new URL(file, import.meta.url));
    const [word = ""] = name.split(" ");
    assert(Deno.readTextFileSync(test).includes(word), `${name} in ${file}`);
  }
});

interface Tried {
  readonly name: string;
  readonly points: number;
  readonly tried: number;
  readonly wrong: readonly string[];
}

/** Which places to die at: all, or some from the first to the last. */
function chooseFrom(points: number): number[] {
  const count = KILLS === 0 ? points : Math.min(KILLS, points);
  const step = count > 1 ? (points - 1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, i) => 1 + Math.round(i * step));
}

/** How much of a write reaches the disk: nothing, half of it, nearly all. */
const SHARES = [0, 0.5, 0.99];

async function killRow(world: KillStore, row: Row): Promise<Tried> {
  const name = nameOf(row);
  const trial = await tryRow(world, row, HOOKS_KILLED.includes(row));
  const places = chooseFrom(trial.points);
  const wrong: string[] = [];
  let tried = 0;
  for (const at of places) {
    const found = await trial.kill(at, SHARES[at % SHARES.length] ?? 0);
    if (found === undefined) continue;
    tried++;
    wrong.push(...found.map((one) => `${name}, killed at ${at}: ${one}`));
    if (found.length > 0) console.log(wrong.slice(-found.length).join("\n"));
  }
  return { name, points: trial.points, tried, wrong };
}

/** The other rows are tried all the same. */
const asWrong = (row: Row) => (error: Error): Tried => {
  const name = nameOf(row);
  return { name, points: 0, tried: 0, wrong: [`${name}: ${error.message}`] };
};

/** The store's clock does not move, but the times of its files do. */
const FRESH_MS = 20 * 60_000;

async function prepared(): Promise<KillStore> {
  const world = new KillStore();
  await world.prepare();
  return world;
}

Deno.test("whatever is killed anywhere is made good", async () => {
  const waiting = [...HOOKS_KILLED, ...COMMANDS_KILLED].entries()
    .filter(([, row]) => nameOf(row).includes(ONLY));
  const tried = new Map<number, Tried>();
  const work = async () => {
    let world = await prepared();
    for (const [number, row] of waiting) {
      if (Date.now() - world.nowMs > FRESH_MS) {
        world[Symbol.dispose]();
        world = await prepared();
      }
      tried.set(number, await killRow(world, row).catch(asWrong(row)));
    }
    world[Symbol.dispose]();
  };
  await Promise.all(Array.from({ length: LANES }, work));
  const rows = [...tried].sort(([a], [b]) => a - b).map(([, one]) => one);
  console.log(renderTable([
    ["deed", "points", "tried", "survived"],
    ...rows.map(({ name, points, tried, wrong }) => [
      name,
      String(points),
      String(tried),
      wrong.length === 0 ? String(tried) : `NOT ALL: ${wrong.length} breaches`,
    ]),
  ]));
  assertEquals(rows.flatMap(({ wrong }) => wrong), []);
  // A deed without a place to die at does not write, or not as it should.
  assertEquals(rows.filter(({ points }) => points === 0), []);
});
