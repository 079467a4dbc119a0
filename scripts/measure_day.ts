/**
 * What memory costs in an eight-hour working day: completions of the small
 * model, requests of the main model, and what is added to its context, with a
 * hooks module and without. Fails if the main model is asked more than promised.
 *
 *     deno task measure:day [--week]
 *
 * With --week also what is given on each of five such days, with the module.
 *
 * MEMORY_KEEPER_TEST_EXE names a compiled file to measure; else the source runs.
 */

import { usageDays } from "../src/summary/model_usage.ts";
import { loadTokenCounter } from "../src/memory/count_tokens.ts";
import { renderTable } from "../src/output/table.ts";
import { RecordedDay } from "../tests/support/world/recorded_day.ts";
import { DayCosts, type DayPath, DayPlayer } from "./day_player.ts";
import { generateTurns, type WorkTurn } from "./day_work.ts";

const MORNING = Date.parse("2026-03-02T09:00:00Z");
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEK_DAYS = 5;
const MINUTES_A_PROMPT = 8;
const LUNCH = { afterPrompt: 28, minutes: 60 };
/** Prompts of each session; the long one is compacted in its middle. */
const SESSIONS = [16, 12, 20, 12] as const;
const COMPACTED_SESSION = 2;
const WARM_UP_PROMPTS = 10;
const WARM_UP_SEED = 99;

/** The ways a summary is written, and the most main-model requests of each. */
const PATHS: readonly { path: DayPath; title: string; most: number }[] = [
  { path: "module", title: "with the module", most: 0 },
  { path: "foreground", title: "without, agent waited for", most: 4 },
  { path: "background", title: "without, agent in background", most: 4 },
];

interface Measured {
  readonly costs: DayCosts;
  /** The costs of each day. */
  readonly days: readonly DayCosts[];
  readonly recorded: number;
  readonly waiting: number;
}

async function play(
  path: DayPath,
  countTokens: (text: string) => number,
  days = 1,
): Promise<Measured> {
  using day = new RecordedDay({}, "2026-03-01T15:00:00Z");
  const player = new DayPlayer(day, path, countTokens);
  // The day before, so that the morning has a context.
  const eve = await player.session(sessionId(9, 0));
  for (const turn of turnsOf(day, WARM_UP_SEED, WARM_UP_PROMPTS)) {
    await eve.turn(turn);
    day.later(MINUTES_A_PROMPT);
  }
  await eve.end();
  const before = sections(day);
  const measured: DayCosts[] = [];
  for (let number = 0; number < days; number++) {
    player.costs = new DayCosts();
    await playDay(player, number);
    measured.push(player.costs);
  }
  if (path === "module") assertCounted(day, player.costs, days - 1);
  return {
    costs: player.costs,
    days: measured,
    recorded: sections(day) - before,
    waiting: day.world.files().filter((name) => /^delta\/.*\.txt$/.test(name))
      .length,
  };
}

async function playDay(player: DayPlayer, dayNumber: number): Promise<void> {
  const { day } = player;
  const all = SESSIONS.reduce((sum, n) => sum + n, 0);
  const turns = turnsOf(day, dayNumber + 1, all);
  let played = 0;
  for (const [number, count] of SESSIONS.entries()) {
    day.at(timeOf(played, dayNumber));
    const session = await player.session(sessionId(number, dayNumber));
    for (let i = 0; i < count; i++) {
      if (number === COMPACTED_SESSION && i === count / 2) {
        await session.compact(compactionOf(turns.slice(played - i, played)));
      }
      day.at(timeOf(played, dayNumber));
      await session.turn(turns[played++] as WorkTurn);
    }
    await session.end();
  }
}

const turnsOf = (day: RecordedDay, seed: number, count: number) =>
  generateTurns(seed, count, day.world.project);

const sessionId = (number: number, day: number) =>
  `${day}${String(number).repeat(7)}-0000-4000-8000-000000000001`;

function timeOf(prompt: number, day: number): string {
  const pause = prompt < LUNCH.afterPrompt ? 0 : LUNCH.minutes;
  const minutes = prompt * MINUTES_A_PROMPT + pause;
  const at = MORNING + day * DAY_MS + minutes * MINUTE_MS;
  return new Date(at).toISOString();
}

const compactionOf = (turns: readonly WorkTurn[]) =>
  "This session is being continued from a previous conversation. Summary:\n" +
  turns.map(({ answer }) => answer.slice(0, 400)).join("\n");

const sections = ({ world }: RecordedDay) =>
  world.files().includes("memory.md")
    ? world.read("memory.md").split("\n").filter((line) =>
      line.startsWith("## ")
    ).length
    : 0;

/** The program's own count of the day must equal this one. */
function assertCounted({ world }: RecordedDay, costs: DayCosts, last: number) {
  const index = JSON.parse(world.read("memory-index.json"));
  const day = usageDays(index)[timeOf(0, last).slice(0, 10)];
  const { completions, inputTokens, outputTokens } = costs;
  const own = { calls: completions, failed: 0, inputTokens, outputTokens };
  if (JSON.stringify(day) === JSON.stringify(own)) return;
  throw new Error(
    `The index has ${JSON.stringify(day)}, played was ${JSON.stringify(own)}`,
  );
}

const count = (value: number) => value.toLocaleString("en-US");

function rowsOf(measured: readonly Measured[]): string[][] {
  const row = (name: string, value: (one: Measured) => number) => [
    name,
    ...measured.map((one) => count(value(one))),
  ];
  const per = (name: string, key: keyof DayCosts) =>
    row(name, ({ costs }) => costs[key]);
  return [
    ["", ...PATHS.map(({ title }) => title)],
    per("prompts", "prompts"),
    per("tool calls", "toolCalls"),
    per("Haiku completions", "completions"),
    per("their input, tokens (about)", "inputTokens"),
    per("their output, tokens (about)", "outputTokens"),
    per("main-model requests caused by memory", "mainRequests"),
    per("conversation they read, tokens (about)", "mainTokens"),
    per("starts (one after a compaction)", "starts"),
    per("added at starts, characters", "startChars"),
    per("added with prompts, characters", "promptChars"),
    per("of these, requests for a summary", "requestChars"),
    per("added elsewhere, characters", "otherChars"),
    per("all that is added, tokens (about)", "givenTokens"),
    row("sections written in memory.md", ({ recorded }) => recorded),
    row("deltas that wait in the evening", ({ waiting }) => waiting),
  ];
}

async function main(): Promise<number> {
  const countTokens = await loadTokenCounter();
  const measured = await Promise.all(
    PATHS.map(({ path }) => play(path, countTokens)),
  );
  console.log(renderTable(rowsOf(measured)));
  if (Deno.args.includes("--week")) {
    const { days } = await play("module", countTokens, WEEK_DAYS);
    const given = days.map(({ givenTokens }) => count(givenTokens));
    console.log(`\ntokens given on each day (about): ${given.join(", ")}`);
  }
  const missed = PATHS.flatMap(({ title, most }, i) => {
    const requests = measured[i]?.costs.mainRequests ?? 0;
    return requests <= most ? [] : [
      `${title}: memory caused ${requests} requests of the main model, at ` +
      `most ${most} are wanted`,
    ];
  });
  for (const one of missed) console.error(`error: ${one}`);
  return missed.length > 0 ? 1 : 0;
}

if (import.meta.main) Deno.exit(await main());
