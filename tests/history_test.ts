/** `import --history` and `revive`: sessions that Claude Code has deleted. */

import {
  assert,
  assertEquals,
  assertFalse,
  assertStringIncludes,
} from "@std/assert";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const GONE = "3f2a9c11-0000-4000-8000-000000000001";
const day = Date.UTC(2026, 0, 5, 12);

function plantHistory(world: SealedWorld): void {
  const line = (display: string, minutes: number, more = {}) =>
    JSON.stringify({
      display,
      pastedContents: {},
      timestamp: day + minutes * 60_000,
      project: world.project,
      ...more,
    });
  Deno.mkdirSync(`${world.home}/.claude`, { recursive: true });
  Deno.writeTextFileSync(
    `${world.home}/.claude/history.jsonl`,
    [
      line("Why is the foghorn silent?", 0, { sessionId: GONE }),
      line("/clear", 1, { sessionId: GONE }),
      line("Try the other sensor", 2, { sessionId: GONE }),
      line("Paint the buoy [Pasted text #1 +2 lines]", 600, {
        pastedContents: {
          1: { id: 1, type: "text", content: "green as moss" },
        },
      }),
      line("And the next one red", 610),
      line("Tune the engine", 1600, { project: `${world.project}/` }),
      line("Of another project", 3, { project: "/elsewhere" }),
      line("By a clock that is none", 4, { timestamp: 9e18 }),
      '{"torn',
    ].join("\n"),
  );
  const at = day / 1000 + 300;
  Deno.mkdirSync(`${world.project}/.git/logs`, { recursive: true });
  Deno.writeTextFileSync(
    `${world.project}/.git/logs/HEAD`,
    `0 1 Ann <a@example.com> ${at} +0000\tcommit: Wake the foghorn\n` +
      `1 2 Ann <a@example.com> ${at + 9e5} +0000\tcommit: Much later\n`,
  );
}

Deno.test("import --history keeps prompts alone, and says so", async () => {
  using world = new SealedWorld();
  plantHistory(world);
  const first = await world.run(["import", "--history", "--json"]);
  assertEquals(first.code, 0, first.stderr);
  assertEquals(JSON.parse(first.stdout).takenIn, 3);
  const log = world.read("sessions/2026-01-05_1200_3f2a9c11.l1.jsonl");
  assertStringIncludes(log, "Prompts alone, from Claude Code's history");
  assertStringIncludes(log, 'Commits of the time:\\n- Wake the foghorn"');
  assert(!log.includes("/clear") && !log.includes("Much later"), log);
  const found = await world.run(["search", "foghorn sensor"]);
  assertStringIncludes(found.stdout, "foghorn");
  assertStringIncludes(
    (await world.run(["search", "--deep", "green as moss"])).stdout,
    "Paint the buoy",
  );
  const [digest = ""] = world.files().filter((name) =>
    name.endsWith("3f2a9c11.md")
  );
  assertFalse(world.read(digest).includes("no final answer"));
  const again = await world.run(["import", "--history", "--json"]);
  assertEquals(JSON.parse(again.stdout).takenIn, 0, "nothing twice");
  const said = await world.run(["import", "--history"]);
  assertEquals(said.code, 0);
  assertStringIncludes(said.stdout, "3 sessions of it known already");
  assertEquals(
    world.files().filter((name) => name.endsWith(".l1.jsonl")).length,
    3,
  );
  const handoff = await world.run(["handoff", "--session", GONE]);
  assertStringIncludes(handoff.stdout, "Prompts alone, from Claude Code's");
  assertStringIncludes(handoff.stdout, "Wake the foghorn (3f2a9c11#");
  const { stdout } = await world.run(["doctor"]);
  assert(!/✗ sessions/.test(stdout), stdout);
});

Deno.test("import --history leaves a session alone that is known", async () => {
  using world = new SealedWorld();
  plantHistory(world);
  world.write(`state/${GONE}.json`, "{}");
  const { stdout } = await world.run(["import", "--history", "--json"]);
  assertEquals(JSON.parse(stdout).takenIn, 2);
});

Deno.test("revive writes an imported session to Claude Code's folder", async () => {
  using world = new SealedWorld();
  const elsewhere = `${world.dir}/backup`;
  Deno.mkdirSync(elsewhere);
  world.write(
    "sessions/2026-01-05_1200_3f2a9c11.l1.jsonl",
    '{"ts":"2026-01-05T12:00:00.000Z","role":"user","text":"Why so silent?"}\n',
  );
  const transcript = `${elsewhere}/${GONE}.jsonl`;
  const stem = "2026-01-05_1200_3f2a9c11";
  world.write(`state/${GONE}.json`, JSON.stringify({ stem, transcript }));
  for (const isLeft of [true, false]) {
    if (isLeft) Deno.writeTextFileSync(transcript, "{}\n");
    else Deno.removeSync(transcript);
    const { code, stdout } = await world.run(["revive", GONE, "--json"]);
    assertEquals(code, 0);
    const written = JSON.parse(stdout).transcript;
    assertStringIncludes(written, "/.claude/projects/");
    Deno.removeSync(written.replace("$WORLD/home", world.home));
  }
});

Deno.test("revive writes what was said, never over a transcript", async () => {
  using world = new SealedWorld();
  const entry = (role: string, text: string) =>
    `${JSON.stringify({ ts: "2026-01-05T12:00:00.000Z", role, text })}\n`;
  world.write(
    "sessions/2026-01-05_1200_3f2a9c11.l1.jsonl",
    entry("user", "Why is the foghorn silent?") +
      `{"ts":"2026-01-05T12:00:00.000Z","role":"forgotten"}\n` +
      entry("user", "And why does it restart?") +
      entry("assistant", "Its sensor restarts."),
  );
  const { code, stdout, stderr } = await world.run(["revive", GONE, "--json"]);
  assertEquals(code, 0, stderr);
  const transcript = JSON.parse(stdout).transcript
    .replace("$WORLD/home", world.home);
  const text = Deno.readTextFileSync(transcript);
  assertEquals(text.trim().split("\n").length, 2, "no empty message");
  assertStringIncludes(text, "Its sensor restarts.");
  assertEquals((await world.run(["revive", GONE])).code, 1);
  assertEquals(Deno.readTextFileSync(transcript), text);
  assertEquals((await world.run(["revive", "3f2a9c11"])).code, 2);
  await world.hook(
    "stop",
    payload("Stop", GONE, { transcript_path: transcript }),
  );
  const log = world.read("sessions/2026-01-05_1200_3f2a9c11.l1.jsonl");
  assertEquals(log.trim().split("\n").length, 4, "nothing twice");
});
