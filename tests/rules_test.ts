/** Whose rules go with a prompt, and what the user is told of it. */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { DEFAULT_RULES } from "../src/context/rules_text.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";
const REPLACED = "Memory: your own rules now replace the default working rules";

class RulesWorld extends SealedWorld {
  async #fire(word: string, event: string, more: Record<string, unknown>) {
    const { code, stdout, stderr } = await this.hook(
      word,
      payload(event, SESSION, more),
    );
    assertEquals([code, stderr], [0, ""]);
    const output = stdout === "" ? {} : JSON.parse(stdout);
    const lines: string[] = output.systemMessage?.split("\n") ?? [];
    const text: string = output.hookSpecificOutput?.additionalContext ?? "";
    return { lines, text };
  }

  start = (source = "startup") =>
    this.#fire("session-start", "SessionStart", { source });

  prompt = (prompt = "Count the masts.") =>
    this.#fire("user-prompt-submit", "UserPromptSubmit", { prompt });
}

const isOfDefault = (line: string) => line.includes("config set rules off");

Deno.test("default rules are announced in the first session only", async () => {
  using world = new RulesWorld();
  assertEquals((await world.start()).lines.filter(isOfDefault).length, 1);
  assertEquals(await world.prompt(), { lines: [], text: DEFAULT_RULES });
  assertEquals((await world.start()).lines.filter(isOfDefault), []);
  assertEquals((await world.prompt()).lines, []);
});

Deno.test("a first own rule replaces the default ones, and it is said once", async (t) => {
  await t.step("stated in a prompt", async () => {
    using world = new RulesWorld();
    await world.start();
    const { lines, text } = await world.prompt("remember: use tabs");
    assertEquals(lines, ["Memory: Kept as rule r001: use tabs", REPLACED]);
    assertStringIncludes(text, "Rules the user has stated:\n- use tabs");
    const later = await world.prompt();
    assertEquals(later, {
      lines: [],
      text: "Rules the user has stated:\n- use tabs",
    });
    assertEquals((await world.start()).lines.includes(REPLACED), false);
  });
  await t.step("written into rules.md", async () => {
    using world = new RulesWorld();
    await world.start();
    await world.prompt();
    world.write("rules.md", "1. Speak like a sailor.\n");
    assertEquals(await world.prompt(), {
      lines: [REPLACED],
      text: "1. Speak like a sailor.",
    });
    assertEquals((await world.prompt()).lines, []);
    await world.run(["remember", "Use tabs"]);
    assertEquals(
      (await world.prompt()).text,
      "1. Speak like a sailor.\n\nRules the user has stated:\n- Use tabs",
    );
  });
  await t.step("from the shell, told by the next start", async () => {
    using world = new RulesWorld();
    await world.prompt();
    await world.run(["remember", "Use tabs"]);
    assertEquals((await world.start()).lines.at(-1), REPLACED);
  });
  await t.step("a removed rule brings the default ones back", async () => {
    using world = new RulesWorld();
    await world.prompt("remember: use tabs");
    await world.run(["permanent", "remove", "r001"]);
    const { lines, text } = await world.prompt();
    assertEquals([text, lines.filter(isOfDefault).length], [DEFAULT_RULES, 1]);
  });
});

Deno.test("a rule from reflection is not the user's own", async () => {
  using world = new RulesWorld();
  const rules = [{ id: "r001", content: "Round last", source: "reflection" }];
  world.write("facts.json", JSON.stringify({ permanent: { rules } }));
  assertEquals((await world.prompt()).text, DEFAULT_RULES);
});

Deno.test("config set rules decides", async () => {
  using world = new RulesWorld();
  for (
    const [value, before, after] of [
      ["own", "", "- Use tabs"],
      ["off", "", ""],
      ["default", DEFAULT_RULES, "- Use tabs"],
    ] as const
  ) {
    await world.run(["config", "set", "rules", value]);
    assertEquals((await world.prompt()).text, before, value);
    await world.run(["remember", "Use tabs"]);
    const { text } = await world.prompt();
    assertEquals(text.split("\n").at(-1), after, value);
    Deno.removeSync(`${world.store}/facts.json`);
  }
});

Deno.test("rules that are off are not announced", async () => {
  using world = new RulesWorld();
  world.write("config.json", '{"rules": "off"}');
  assertEquals((await world.start()).lines.filter(isOfDefault), []);
});

Deno.test("rules that changed do not wait for their turn", async () => {
  using world = new RulesWorld();
  world.write("config.json", '{"rulesInjectionFrequency": 5}');
  const texts: string[] = [];
  for (const rule of ["One.", "One.", "Two.", "Two."]) {
    world.write("rules.md", rule);
    texts.push((await world.prompt()).text);
  }
  assertEquals(texts, ["One.", "", "Two.", ""]);
});

Deno.test("rules are given whatever is broken", async (t) => {
  const stated = JSON.stringify({
    permanent: { rules: [{ content: "Use tabs", source: "user" }] },
  });
  await t.step("rules.md cannot be read", async () => {
    using world = new RulesWorld();
    world.write("facts.json", stated);
    Deno.mkdirSync(`${world.store}/rules.md`);
    assertStringIncludes((await world.prompt()).text, "- Use tabs");
  });
  await t.step("facts.json is damaged", async () => {
    using world = new RulesWorld();
    world.write("facts.json", "{oops");
    assertEquals((await world.prompt()).text, DEFAULT_RULES);
    world.write("rules.md", "Mine.");
    assertEquals((await world.prompt()).text, "Mine.");
  });
  for (const copy of ["{half", '{"stamp":1}', "[]"]) {
    await t.step(`the copy is ${copy}`, async () => {
      using world = new RulesWorld();
      world.write("facts.json", stated);
      await world.prompt();
      world.write(".cache/said-rules.json", copy);
      assertStringIncludes((await world.prompt()).text, "- Use tabs");
    });
  }
  await t.step("the cache is a file", async () => {
    using world = new RulesWorld();
    world.write("facts.json", stated);
    world.write(".cache", "mine");
    assertStringIncludes((await world.prompt()).text, "- Use tabs");
  });
});

Deno.test("memory-keeper init prints the default rules word for word", async () => {
  using world = new RulesWorld();
  const { stdout } = await world.run(["init"]);
  assertStringIncludes(stdout.replace(/^ {2}/gm, ""), DEFAULT_RULES);
  world.write("rules.md", "Mine.");
  const again = await world.run(["init"]);
  assertEquals(again.stdout.includes("Working rules"), false);
});

Deno.test("memory-keeper rules says what goes with prompts besides its list", async () => {
  using world = new RulesWorld();
  world.write("config.json", "{}");
  const list = async () => (await world.run(["rules"])).stdout;
  assertStringIncludes(await list(), "The default working rules go with");
  await world.run(["remember", "Use tabs"]);
  assertEquals((await list()).includes("go with prompts"), false);
  world.write("rules.md", "Mine.");
  assertStringIncludes(await list(), "rules.md goes with prompts too");
  await world.run(["config", "set", "rules", "off"]);
  assertStringIncludes(await list(), "No rules go with prompts");
});

Deno.test("memory-keeper rules says what goes with prompts before there is a memory", async () => {
  using world = new SealedWorld();
  const { code, stdout, stderr } = await world.run(["rules"]);
  assertEquals([code, stderr], [0, ""]);
  assertStringIncludes(stdout, "The default working rules go with prompts");
});
