/** memory-keeper cost: from transcripts, by day and session, and in the report. */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { projectFolderName } from "../src/claude/memory_folder.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";

const ID = "0c057000-1111-4222-8333-444455556666";
const FORK = "0c057111-1111-4222-8333-444455556666";
const env = { MEMORY_KEEPER_NOW: "2026-11-18T12:00:00Z", TZ: "UTC" };

const request = (id: string, at: string, model = "claude-opus-5-5") => ({
  type: "assistant",
  uuid: `uuid-${id}`,
  timestamp: at,
  message: {
    id,
    model,
    content: [{ type: "text", text: "Yes." }],
    usage: { input_tokens: 100_000, output_tokens: 10_000 },
  },
});

const given = (uuid: string, at: string, hookEvent: string, text: string) => ({
  type: "attachment",
  uuid,
  timestamp: at,
  attachment: { type: "hook_additional_context", hookEvent, content: [text] },
});

/** Two days with a fork, one of our agents, and the scribe at work. */
function workedWorld(): SealedWorld {
  const world = new SealedWorld();
  const dir = `${world.home}/.claude/projects/${
    projectFolderName(world.project)
  }`;
  const write = (path: string, entries: readonly object[], day: string) => {
    const file = `${dir}/${path}`;
    Deno.mkdirSync(file.replace(/\/[^/]*$/, ""), { recursive: true });
    const text = entries.map((one) =>
      `${JSON.stringify({ cwd: world.project, ...one })}\n`
    ).join("");
    Deno.writeTextFileSync(file, text);
    Deno.utimeSync(file, new Date(day), new Date(day));
  };
  const first = [
    {
      type: "user",
      uuid: "uuid-0",
      timestamp: "2026-11-16T09:00:00.000Z",
      message: { content: "Count the masts" },
    },
    given(
      "uuid-1",
      "2026-11-16T09:00:01.000Z",
      "UserPromptSubmit",
      "[MEMORY_KEEPER_DELTA] file=x ".repeat(30),
    ),
    request("m1", "2026-11-16T09:00:02.000Z"),
    request("m2", "2026-11-16T09:00:03.000Z"),
  ];
  write(`${ID}.jsonl`, first, "2026-11-16T10:00:00Z");
  write(
    `${FORK}.jsonl`,
    [...first, request("m3", "2026-11-17T09:00:00.000Z")],
    "2026-11-17T10:00:00Z",
  );
  const agent = `${ID}/subagents/agent-a1`;
  write(`${agent}.jsonl`, [
    given("uuid-2", "2026-11-16T09:10:00.000Z", "SubagentStart", "part 1 of 1"),
    request("m4", "2026-11-16T09:10:01.000Z", "claude-haiku-5-5"),
  ], "2026-11-16T10:00:00Z");
  Deno.writeTextFileSync(
    `${dir}/${agent}.meta.json`,
    '{"agentType":"memory-keeper:delta-summarizer"}',
  );
  world.write(
    "memory-index.json",
    JSON.stringify({
      version: 2,
      usage: {
        "2026-11-17": {
          calls: 2,
          failed: 0,
          inputTokens: 20_000,
          outputTokens: 2000,
        },
      },
    }),
  );
  return world;
}

Deno.test("memory-keeper cost counts every request once", async () => {
  using world = workedWorld();
  const before = world.files();
  const { code, stdout, stderr } = await world.run(["cost", "--json"], { env });
  assertEquals([code, stderr], [0, ""]);
  assertEquals(world.files(), before, "nothing is written");
  const { total, days, sessions, pricesOf } = JSON.parse(stdout);
  assertEquals(pricesOf, "2026-10-16");
  // Three of Opus at 0.6 dollars, one of Haiku at 0.015, the scribe's two.
  assertEquals(total.dollars.toFixed(4), (3 * 0.6 + 0.015 + 0.003).toFixed(4));
  assertEquals([total.requests, total.memoryRequests], [6, 3]);
  assertEquals([total.memorySent, total.memoryAnswered], [120_000, 12_000]);
  const rows = days.map((
    { day, sessions, requests, memoryRequests }: Record<string, unknown>,
  ) => [day, sessions, requests, memoryRequests]);
  assertEquals(rows, [["2026-11-17", 1, 3, 2], ["2026-11-16", 1, 3, 1]]);
  const of = sessions.map(({ session, requests }: Record<string, unknown>) => [
    session,
    requests,
  ]);
  assertEquals(of, [[FORK, 1], [ID, 3]]);
});

Deno.test("memory-keeper cost prints tables that fit, within bounds", async () => {
  using world = workedWorld();
  const { stdout } = await world.run(["cost"], { env });
  const longest = Math.max(...stdout.split("\n").map(({ length }) => length));
  assertEquals(longest <= 80, true, stdout);
  assertStringIncludes(
    stdout,
    "Memory cost about $0.02 of $1.82 in 2 sessions",
  );
  assertStringIncludes(stdout, "A session costs about $0.91, <$0.01 of it");
  assertStringIncludes(stdout, "list prices of 2026-10-16");
  const later = ["cost", "--since", "2026-11-17", "--limit", "1"];
  const bounded = await world.run(later, { env });
  assertStringIncludes(bounded.stdout, "of $0.60 in 1 session ");
  const none = await world.run(["cost", "--until", "2026-01-01"], { env });
  assertEquals(none.code, 1);
});

Deno.test("memory-keeper report has the cost", async () => {
  using world = workedWorld();
  const { stdout } = await world.run(["report", "--out", "-"], { env });
  assertStringIncludes(
    stdout,
    "Memory cost about $0.02 of $1.82 in 2 sessions",
  );
  assertStringIncludes(stdout, '<th scope="row">17 November 2026</th>');
});
