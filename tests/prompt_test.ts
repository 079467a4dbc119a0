/** What goes with a prompt, through the real hook door. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { PROMPT_MAX_UNITS } from "../src/context/prompt_plan.ts";
import { DEFAULT_RULES, RULES_MAX_UNITS } from "../src/context/rules_text.ts";
import { until } from "./support/world/patience.ts";
import {
  type Outcome,
  payload,
  ProcessWorld,
  type RunOptions,
  SealedWorld,
} from "./support/world/sealed_world.ts";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";
const OTHER = "4f2a9c11-0000-4000-8000-000000000002";

const logOf = (world: SealedWorld) =>
  world.files().includes("logs/keeper.log")
    ? world.read("logs/keeper.log")
    : "";

interface Given {
  readonly systemMessage?: string | undefined;
  readonly text: string;
}

function read({ code, stdout, stderr }: Outcome): Given {
  assertEquals([code, stderr], [0, ""]);
  if (stdout === "") return { text: "" };
  const { systemMessage, hookSpecificOutput } = JSON.parse(stdout);
  assertEquals(hookSpecificOutput.hookEventName, "UserPromptSubmit");
  const text: string = hookSpecificOutput.additionalContext;
  assert(text.length <= PROMPT_MAX_UNITS);
  return { systemMessage, text };
}

async function prompt(
  world: SealedWorld,
  { session = SESSION, words = "Count the masts.", ...options }: RunOptions & {
    session?: string;
    words?: string;
  } = {},
): Promise<Given> {
  const event = payload("UserPromptSubmit", session, { prompt: words });
  return read(await world.hook("user-prompt-submit", event, options));
}

const start = (world: SealedWorld, session = SESSION, source = "startup") =>
  world.hook("session-start", payload("SessionStart", session, { source }));

Deno.test("hook user-prompt-submit gives the rules, ours or the user's", async () => {
  using world = new SealedWorld();
  assertEquals(await prompt(world), {
    systemMessage: undefined,
    text: DEFAULT_RULES,
  });
  world.write("rules.md", "\ufeff1. Speak like a sailor.\r\n");
  assertEquals((await prompt(world)).text, "1. Speak like a sailor.");
  world.write("rules.md", "- rule\n".repeat(5000));
  const { text } = await prompt(world);
  assert(text.length <= RULES_MAX_UNITS);
  assertStringIncludes(text, "\n[… rules.md goes on");
});

Deno.test("hook user-prompt-submit says nothing of a background task's report", async () => {
  using world = new SealedWorld();
  const words = "<task-notification>\n<result>done</result>";
  assertEquals((await prompt(world, { words })).text, "");
});

Deno.test("rulesInjectionFrequency gives every third, and the first after a start", async () => {
  using world = new SealedWorld();
  world.write("config.json", '{"rulesInjectionFrequency": 3}');
  const given = async (session: string, count: number) => {
    let seen = "";
    for (let i = 0; i < count; i++) {
      seen += (await prompt(world, { session })).text === "" ? "." : "R";
    }
    return seen;
  };
  assertEquals(await given(SESSION, 5), "R..R.");
  assertEquals(await given(OTHER, 2), "R.", "each session counts for itself");
  await start(world, SESSION, "compact");
  assertEquals(await given(SESSION, 2), "R.");
  assertEquals(await given(OTHER, 2), ".R");
  const index = JSON.parse(world.read("memory-index.json"));
  assertEquals(index.rulesInjectionCount, 2, "what was given before");
});

Deno.test("rulesInjectionFrequency counts prompts that come at once", async () => {
  using world = new ProcessWorld();
  world.write("config.json", '{"rulesInjectionFrequency": 4}');
  const all = await Promise.all(Array.from({ length: 8 }, () => prompt(world)));
  const given = all.filter(({ text }) => text !== "").length;
  // One that a busy machine ends at its deadline gives the rules as well.
  const late = logOf(world).split(" late").length - 1;
  assert(given >= 2 && given <= 2 + late, `${given} given, ${late} late`);
});

Deno.test("a note of the rules that is just being written is no news", async () => {
  using world = new SealedWorld();
  world.write("config.json", '{"rulesInjectionFrequency": 4}');
  assertEquals((await prompt(world)).text, DEFAULT_RULES);
  const note = world.files().find((name) => /\.cache\/.*rules/.test(name));
  world.write(note ?? "none", "");
  assertEquals((await prompt(world)).text, "");
});

Deno.test("verbose shows when rules were given", async () => {
  using world = new SealedWorld();
  world.write("config.json", '{"verbose": true, "rulesInjectionFrequency": 2}');
  assertEquals((await prompt(world)).systemMessage, "[rules injected]");
  assertEquals((await prompt(world)).systemMessage, undefined);
});

Deno.test("hook user-prompt-submit gives the rules whatever is broken", async (t) => {
  const broken: Record<string, (world: SealedWorld) => RunOptions | void> = {
    "a config that is not JSON": (world) => world.write("config.json", "{oops"),
    "a config of wrong types": (world) =>
      world.write("config.json", '{"rulesInjectionFrequency": "often"}'),
    "a store that is a file": (world) => {
      Deno.mkdirSync(`${world.project}/.claude`);
      Deno.writeTextFileSync(world.store, "mine");
    },
    "a store that leads out": (world) => {
      Deno.mkdirSync(`${world.project}/.claude`);
      Deno.symlinkSync(world.home, world.store);
    },
    "an index that is a folder": (world) =>
      Deno.mkdirSync(`${world.store}/memory-index.json`, { recursive: true }),
    "a state that is a folder": (world) =>
      Deno.mkdirSync(`${world.store}/state/${SESSION}.json`, {
        recursive: true,
      }),
    "rules.md that is a folder": (world) =>
      Deno.mkdirSync(`${world.store}/rules.md`, { recursive: true }),
    "a project that is gone": (world) => ({
      env: { CLAUDE_PROJECT_DIR: `${world.dir}/gone` },
    }),
    "no home for a store that should be there": (world) => {
      world.write("config.json", '{"storage": "home"}');
      return { env: { HOME: "", USERPROFILE: "" } };
    },
  };
  for (const [name, breakIt] of Object.entries(broken)) {
    // On Windows a link needs a privilege.
    const ignore = Deno.build.os === "windows" && name.includes("leads out");
    const fn = async () => {
      using world = new SealedWorld();
      const options = breakIt(world) ?? {};
      assertEquals((await prompt(world, options)).text, DEFAULT_RULES);
    };
    await t.step({ name, ignore, fn });
  }
});

Deno.test("hook user-prompt-submit gives the rules while locks are held", async () => {
  using world = new ProcessWorld();
  await prompt(world);
  const ended = { stem: "x", transcript: "/nowhere", ended: "2026-01-01" };
  world.write(`state/${SESSION}.json`, JSON.stringify(ended));
  world.write(`state/${SESSION}.lock`, "");
  using held = await Deno.open(`${world.store}/state/${SESSION}.lock`, {
    write: true,
  });
  await held.lock(true);
  // On a busy machine it may reach its deadline before it gives up on the lock.
  await until("a lock that is given up", async () => {
    assertEquals((await prompt(world)).text, DEFAULT_RULES);
    return logOf(world).includes(
      "user-prompt-submit 3f2a9c11 failed error=LockTimeoutError",
    );
  });
});
