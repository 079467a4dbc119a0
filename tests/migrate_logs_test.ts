/** What `migrate legacy` makes of several files of one session. */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { LAMP, THEN } from "./support/world/older_stores.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";

const migrate = (world: SealedWorld) =>
  world.run(["migrate", "legacy", "--yes"], { env: THEN });

const lines = (entries: readonly object[]) =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
const at = (time: string) => `2026-02-20T${time}:00.000Z`;

/** A transcript of the lamp's session, as an earlier tool kept it. */
function rawCopy(): string {
  const entry = (
    time: string,
    type: string,
    uuid: string,
    content: unknown,
  ) => ({
    type,
    uuid,
    sessionId: LAMP,
    timestamp: at(time),
    cwd: "/home/keeper/lighthouse",
    message: { role: type, content },
  });
  return lines([
    entry("14:10", "user", "u1", "Why does the lamp turn so slowly?"),
    entry("14:11", "assistant", "u2", [{
      type: "tool_use",
      id: "toolu_01",
      name: "Bash",
      input: { command: "deno test lamp" },
    }]),
    entry("14:12", "user", "u3", [{
      type: "tool_result",
      tool_use_id: "toolu_01",
      content: "two degrees low",
    }]),
    entry("14:13", "assistant", "u4", [{ type: "text", text: "It is dry." }]),
  ]);
}

/** The log it made of the same: calls without ids, results on lines of their own. */
const OLDER_LOG = lines([
  { ts: at("14:11"), role: "tool", name: "Bash", cmd: "deno test lamp" },
  { ts: at("14:13"), role: "assistant", text: "It is dry." },
  { ts: at("14:20"), role: "assistant", text: "Greased it, too." },
]);

const logsOf = (world: SealedWorld) =>
  world.files().filter((path) => path.startsWith("sessions/"));

Deno.test("memory-keeper migrate legacy makes one session of a raw copy and a log with its id", async () => {
  using world = new SealedWorld();
  const stem = "sessions/2026-02-20_1410_3f2a9c11";
  world.write(`${stem}.raw.jsonl`, rawCopy());
  world.write(`${stem}.l1.jsonl`, OLDER_LOG);
  const { code, stderr } = await migrate(world);
  assertEquals([code, stderr], [0, ""]);
  assertEquals(logsOf(world), [
    `${stem}.l1.jsonl`,
    `${stem}.md`,
    `${stem}.raw.jsonl`,
  ]);
  const log = world.read(`${stem}.l1.jsonl`);
  assertStringIncludes(log, "Why does the lamp turn so slowly?");
  assertStringIncludes(log, "Greased it, too.");
  assertEquals(log.trimEnd().split("\n").length, 4);
  assertEquals(
    world.read(
      "backups/20260301-101500-legacy/sessions/" +
        "2026-02-20_1410_3f2a9c11.earlier-2.l1.jsonl",
    ),
    OLDER_LOG,
  );
  assertEquals((await migrate(world)).code, 1, "nothing is left to do");
});

Deno.test("memory-keeper migrate legacy puts what only an older log has in its place", async () => {
  using world = new SealedWorld();
  const result = {
    ts: at("14:12"),
    role: "tool_result",
    result: "error",
    output: "the beam is two degrees low",
  };
  world.write("sessions/2026-02-20_1455.raw.jsonl", rawCopy());
  world.write("sessions/2026-02-20_1455.l1.jsonl", lines([result]));
  const facts = '{"exchanges":[]}';
  world.write("sessions/2026-02-20_1455.l2.json", facts);
  assertEquals((await migrate(world)).code, 0);
  const stem = "sessions/2026-02-20_1410_3f2a9c11";
  const roles = world.read(`${stem}.l1.jsonl`).trimEnd().split("\n")
    .map((line) => JSON.parse(line).role);
  assertEquals(roles, ["user", "tool", "tool_result", "assistant"]);
  assertEquals(world.read(`${stem}.l2.json`), facts);
  assertEquals(logsOf(world).filter((path) => path.includes("1455")), [
    "sessions/2026-02-20_1455.raw.jsonl",
  ]);
  const again = await world.run(["refine-all"], { env: THEN });
  assertEquals(again.code, 0, again.stderr);
  assertEquals(
    world.read(`${stem}.l1.jsonl`).trimEnd().split("\n").length,
    4,
    "the state knows it",
  );
});

Deno.test("memory-keeper migrate legacy names joined logs after the session's start", async () => {
  using world = new SealedWorld();
  const said = (...times: string[]) =>
    lines(times.map((time) => ({
      ts: at(time),
      role: "assistant",
      text: `Said at ${time}`,
    })));
  world.write("sessions/2026-02-20_1000_3f2a9c11.l1.jsonl", said("10:00"));
  world.write(
    "sessions/2026-02-20_1005_3f2a9c11.l1.jsonl",
    said("10:00", "10:04", "10:05"),
  );
  assertEquals((await migrate(world)).code, 0);
  assertEquals(logsOf(world), ["sessions/2026-02-20_1000_3f2a9c11.l1.jsonl"]);
  assertEquals(
    world.read("sessions/2026-02-20_1000_3f2a9c11.l1.jsonl"),
    said("10:00", "10:04", "10:05"),
  );
});

Deno.test("memory-keeper dedupe-l1 knows a session that found an older log in its place", async () => {
  using world = new SealedWorld();
  const older = "2026-02-20_1410_3f2a9c11.l1.jsonl";
  world.write(`sessions/${older}`, OLDER_LOG);
  const transcript = `${world.dir}/${LAMP}.jsonl`;
  Deno.writeTextFileSync(transcript, rawCopy());
  const refined = await world.run(["refine", transcript], { env: THEN });
  assertEquals(refined.code, 0, refined.stderr);
  assertEquals(world.read(`sessions/${older}`), OLDER_LOG);
  const { code, stdout } = await world.run(["dedupe-l1"], { env: THEN });
  assertEquals(code, 0, stdout);
  const left = logsOf(world).filter((path) => path.endsWith(".l1.jsonl"));
  assertEquals(left.length, 1);
  assertStringIncludes(world.read(left[0] ?? ""), "Greased it, too.");
});
