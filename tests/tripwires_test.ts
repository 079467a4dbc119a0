/** Rules that name a command or a path, from the words to the call. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { brokenRules as brokenInModule } from "../plugin/hooks/scribe.ts";
import { compileRule } from "../src/knowledge/tripwire.ts";
import { brokenRules, type ToolCall } from "../src/knowledge/trips.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";
import { TRIPWIRE_CASES } from "./support/world/tripwire_cases.ts";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";

for (const { rule, breaks, keeps, isPath } of TRIPWIRE_CASES) {
  Deno.test(`"${rule}" trips where it is broken, nowhere else`, async (t) => {
    const wire = compileRule({ id: "r001", content: rule }, false);
    assert(wire, rule);
    assert(keeps.length >= 10);
    const call = (text: string) =>
      isPath
        ? { tool: "Edit", file_path: text }
        : { tool: "Bash", command: text };
    for (const text of [...breaks, ...keeps]) {
      await t.step(text, () => {
        const expected = breaks.includes(text) ? [wire] : [];
        const isBroken = (asked: ToolCall) => brokenRules([wire], asked);
        assertEquals(isBroken(call(text)), expected);
        assertEquals(brokenInModule([wire], call(text)), expected, "module");
        assertEquals(isBroken({ ...call(text), tool: "Read" }), []);
      });
    }
  });
}

Deno.test("a path is the same however its letters are put together", () => {
  const wire = compileRule(
    { id: "r001", content: "src/생성/ 수정하지 마" },
    false,
  );
  assert(wire);
  for (const form of ["NFC", "NFD"]) {
    const call = {
      tool: "Edit",
      file_path: "/app/src/생성/a.ts".normalize(form),
    };
    assertEquals(brokenRules([wire], call), [wire], form);
  }
});

Deno.test("the module has the same code", () => {
  const read = (path: string) =>
    Deno.readTextFileSync(new URL(`../${path}`, import.meta.url));
  const module = read("plugin/hooks/scribe.ts");
  for (
    const path of ["src/knowledge/trips.ts", "src/base/shell_commands.ts"]
  ) {
    const code = read(path).replace(/^\/\*\*[^]*?\*\/\n/, "")
      .replace(/^import .*;\n/gm, "").trim();
    assert(code.length > 1000);
    assertStringIncludes(module, code, path);
  }
});

async function remember(world: SealedWorld, rule: string): Promise<string> {
  const event = payload("UserPromptSubmit", SESSION, {
    prompt: `remember: ${rule}`,
  });
  const { stdout } = await world.hook("user-prompt-submit", event);
  return JSON.parse(stdout).systemMessage;
}

async function used(world: SealedWorld, tool: string, input: object) {
  const { code, stdout } = await world.hook(
    "post-tool-use",
    payload("PostToolUse", SESSION, {
      tool_name: tool,
      tool_input: input,
      tool_response: {},
    }),
  );
  assertEquals(code, 0);
  return stdout === ""
    ? ""
    : JSON.parse(stdout).hookSpecificOutput.additionalContext as string;
}

async function hello(world: SealedWorld, word = "hello", ...more: string[]) {
  const { stdout } = await world.run(
    ["scribe", word, "--json", "--session", SESSION, ...more],
  );
  return stdout === "" ? undefined : JSON.parse(stdout);
}

Deno.test("remember: says what it understood", async () => {
  using world = new SealedWorld();
  assertStringIncludes(
    await remember(world, "use pnpm, not npm"),
    "Kept as rule r001: use pnpm, not npm. I will say so when a command " +
      "begins with npm",
  );
  const other = await remember(world, "say times in UTC");
  assert(!other.includes("I will"), other);
});

Deno.test("without a module the reminder comes afterwards, once a turn", async () => {
  using world = new SealedWorld();
  await remember(world, "use pnpm, not npm");
  const npm = { command: "npm install" };
  assertStringIncludes(
    await used(world, "Bash", npm),
    "The user's rule r001 applies here: “use pnpm, not npm”",
  );
  assertEquals(await used(world, "Bash", npm), "", "not twice in a turn");
  assertEquals(await used(world, "Bash", { command: "pnpm install" }), "");
  await world.hook(
    "user-prompt-submit",
    payload("UserPromptSubmit", SESSION, { prompt: "Go on" }),
  );
  assert(await used(world, "Bash", npm) !== "", "in the next turn again");
  assertEquals((await world.run(["quiet", "r001"])).code, 0);
  await world.hook(
    "user-prompt-submit",
    payload("UserPromptSubmit", SESSION, { prompt: "Go on" }),
  );
  assertEquals(await used(world, "Bash", npm), "");
});

Deno.test("the module gets the table with its replies", async () => {
  using world = new SealedWorld();
  world.write("config.json", '{"tripwires":"deny"}');
  await remember(world, "! don't edit generated/");
  await remember(world, "use pnpm, not npm");
  const { rules } = await hello(world);
  assertEquals(
    rules.map(({ id, deny = false }: { id: string; deny?: boolean }) => [
      id,
      deny,
    ]),
    [["r002", false], ["r001", true]],
  );
  assertEquals(await used(world, "Bash", { command: "npm ci" }), "");
  const later = await hello(world, "next", "--told", "r002,r009");
  assertEquals(later.rules.length, 2);
  const noted = world.read(`.cache/given/${SESSION}.moments`).trim();
  assertEquals(JSON.parse(noted).id, "r002");
  for (const id of ["r001", "r002"]) {
    assertEquals((await world.run(["permanent", "remove", id])).code, 0);
  }
  assertEquals(await hello(world, "next"), { rules: [] }, "gone again");
  assertEquals(await hello(world, "next"), undefined);
});

Deno.test("rules test shows which rules a command would trip", async () => {
  using world = new SealedWorld();
  await remember(world, "use pnpm, not npm");
  await remember(world, "don't edit generated/");
  const npm = await world.run(["rules", "test", "npm install"]);
  assertEquals(npm.code, 0);
  assertStringIncludes(npm.stdout, "r001  reminds");
  const path = await world.run(["rules", "test", "generated/a.ts"]);
  assertStringIncludes(path.stdout, "r002");
  const none = await world.run(["rules", "test", "pnpm install"]);
  assertEquals([none.code, none.stdout], [1, "No rule would say anything\n"]);
  const all = await world.run(["rules", "test"]);
  assertStringIncludes(all.stdout, "when a command begins with npm");
});

Deno.test("of very many rules the newest 300 trip", async () => {
  using world = new SealedWorld();
  const rules = Array.from({ length: 10_000 }, (_, n) => ({
    id: `r${String(n).padStart(5, "0")}`,
    content: `never run \`tool${n}\` ${"because ".repeat(40)}`,
    source: "user",
  }));
  world.write(
    "facts.json",
    JSON.stringify({ _meta: { version: 4 }, permanent: { rules } }),
  );
  await world.hook(
    "session-start",
    payload("SessionStart", SESSION, { source: "startup" }),
  );
  assertStringIncludes(
    await used(world, "Bash", { command: "tool9700" }),
    "r09700",
  );
  assertEquals(await used(world, "Bash", { command: "tool9699" }), "");
  const { rules: table } = await hello(world);
  assertEquals(table.length, 300);
  const prompt = payload("UserPromptSubmit", SESSION, { prompt: "Go on" });
  const { stdout } = await world.hook("user-prompt-submit", prompt);
  assert(!stdout.includes("tool9700"), "a prompt gets the newest 60");
});

Deno.test("a rule that changes in a session counts from then on", async () => {
  using world = new SealedWorld();
  await remember(world, "use pnpm, not npm");
  assert(await used(world, "Bash", { command: "npm ci" }) !== "");
  await world.run(["rules", "remove", "r001"]);
  await remember(world, "use yarn, not pnpm");
  const prompt = payload("UserPromptSubmit", SESSION, { prompt: "Go on" });
  await world.hook("user-prompt-submit", prompt);
  assertEquals(await used(world, "Bash", { command: "npm ci" }), "");
  assert(await used(world, "Bash", { command: "pnpm ci" }) !== "");
  const { rules } = await hello(world);
  assertEquals(rules.map(({ id }: { id: string }) => id), ["r002"]);
});

Deno.test('tripwires "off" says nothing', async () => {
  using world = new SealedWorld();
  world.write("config.json", '{"tripwires":"off"}');
  const said = await remember(world, "use pnpm, not npm");
  assert(!said.includes("I will"), said);
  assertEquals(await used(world, "Bash", { command: "npm ci" }), "");
  assertEquals(await hello(world), { isAtWork: true });
});

Deno.test("doctor says whether rules are told in time", async () => {
  using world = new SealedWorld();
  world.write("config.json", '{"tripwires":"deny"}');
  const doctor = async () =>
    (await world.run(["doctor"])).stdout.replace(/\s+/g, " ");
  await remember(world, "use pnpm, not npm");
  assertStringIncludes(await doctor(), "reminders come after the call");
  await remember(world, "! never run terraform apply");
  assertStringIncludes(await doctor(), "nothing is refused");
  await hello(world);
  assertStringIncludes(await doctor(), "told at the call");
});
