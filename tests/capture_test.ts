/** Capture as Claude Code sees it: real hook processes and growing transcripts. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { onePass, part } from "./support/oracle/expected_l1.ts";
import { until } from "./support/world/patience.ts";
import {
  type Outcome,
  payload,
  type RunOptions,
  SealedWorld,
  spawnProgram,
} from "./support/world/sealed_world.ts";
import { IS_THOROUGH, sized } from "./support/world/thorough.ts";
import {
  type GeneratedTranscript,
  generateTranscript,
  type GeneratorOptions,
  writeTranscript,
} from "./support/generator/transcript_generator.ts";

const SILENT = { code: 0, stdout: "", stderr: "" };
const NOW = "2026-02-01T17:27:00.000Z";
const HOUR_MS = 60 * 60 * 1000;

interface EventOptions extends RunOptions {
  /** Fields of the payload. */
  readonly extra?: object;
}

const AS_PROCESS = { inProcesses: true } as const;

/** A sealed world in which Claude Code keeps transcripts. */
class ClaudeWorld extends SealedWorld {
  readonly transcripts = `${this.home}/.claude/projects/harbour`;

  /** Here it is about capture: nothing waits for a model. */
  constructor({ inProcesses }: { inProcesses?: true } = {}) {
    super(undefined, inProcesses);
    this.write("config.json", '{"summaries": "off"}');
  }

  make(seed: number, more: Partial<GeneratorOptions> = {}) {
    return generateTranscript({
      seed,
      turns: 4,
      cwd: this.project,
      subagents: "none",
      ...more,
    });
  }

  transcript({ sessionId }: GeneratedTranscript): string {
    return `${this.transcripts}/${sessionId}.jsonl`;
  }

  /** Run an event of a session; only two of them may say something. */
  async fire(
    event: string,
    transcript: GeneratedTranscript,
    options: EventOptions = {},
  ): Promise<void> {
    const outcome = await this.event(event, transcript, options);
    if (event === "SessionStart") assertSpeaks(outcome);
    else if (event === "PreCompact") assertMatch(outcome.stdout, /^Keep these/);
    else assertEquals(outcome, SILENT, event);
  }

  /** End a session; a busy machine may not have done it with one event. */
  async end(transcript: GeneratedTranscript): Promise<void> {
    await until("the end of a session", async () => {
      await this.fire("SessionEnd", transcript);
      return this.state(transcript).ended !== undefined &&
        !this.pending.includes(transcript.sessionId);
    });
  }

  event(
    event: string,
    transcript: GeneratedTranscript,
    { env, extra, ...options }: EventOptions = {},
  ): Promise<Outcome> {
    return this.hook(
      event,
      payload(event, transcript.sessionId, {
        transcript_path: this.transcript(transcript),
        ...extra,
      }),
      { env: { MEMORY_KEEPER_NOW: NOW, ...env }, ...options },
    );
  }

  state({ sessionId }: GeneratedTranscript) {
    return JSON.parse(this.read(`state/${sessionId}.json`));
  }

  l1(transcript: GeneratedTranscript): string[] {
    const text = this.read(`sessions/${this.state(transcript).stem}.l1.jsonl`);
    return text.split("\n").filter((line) => line !== "");
  }

  get pending(): string[] {
    return JSON.parse(this.read("memory-index.json")).pending;
  }

  /** Which of these sessions the store knows. */
  knows(transcripts: readonly GeneratedTranscript[]): boolean[] {
    const names = this.files();
    return transcripts.map(({ sessionId }) =>
      names.includes(`state/${sessionId}.json`)
    );
  }
}

/** A time so many hours after the files were written. */
const hoursFromNow = (hours: number) =>
  new Date(Date.now() + hours * HOUR_MS).toISOString();

/** What a session is given at its start, as Claude Code takes it. */
function assertSpeaks({ code, stdout, stderr }: Outcome): void {
  assertEquals([code, stderr], [0, ""]);
  const { hookSpecificOutput } = JSON.parse(stdout);
  assertEquals(hookSpecificOutput.hookEventName, "SessionStart");
}

const WINDOWS = Deno.build.os === "windows";

Deno.test("hook post-tool-use takes in what is new at every interval", async () => {
  using world = new ClaudeWorld();
  world.write("config.json", '{"saveInterval": 3, "summaries": "off"}');
  const transcript = world.make(1, { turns: 6 });
  const expected = await onePass(transcript);
  const seen: number[] = [];
  for (let call = 1; call <= 6; call++) {
    await writeTranscript(world.transcripts, part(transcript, call / 6));
    await world.fire("PostToolUse", transcript);
    const [isKnown] = world.knows([transcript]);
    seen.push(isKnown ? world.l1(transcript).length : 0);
  }
  const [, , third = 0, fourth, fifth, sixth = 0] = seen;
  assertEquals(seen.slice(0, 2), [0, 0]);
  assertEquals([fourth, fifth], [third, third]);
  assert(0 < third && third < sixth);
  assertEquals(world.l1(transcript), expected.slice(0, sixth));
  assertEquals(world.state(transcript).seenAt, NOW);
  assertEquals(world.pending, [transcript.sessionId]);
});

Deno.test("each hook of a session ingests what is new", async (t) => {
  const events = ["Stop", "StopFailure", "PreCompact", "SessionEnd"];
  for (const event of events) {
    await t.step(event, async () => {
      using world = new ClaudeWorld();
      const transcript = world.make(2, { features: { unfinishedEnd: true } });
      const expected = await onePass(transcript);
      await writeTranscript(world.transcripts, part(transcript, 0.5));
      await world.fire(event, transcript);
      const half = world.l1(transcript).length;
      assert(half > 3);
      await writeTranscript(world.transcripts, transcript);
      await world.fire(event, transcript);
      const { seenAt, ended, l1Bytes, entries, takenIn, summarizedTo } = world
        .state(transcript);
      const lines = world.l1(transcript);
      assert(lines.length > half);
      assertEquals({ entries, seenAt, takenIn, summarizedTo }, {
        entries: lines.length,
        seenAt: NOW,
        takenIn: undefined,
        // At the end its digest is in memory.md.
        summarizedTo: event === "SessionEnd" ? lines.length : 0,
      });
      assertEquals(
        l1Bytes,
        new TextEncoder().encode(`${lines.join("\n")}\n`).length,
      );
      if (event === "SessionEnd") {
        assertEquals(ended, NOW);
        assertEquals(world.pending, []);
      } else {
        // The last call has no result yet, and something waits in the queue.
        assertEquals(lines, expected.slice(0, lines.length));
        assertEquals(lines.length, expected.length - 2);
        assertEquals(ended, undefined);
        assertEquals(world.pending, [transcript.sessionId]);
      }
    });
  }
});

Deno.test("hook session-end leaves what the other hooks ingested unchanged", async () => {
  using world = new ClaudeWorld();
  const transcript = world.make(3, { subagents: "folder" });
  for (const share of [0.3, 0.6, 1]) {
    await writeTranscript(world.transcripts, part(transcript, share));
    await world.fire("Stop", transcript);
  }
  await world.fire("SessionEnd", transcript);
  assertEquals(world.l1(transcript), await onePass(transcript));
  assertStringIncludes(world.read("logs/keeper.log"), "stop ");
});

Deno.test("a hook that comes after session-end does not open the session again", async () => {
  using world = new ClaudeWorld();
  world.write("config.json", '{"saveInterval": 1, "summaries": "off"}');
  const transcript = world.make(4);
  await writeTranscript(world.transcripts, transcript);
  await world.fire("SessionEnd", transcript);
  for (const second of ["01", "02"]) {
    const env = { MEMORY_KEEPER_NOW: NOW.replace("00.000", `${second}.000`) };
    await world.fire("PostToolUse", transcript, { env });
  }
  assertEquals(world.state(transcript).ended, NOW);
  assertEquals(world.pending, []);
  const extra = { source: "resume" };
  await world.fire("SessionStart", transcript, { extra });
  assertEquals(world.state(transcript).ended, undefined);
  assertEquals(world.pending, [transcript.sessionId]);
});

Deno.test("hook session-start catches up with a killed session and ends it when it is dead", async () => {
  using world = new ClaudeWorld();
  const killed = world.make(5, { features: { unfinishedEnd: true } });
  await writeTranscript(world.transcripts, part(killed, 0.4));
  await world.fire("Stop", killed);
  await writeTranscript(world.transcripts, killed);
  const next = world.make(6);
  await world.fire("SessionStart", next, {
    env: { MEMORY_KEEPER_NOW: hoursFromNow(0.5) },
  });
  const expected = await onePass(killed);
  assertEquals(world.l1(killed), expected.slice(0, -2));
  assertEquals(world.pending, [killed.sessionId]);
  const later = hoursFromNow(2);
  await world.fire("SessionStart", next, { env: { MEMORY_KEEPER_NOW: later } });
  assertEquals(world.l1(killed), expected);
  assertEquals(world.state(killed).ended, later);
  assertEquals(world.state(killed).takenIn, undefined);
  assertEquals(world.pending, []);
  // A dead one that speaks again goes on.
  const more = world.make(7, { sessionId: killed.sessionId });
  Deno.writeTextFileSync(
    world.transcript(killed),
    more.lines.map((line) => `${line}\n`).join(""),
    { append: true },
  );
  await world.fire("Stop", killed);
  assert(world.l1(killed).length > expected.length + 5);
  assertEquals(world.l1(killed).slice(0, expected.length), expected);
  assertEquals(world.state(killed).ended, undefined);
  assertEquals(world.pending, [killed.sessionId]);
});

Deno.test("hook session-start ingests this project's sessions only", async () => {
  using world = new ClaudeWorld();
  const own = [8, 9].map((seed) => world.make(seed));
  const below = world.make(10, { cwd: `${world.project}/src` });
  const other = world.make(11, { cwd: `${world.dir}/elsewhere` });
  const all = [...own, below, other];
  for (const transcript of all) {
    await writeTranscript(world.transcripts, transcript);
  }
  // A busy machine does a part each time.
  for (let start = 0; start < all.length; start++) {
    await world.fire("SessionStart", world.make(12), {
      env: { MEMORY_KEEPER_NOW: hoursFromNow(2) },
    });
  }
  assertEquals(world.knows(all), [true, true, true, false]);
  for (const transcript of [...own, below]) {
    const { takenIn, summarizedTo, entries } = world.state(transcript);
    assertEquals([takenIn, summarizedTo], [true, entries]);
    assertEquals(world.l1(transcript), await onePass(transcript));
  }
  assertEquals(world.pending, []);
  assertEquals(world.files().includes("memory.md"), false);
});

Deno.test("hook stop ingests a little of the backlog", async () => {
  using world = new ClaudeWorld();
  const [session, sibling] = [world.make(13), world.make(14)];
  for (const transcript of [session, sibling]) {
    await writeTranscript(world.transcripts, transcript);
  }
  await world.fire("Stop", session);
  assertEquals(world.knows([session, sibling]), [true, true]);
  assertEquals(world.state(session).takenIn, undefined);
  assertEquals(world.state(sibling).takenIn, true);
});

/** Windows has neither. */
const NO_FILES: Record<string, (world: ClaudeWorld) => string> = {
  "a device without end": () => "/dev/zero",
  "a FIFO without a writer": ({ dir }) => {
    new Deno.Command("mkfifo", { args: [`${dir}/f.jsonl`] }).outputSync();
    return `${dir}/f.jsonl`;
  },
};

Deno.test("hooks bear a transcript path that leads to nothing of use", async (t) => {
  const cases: Record<string, (world: ClaudeWorld) => string> = {
    "missing": ({ dir }) => `${dir}/gone/x.jsonl`,
    "a folder": ({ dir }) => dir,
    "a file that is no transcript": ({ dir }) => {
      Deno.writeTextFileSync(`${dir}/notes.jsonl`, "hello\n");
      return `${dir}/notes.jsonl`;
    },
    ...(WINDOWS ? {} : NO_FILES),
    "not a path": () => "\0",
    "empty": () => "",
  };
  for (const [name, make] of Object.entries(cases)) {
    await t.step(name, async () => {
      // A process that hangs does not take the test with it.
      const isEndless = name in NO_FILES;
      using world = new ClaudeWorld(isEndless ? AS_PROCESS : {});
      const transcript = world.make(15);
      const extra = { transcript_path: make(world) };
      const events = [
        "Stop",
        ...(isEndless && !IS_THOROUGH ? [] : ["PreCompact", "SessionEnd"]),
        "SessionStart",
      ];
      const outcomes = await Promise.all(
        events.map((event) => world.event(event, transcript, { extra })),
      );
      assertSpeaks(outcomes.pop() as Outcome);
      assertEquals(outcomes, outcomes.map(() => SILENT));
      const files = Array.from(Deno.readDirSync(world.project)).length
        ? world.files()
        : [];
      assertEquals(files.filter((file) => file.endsWith(".jsonl")), []);
    });
  }
});

Deno.test("hooks accept a transcript from any folder", async () => {
  using world = new ClaudeWorld();
  const transcript = world.make(16, { cwd: "/home/user/elsewhere" });
  const path = await writeTranscript(`${world.dir}/far`, transcript);
  await world.fire("SessionEnd", transcript, {
    extra: { transcript_path: path },
  });
  assertEquals(world.l1(transcript), await onePass(transcript));
});

Deno.test("hooks give up on a stdin that never ends", async () => {
  using world = new ClaudeWorld();
  const codes = await Promise.all(
    ["stop", "session-end"].map(async (word) => {
      const child = spawnProgram(["hook", word], {
        env: world.env({ CLAUDE_PROJECT_DIR: world.project }),
        cwd: world.project,
      });
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode("{"));
      const { code, stdout } = await child.output();
      await writer.close().catch(() => {}); // the reader is gone by now
      return [code, stdout.length];
    }),
  );
  assertEquals(codes, [[0, 0], [0, 0]]);
});

Deno.test("two sessions at work at once keep apart", async () => {
  using world = new ClaudeWorld(AS_PROCESS);
  const pair = [world.make(17), world.make(18)];
  for (const share of IS_THOROUGH ? [0.4, 0.8, 1] : [0.4, 1]) {
    await Promise.all(pair.map(async (transcript) => {
      await writeTranscript(world.transcripts, part(transcript, share));
      await world.fire("Stop", transcript);
    }));
  }
  assertEquals(world.pending.toSorted(), pair.map((t) => t.sessionId).sort());
  await Promise.all(pair.map((one) => world.end(one)));
  for (const transcript of pair) {
    assertEquals(world.l1(transcript), await onePass(transcript));
  }
  assertEquals(world.pending, []);
});

Deno.test("hook stop, many at once for one session, writes each entry once", async () => {
  using world = new ClaudeWorld(AS_PROCESS);
  const transcript = world.make(19);
  for (const share of IS_THOROUGH ? [0.5, 1] : [1]) {
    await writeTranscript(world.transcripts, part(transcript, share));
    await Promise.all(
      Array.from({ length: sized(4, 8) }, () => world.fire("Stop", transcript)),
    );
  }
  await world.end(transcript);
  assertEquals(world.l1(transcript), await onePass(transcript));
});
