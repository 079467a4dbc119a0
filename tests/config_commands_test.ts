/** `config list|get|set` from outside, and what they leave in the files. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { CONFIG_NAMES } from "../src/store/config_keys.ts";
import { ProcessWorld, SealedWorld } from "./support/world/sealed_world.ts";

const FILE = "$WORLD/project/.claude/memory/config.json";
const GLOBAL_FILE = "$WORLD/home/.claude/memory-keeper/config.json";

const quiet = (stdout: string) => ({ code: 0, stdout, stderr: "" });

const failed = (code: number, error: string, hint: string) => ({
  code,
  stdout: "",
  stderr: `error: ${error}\nhint: ${hint}\n`,
});

const set = (world: SealedWorld, ...words: string[]) =>
  world.run(["config", "set", ...words]);

const get = async (world: SealedWorld, key: string) =>
  (await world.run(["config", "get", key])).stdout.trimEnd();

const readGlobal = (world: SealedWorld) =>
  Deno.readTextFileSync(GLOBAL_FILE.replace("$WORLD", world.dir));

Deno.test("memory-keeper config get prints one value, ready for a script", async (t) => {
  using world = new SealedWorld();
  world.write("config.json", '{"redact": {"patterns": ["a\\\\d"]}}');
  const rows: [string, string][] = [
    ["saveInterval", "25"],
    ["stopPolicy", "quiet"],
    ["recall", "true"],
    ["redact.patterns", '["a\\\\d"]'],
  ];
  for (const [key, value] of rows) {
    await t.step(key, async () => {
      const outcome = await world.run(["config", "get", key]);
      assertEquals(outcome, quiet(`${value}\n`));
    });
  }
  assertEquals(world.files(), ["config.json"]);
});

Deno.test("memory-keeper config get names a setting that does not exist", async (t) => {
  using world = new SealedWorld();
  const all = 'Run "memory-keeper config list" for all settings';
  const rows: [string, string][] = [
    ["saveIntervall", 'Did you mean "saveInterval"?'],
    ["thresholdTokens", all],
    ["toString", all],
    ["", all],
  ];
  for (const [key, hint] of rows) {
    await t.step(`"${key}"`, async () => {
      const expected = failed(2, `Unknown setting "${key}"`, hint);
      assertEquals(await world.run(["config", "get", key]), expected);
      assertEquals(await set(world, key, "1"), expected);
    });
  }
});

Deno.test("memory-keeper config list shows every setting, its source and what is wrong", async () => {
  using world = new SealedWorld();
  await set(world, "--global", "receipt", "false");
  world.write("config.json", '{"saveInterval": 9, "recal": 1, "verbose": 2}');
  const { code, stdout, stderr } = await world.run(["config", "list"]);
  assertEquals([code, stderr], [0, ""]);
  const lines = stdout.trimEnd().split("\n");
  assertEquals(
    lines.filter((line) => /^\w/.test(line)).map((line) => line.split(" ")[0]),
    CONFIG_NAMES,
  );
  for (const line of lines) {
    // A path may be longer than a line; nothing else is.
    assert(line.length <= 80 || line.includes("$WORLD"), line);
  }
  assertMatch(stdout, /^saveInterval +9 .+\n {2}set in \S+\/config\.json$/m);
  assertStringIncludes(stdout, `\n  set in ${FILE}\n`);
  assertStringIncludes(
    stdout,
    "\n  set in ~/.claude/memory-keeper/config.json\n",
  );
  assertEquals(lines.slice(-2), [
    `! ${FILE}: unknown key "recal". Did you mean "recall"?`,
    `! ${FILE}: "verbose" must be true or false`,
  ]);
  const json = await world.run(["config", "list", "--json"]);
  const { settings, problems } = JSON.parse(json.stdout);
  assertEquals([settings.length, problems.length], [CONFIG_NAMES.length, 2]);
  assertEquals([settings[0].key, settings[0].value, settings[0].from], [
    "saveInterval",
    9,
    FILE,
  ]);
});

Deno.test("memory-keeper config set makes the file, and a store only the user can read", async () => {
  using world = new SealedWorld();
  const expected = quiet(`saveInterval is now 40 (${FILE})\n`);
  assertEquals(await set(world, "saveInterval", "40"), expected);
  assertEquals(world.read("config.json"), '{\n  "saveInterval": 40\n}\n');
  assertEquals(world.read(".gitignore"), "*\n");
  if (Deno.build.os !== "windows") {
    const { mode } = Deno.statSync(`${world.store}/config.json`);
    assertEquals((mode ?? 0) & 0o777, 0o600);
  }
  assertEquals(await get(world, "saveInterval"), "40");
});

Deno.test("memory-keeper config set keeps comments and what it does not know", async () => {
  using world = new SealedWorld();
  world.write(
    "config.json",
    '// mine\r\n{\r\n  "recall": false, // slow disk\r\n  "later": 1,\r\n}\r\n',
  );
  await set(world, "memoryRotation.thresholdTokens", "30000");
  await set(world, "recall", "default");
  assertEquals(
    world.read("config.json").split("\r\n").map((line) => line.trim()),
    [
      "// mine",
      "{",
      "// slow disk",
      '"later": 1,',
      '"memoryRotation": {',
      '"thresholdTokens": 30000',
      "},",
      "}",
      "",
    ],
  );
  assertEquals(await get(world, "recall"), "true");
  assertEquals(await get(world, "memoryRotation.thresholdTokens"), "30000");
});

Deno.test("memory-keeper config set changes a dotted key however it is written", async () => {
  using world = new SealedWorld();
  const key = "memoryRotation.thresholdTokens";
  world.write("config.json", `{"${key}": 5000}`);
  await set(world, key, "6000");
  assertEquals(await get(world, key), "6000");
  await set(world, key, "default");
  assertEquals(await get(world, key), "25000");
});

Deno.test("memory-keeper config set --global holds until a project says otherwise", async () => {
  using world = new SealedWorld();
  assertEquals(
    await set(world, "--global", "saveInterval", "40"),
    quiet(`saveInterval is now 40 (${GLOBAL_FILE})\n`),
  );
  assertEquals(JSON.parse(readGlobal(world)), { saveInterval: 40 });
  assertEquals(await get(world, "saveInterval"), "40");
  await set(world, "saveInterval", "10");
  assertEquals(await get(world, "saveInterval"), "10");
  await set(world, "saveInterval", "default");
  assertEquals(await get(world, "saveInterval"), "40");
});

Deno.test("memory-keeper config set refuses a wrong value and writes nothing", async (t) => {
  using world = new SealedWorld();
  const rows: [string, string, string, string][] = [
    ["saveInterval", "0", "a whole number from 1 to 10000", "25"],
    ["saveInterval", "many", "a whole number from 1 to 10000", "25"],
    ["saveInterval", "", "a whole number from 1 to 10000", "25"],
    ["recall", "yes", "true or false", "true"],
    ["recall", "null", "true or false", "true"],
    ["storage", "cloud", '"project" or "home"', '"project"'],
    ["redact.patterns", "a", "a list of regular expressions", "[]"],
  ];
  for (const [key, value, expects, fallback] of rows) {
    await t.step(`${key} ${value}`, async () => {
      assertEquals(
        await set(world, key, value),
        failed(2, `"${key}" must be ${expects}`, `Its default is ${fallback}`),
      );
    });
  }
  assertEquals(Array.from(Deno.readDirSync(world.project)), []);
});

Deno.test("memory-keeper config set leaves a file alone that it cannot change", async (t) => {
  const rows: [string, string, RegExp][] = [
    ["not JSON", '{"recall": ', /it is not valid JSON/],
    ["a list", "[1]", /the file has array where an object must be/],
    ["a word in the place of a group", '{"redact": true}', /has boolean where/],
  ];
  for (const [name, text, error] of rows) {
    await t.step(name, async () => {
      using world = new SealedWorld();
      world.write("config.json", text);
      const outcome = await set(world, "redact.patterns", '["a"]');
      assertEquals([outcome.code, outcome.stdout], [3, ""]);
      assertMatch(outcome.stderr, /^error: .+\nhint: .+\n$/);
      assertMatch(outcome.stderr, error);
      assertEquals(world.read("config.json"), text);
    });
  }
  await t.step("a folder", async () => {
    using world = new SealedWorld();
    world.write("config.json/inner", "kept");
    const outcome = await set(world, "recall", "false");
    assertEquals([outcome.code, outcome.stdout], [3, ""]);
    assertMatch(outcome.stderr, /^error: .+not a regular file\nhint: .+\n$/);
    assertEquals(world.read("config.json/inner"), "kept");
  });
});

Deno.test({
  name: "memory-keeper config set never writes out of the project",
  ignore: Deno.build.os === "windows",
  async fn(t) {
    const rows: [string, (world: SealedWorld, outside: string) => void][] = [
      ["a linked .claude", (world, outside) => {
        Deno.symlinkSync(outside, `${world.project}/.claude`);
      }],
      ["a linked file", (world, outside) => {
        world.write("x", "");
        Deno.symlinkSync(`${outside}/f.json`, `${world.store}/config.json`);
      }],
    ];
    for (const [name, link] of rows) {
      await t.step(name, async () => {
        using world = new SealedWorld();
        const outside = `${world.dir}/outside`;
        Deno.mkdirSync(outside);
        Deno.writeTextFileSync(`${outside}/f.json`, "{}");
        link(world, outside);
        const outcome = await set(world, "recall", "false");
        assertEquals([outcome.code, outcome.stdout], [3, ""]);
        assertMatch(outcome.stderr, /leads out of the project/);
        assertEquals(world.files(outside), ["f.json"]);
        assertEquals(Deno.readTextFileSync(`${outside}/f.json`), "{}");
      });
    }
  },
});

Deno.test("memory-keeper config set, many at once: no change is lost", async () => {
  using world = new ProcessWorld();
  world.write("config.json", "{\n  // mine\n}\n");
  const changes: [string, string][] = [
    ["saveInterval", "11"],
    ["askMinChars", "600"],
    ["askEveryMinutes", "12"],
    ["memoryRotation.thresholdTokens", "2000"],
    ["memoryRotation.carryoverTokens", "13"],
    ["recall", "false"],
    ["digestAfterDays", "3"],
    ["summaries", "off"],
  ];
  const outcomes = await Promise.all(
    changes.map((change) => set(world, ...change)),
  );
  assertEquals(outcomes.map(({ code, stderr }) => [code, stderr]), [
    ...changes.map(() => [0, ""]),
  ]);
  const { stdout } = await world.run(["config", "list"]);
  for (const [key, value] of changes) {
    assertMatch(stdout, new RegExp(`^${key} +"?${value}\\b`, "m"));
  }
  assertStringIncludes(world.read("config.json"), "// mine");
});

Deno.test("memory-keeper config set storage home moves the store, not the settings", async () => {
  using world = new SealedWorld();
  await set(world, "storage", "home");
  const { store } = JSON.parse((await world.run(["status", "--json"])).stdout);
  assertMatch(
    store,
    /^\$WORLD\/home\/\.claude\/memory-keeper\/projects\/project-[0-9a-f]{8}$/,
  );
  await set(world, "saveInterval", "9");
  assertEquals(JSON.parse(world.read("config.json")), {
    storage: "home",
    saveInterval: 9,
  });
  await set(world, "storage", "default");
  assertEquals(await get(world, "storage"), "project");
});

Deno.test("a carry-over that is not below the threshold is named, and bounded", async () => {
  using world = new SealedWorld();
  const rotation = { thresholdTokens: 1000, carryoverTokens: 5000 };
  world.write("config.json", JSON.stringify({ memoryRotation: rotation }));
  const problem = '"memoryRotation.carryoverTokens" (5000) is not below ' +
    '"memoryRotation.thresholdTokens" (1000)';
  const { stdout, stderr } = await world.run(["config", "list"]);
  assertStringIncludes(`${stdout}${stderr}`, problem);
  const doctor = await world.run(["doctor", "--json"]);
  const { findings } = JSON.parse(doctor.stdout) as {
    findings: { reason: string; remedy?: string }[];
  };
  const found = findings.find(({ reason }) => reason.endsWith(problem));
  assertStringIncludes(found?.remedy ?? "", "half the threshold is carried");
  for (let day = 1; day <= 6; day++) {
    await world.run(["save", `Day ${day}. ${"The tide came in. ".repeat(40)}`]);
  }
  assertStringIncludes(world.read("memory.md"), "Day 6.");
});
