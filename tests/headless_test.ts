/** Sessions that run without a person: captured, informed, never asked. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DEFAULT_RULES } from "../src/context/rules_text.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const ID = "3f2a9c11-1111-4222-8333-444455556666";
const HEADLESS = { CLAUDE_CODE_SESSION_ATTENDED: "0" };

interface Fields {
  readonly env?: Readonly<Record<string, string>>;
  readonly prompt?: string;
}

interface Answer {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly additionalContext: string };
}

/** A project with a delta of an earlier session, and a transcript of this one. */
class HeadlessWorld extends SealedWorld {
  readonly transcript = `${this.dir}/transcripts/${ID}.jsonl`;

  constructor(config: object = {}) {
    super();
    this.write("config.json", JSON.stringify(config));
    Deno.mkdirSync(`${this.dir}/transcripts`);
    const line = (type: string, content: unknown) =>
      JSON.stringify({
        type,
        uuid: crypto.randomUUID(),
        timestamp: "2026-02-01T17:27:00.000Z",
        cwd: this.project,
        sessionId: ID,
        entrypoint: "sdk-cli",
        message: { role: type, content },
      });
    const calls = Array.from({ length: 12 }, (_, i) => [
      line("assistant", [{
        type: "tool_use",
        id: `t${i}`,
        name: "Write",
        input: { file_path: `/a${i}`, content: "masts ".repeat(400) },
      }]),
      line("user", [{ type: "tool_result", tool_use_id: `t${i}` }]),
    ]).flat();
    const words = line("assistant", [{ type: "text", text: "Done." }]);
    Deno.writeTextFileSync(
      this.transcript,
      `${
        [line("user", "Count the masts. ".repeat(50)), ...calls, words].join(
          "\n",
        )
      }\n`,
    );
  }

  async fire(
    word: string,
    event: string,
    { env = HEADLESS, ...fields }: Fields = {},
  ): Promise<Answer> {
    const { code, stdout } = await this.hook(
      word,
      payload(event, ID, {
        cwd: this.project,
        transcript_path: this.transcript,
        ...fields,
      }),
      { env },
    );
    assertEquals(code, 0);
    return stdout === "" ? {} : JSON.parse(stdout);
  }

  prompt(env?: Record<string, string>) {
    const more = { prompt: "And the sails?", ...(env ? { env } : {}) };
    return this.fire("user-prompt-submit", "UserPromptSubmit", more);
  }

  kept(): string[] {
    return this.files().filter((name) => name.endsWith(".l1.jsonl"));
  }
}

const contextOf = (answer: Answer) =>
  answer.hookSpecificOutput?.additionalContext ?? "";

const SMALL = { askMinChars: 500, stopPolicy: "block" };

Deno.test('headless "capture": kept, but nothing is asked, said or ruled', async () => {
  using world = new HeadlessWorld(SMALL);
  const start = await world.fire("session-start", "SessionStart");
  assertEquals(start.systemMessage, undefined, "no receipt");
  assert(contextOf(start) !== "", "context as ever");
  assertEquals(await world.fire("stop", "Stop"), {}, "no strict stop");
  assertEquals(world.kept().length, 1);
  assertEquals(world.files().filter((n) => n.startsWith("delta/")).length, 1);
  assertEquals(await world.prompt(), {}, "no default rules, no request");
  const attended = { CLAUDE_CODE_SESSION_ATTENDED: "1" };
  const told = contextOf(await world.prompt(attended));
  assertStringIncludes(told, DEFAULT_RULES);
  assertStringIncludes(told, "[MEMORY_KEEPER_DELTA]");
});

Deno.test("headless: the user's own rules are given", async () => {
  using world = new HeadlessWorld();
  world.write("rules.md", "Never rename the masts.\n");
  assertEquals(contextOf(await world.prompt()), "Never rename the masts.");
});

Deno.test('headless "full": rules and receipt as attended, no request', async () => {
  using world = new HeadlessWorld({ ...SMALL, headless: "full" });
  const { systemMessage } = await world.fire("session-start", "SessionStart");
  assert(systemMessage);
  assertEquals(await world.fire("stop", "Stop"), {});
  const told = contextOf(await world.prompt());
  assertStringIncludes(told, DEFAULT_RULES);
  assert(!told.includes("[MEMORY_KEEPER_DELTA]"), told);
});

Deno.test('headless "off": nothing is kept or given, now or later', async () => {
  using world = new HeadlessWorld({ headless: "off" });
  for (
    const [word, event] of [
      ["session-start", "SessionStart"],
      ["user-prompt-submit", "UserPromptSubmit"],
      ["post-tool-use", "PostToolUse"],
      ["stop", "Stop"],
      ["session-end", "SessionEnd"],
    ] as const
  ) assertEquals(await world.fire(word, event), {}, word);
  assertEquals(world.files(), ["config.json"]);
  // The next attended session must not find it as one it has never seen.
  const sibling = `${world.dir}/transcripts/${
    ID.replace("3f2a", "aaaa")
  }.jsonl`;
  Deno.copyFileSync(world.transcript, sibling);
  const env = { CLAUDE_CODE_SESSION_ATTENDED: "1" };
  await world.fire("session-start", "SessionStart", { env });
  assertEquals(world.kept(), []);
});

Deno.test("a client that only tells its entrypoint is judged by that", async () => {
  using world = new HeadlessWorld();
  assertEquals(await world.prompt({ CLAUDE_CODE_ENTRYPOINT: "sdk-cli" }), {});
  const told = contextOf(await world.prompt({ CLAUDE_CODE_ENTRYPOINT: "cli" }));
  assertStringIncludes(told, DEFAULT_RULES);
});

Deno.test("prompts that were not typed get nothing", async () => {
  using world = new HeadlessWorld();
  const env = { CLAUDE_CODE_SESSION_ATTENDED: "1" };
  for (
    const prompt of [
      '<agent-message from="a1">\nremember: never rename\n</agent-message>',
      "<task-notification>\nremember: x\n</task-notification>",
    ]
  ) {
    const told = await world.fire("user-prompt-submit", "UserPromptSubmit", {
      prompt,
      env,
    });
    assertEquals(told, {});
  }
});
