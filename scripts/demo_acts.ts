/** The acts of the demo: what is played, and what is shown of it. */

import { green, yellow } from "@std/fmt/colors";
import { formatCount } from "../src/base/format_count.ts";
import { parseMemory } from "../src/memory/memory_text.ts";
import {
  type RecordedDay,
  RecordedSession,
} from "../tests/support/world/recorded_day.ts";
import { clipColumns, nameAndWords, type Stage } from "./demo_stage.ts";
import { ANSWERS, Calls, COMPACTED, SAID, SESSIONS } from "./demo_words.ts";

const DELTA_AGENT = "memory-keeper:delta-summarizer";
const ARCHIVE_AGENT = "memory-keeper:memory-summarizer";

export interface Play {
  readonly stage: Stage;
  readonly day: RecordedDay;
  readonly calls: Calls;
}

/** 1: work is in the log at once, secrets are not. */
export async function workIsCaptured({ stage, day, calls }: Play) {
  stage.act("09:10, the first session", "Work is captured while it happens");
  day.at("2026-03-02T09:10:00Z");
  const tides = day.session(SESSIONS.tides);
  await tides.start();
  await tides.prompt(SAID.tides.prompt);
  const signature = "c2lnbmF0dXJl".repeat(90);
  tides.assistant({ type: "thinking", thinking: "…", signature });
  await tides.tool(calls.read("src/tide.ts"));
  await tides.tool(calls.edit(
    "src/tide.ts",
    "return correct(round(base), moon);",
    "return round(correct(base, moon));",
  ));
  await tides.tool(
    calls.bash("API_TOKEN=s3cr3t-Zx81kPq0aa deno test", "ok | 14 passed"),
  );
  await tides.say(SAID.tides.answer);
  await tides.end();
  const log = logOf(day, tides);
  stage.shown(log.name, log.entries.flatMap((line) => readable(stage, line)));
  stage.note(
    `${formatCount(log.bytes)} bytes of a transcript of ${
      formatCount(Deno.statSync(tides.transcript).size)
    }; the key and the token were never written.`,
  );
}

/** 2: the model writes the summary; facts without proof are refused. */
export async function modelFindsTheWords({ stage, day }: Play) {
  stage.act(
    "11:00, the next session",
    "The model finds the words, the program checks them",
  );
  day.at("2026-03-02T11:00:00Z");
  const berths = day.session(SESSIONS.berths);
  await berths.start();
  await berths.prompt(SAID.berths.prompt);
  await summarize(berths, "a1", ANSWERS.tides);
  stage.text("memory.md", newestSection(day), 7);
  const facts = JSON.parse(day.read("facts.json"));
  const refused = day.world.files().filter((name) => name.endsWith(".l2.json"))
    .flatMap((name) => JSON.parse(day.read(name)).rejected);
  stage.shown("facts.json", [
    ...facts.decisions.map((one: { id: string; content: string }) =>
      `${green("✓")} ${one.id} ${one.content}`
    ),
    ...refused.map((one: { content: string; why: string }) =>
      clipColumns(`${yellow("✗")} ${one.content}: ${one.why}`, 75)
    ),
  ]);
}

/** 3: what a compaction drops is restored. */
export async function compactionIsSurvived({ stage, day, calls }: Play) {
  stage.act("11:20, the same session", "A compaction forgets, memory does not");
  const berths = day.session(SESSIONS.berths);
  await stage.meanwhile("four tool uses and an answer", async () => {
    await berths.tool(calls.read("src/berths.ts"));
    await berths.tool(calls.bash("deno test", "berth 3 is booked twice"));
    await berths.tool(calls.edit(
      "src/berths.ts",
      'owner: ["harbour", "ferry"]',
      'owner: "harbour"',
    ));
    await berths.tool(calls.bash("deno test", "ok | 17 passed"));
    await berths.say(SAID.berths.answer);
  });
  let context = "";
  const { onEvent } = day;
  day.onEvent = (event, fields, answer) => {
    onEvent(event, fields, answer);
    if (event !== "SessionStart") return;
    context = answer.hookSpecificOutput?.additionalContext ?? "";
  };
  await berths.compact(COMPACTED);
  day.onEvent = onEvent;
  const own = context.slice(context.indexOf("### Not summarised yet"));
  stage.text("Given back to it, before it says a word", own, 7);
  await stage.meanwhile("it goes on, is summarised and ends", async () => {
    day.later(25);
    await berths.prompt(SAID.berths.goOn);
    await summarize(berths, "a2", ANSWERS.berths);
    await berths.say(SAID.berths.done);
    await berths.end();
  });
}

/** 4: after kill -9 the next session still has it, without a model. */
export async function killIsSurvived({ stage, day, calls }: Play) {
  stage.act("13:30, a third session", "The client is killed, nothing is lost");
  day.at("2026-03-02T13:30:00Z");
  const fares = day.session(SESSIONS.fares);
  await stage.meanwhile("summer fares are written", async () => {
    await fares.start();
    await fares.prompt(SAID.fares.prompt);
    await summarize(fares, "a3", ANSWERS.rest);
    await fares.tool(calls.edit("data/fares.csv", "adult,12", "adult,14"));
    await fares.say(SAID.fares.answer);
  });
  await fares.prompt(SAID.fares.last);
  await fares.tool(calls.edit("data/fares.csv", "child,7", "child,7\ndog,3"));
  fares.call("Bash", { command: "deno task check-fares" });
  stage.alarm("kill -9 while check-fares runs: no Stop, no SessionEnd");
  day.at("2026-03-02T15:00:00Z");
  await day.session(SESSIONS.check).start();
  const log = logOf(day, fares);
  const last = log.entries.slice(-3).flatMap((line) => readable(stage, line));
  stage.shown(`${log.name}, the end of it`, last);
  stage.text("memory.md, made without a model", newestSection(day), 6);
}

/** 5: full memory becomes an archive, and the archive a summary. */
export async function memoryRotates({ stage, day, calls }: Play) {
  stage.act(
    "15:05, the same session; full is 1,000 tokens here, else 25,000",
    "memory.md is full and becomes an archive",
  );
  const check = day.session(SESSIONS.check);
  await stage.meanwhile(
    "the check is fixed, half an hour of work",
    async () => {
      await check.prompt(SAID.check.prompt);
      const run = "deno task check-fares";
      await check.tool(calls.bash(run, "dog: no such fare", true));
      await check.tool(calls.read("src/machine.ts"));
      await check.tool(
        calls.edit("src/machine.ts", '"child"]', '"child", "dog"]'),
      );
      await check.tool(calls.bash(run, "ok | 3 fares"));
      await check.say(SAID.check.answer);
      day.later(30);
    },
  );
  await check.prompt(SAID.check.goOn);
  await summarize(check, "a4", ANSWERS.check);
  const [archive] = JSON.parse(day.read("memory-index.json")).rotatedFiles;
  const sections = (name: string) =>
    parseMemory(day.read(name)).sections.length;
  stage.shown("Afterwards", [
    `${archive.file}  ${archive.tokens} tokens, ${
      sections(archive.file)
    } sections`,
    `${"memory.md".padEnd(archive.file.length)}  begins with the newest ${
      sections("memory.md")
    }`,
  ]);
  stage.line("");
  await stage.meanwhile("the fares go out", async () => {
    await check.say(SAID.check.sent);
    day.later(30);
  });
  await check.prompt(SAID.check.last);
  const answer = ANSWERS.archive;
  await check.agent({ type: ARCHIVE_AGENT, id: "a5", parts: 1, answer });
  const summary = archive.file.replace(".md", ".summary.json");
  stage.text(summary, JSON.parse(day.read(summary)).overallSummary, 3);
  await stage.meanwhile("the day ends", async () => {
    await check.say(SAID.check.done);
    await check.end();
  });
}

/** 6: a new day: what Claude knows, what you can ask. */
export async function nextMorning({ stage, day }: Play) {
  stage.act("08:30, the next morning", "A new session knows, and so do you");
  day.at("2026-03-03T08:30:00Z");
  const context = await day.session(SESSIONS.morning).start();
  stage.text(
    `Claude begins with (${formatCount(context.length)} characters)`,
    context.replace(/^[^]*?\n\n/, ""),
    14,
  );
  for (const asked of ["why was spring late", "--deep what does a dog cost"]) {
    const args = ["search", "--limit", "1", ...asked.split(" ")];
    const { stdout } = await day.run(args);
    stage.text(`$ memory-keeper search ${asked}`, stdout.trimEnd(), 6);
  }
}

function summarize(session: RecordedSession, id: string, answer: string) {
  return session.agent({ type: DELTA_AGENT, id, parts: 1, answer });
}

function newestSection(day: RecordedDay): string {
  return parseMemory(day.read("memory.md")).sections.at(-1)?.raw.trim() ?? "";
}

function logOf(day: RecordedDay, { short }: RecordedSession) {
  const name = day.world.files()
    .find((path) => path.endsWith(`_${short}.l1.jsonl`)) ?? "";
  const text = day.world.read(name);
  return { name, bytes: text.length, entries: text.trimEnd().split("\n") };
}

/** A line of the log without its braces and ids. */
function readable(stage: Stage, line: string): string[] {
  const { role, name, text, target, cmd, diff, result } = JSON.parse(line);
  const what = [target, cmd, text, diff].filter(Boolean).join(" ");
  const outcome = role === "tool" && result === undefined ? " (no result)" : "";
  const words = stage.plain(what).replace(/\s+/g, " ") + outcome;
  return nameAndWords(name ?? role, words);
}
