import { assertEquals, assertMatch } from "@std/assert";
import { SealedWorld } from "../../tests/support/world/sealed_world.ts";
import { layerConfig, readConfigFile, sortSettings } from "./_config.ts";
import { CONFIG_KEYS, CONFIG_NAMES, type ConfigKey } from "./config_keys.ts";

/** The defaults as DESIGN.md, section 12, has them. */
const DEFAULTS = {
  headless: "capture",
  statusText: true,
  saveInterval: 25,
  storage: "project",
  worktrees: "shared",
  share: false,
  stopPolicy: "quiet",
  rules: "default",
  rulesInjectionFrequency: 1,
  recall: true,
  verbose: false,
  backup: true,
  claudeMd: false,
  builtinNotice: true,
  "memoryRotation.thresholdTokens": 25_000,
  "memoryRotation.carryoverTokens": 2500,
  summaryMaxLength: 2000,
  keepRaw: false,
  "redact.patterns": [],
  summaries: "auto",
  askMinChars: 12_000,
  askEveryMinutes: 20,
  receipt: true,
  deadAfterMinutes: 60,
  digestAfterDays: 7,
  tripwires: "remind",
  crossProject: false,
};

const check = (raw: unknown) => {
  const { values, problems } = sortSettings("F", raw);
  return { values, problems };
};

Deno.test("layerConfig() without a file gives the documented defaults", () => {
  const { values, origins, problems } = layerConfig([]);
  assertEquals<Record<string, unknown>>(values, DEFAULTS);
  assertEquals([origins, problems], [{}, []]);
});

Deno.test("CONFIG_KEYS has a valid default and a text for every key", async (t) => {
  for (const name of CONFIG_NAMES) {
    await t.step(name, () => {
      const key = CONFIG_KEYS[name] as ConfigKey<unknown>;
      assertEquals(key.accepts(key.fallback), true);
      for (const text of [key.about, key.expects]) {
        assertMatch(text, /^[^\s].*[^\s.]$/);
      }
    });
  }
});

Deno.test("layerConfig() lets later files win, key by key", () => {
  const source = (path: string, raw: unknown) => sortSettings(path, raw);
  const { values, origins, problems } = layerConfig([
    source("all", { saveInterval: 40, receipt: false, recall: "yes" }),
    source("main", { memoryRotation: { thresholdTokens: 30_000 } }),
    source("own", {
      saveInterval: 10,
      memoryRotation: { carryoverTokens: 100 },
      receipt: "wrong",
    }),
  ]);
  assertEquals<Record<string, unknown>>(values, {
    ...DEFAULTS,
    saveInterval: 10,
    receipt: false,
    "memoryRotation.thresholdTokens": 30_000,
    "memoryRotation.carryoverTokens": 100,
  });
  assertEquals(origins, {
    saveInterval: "own",
    receipt: "all",
    "memoryRotation.thresholdTokens": "main",
    "memoryRotation.carryoverTokens": "own",
  });
  assertEquals(problems, [
    'all: "recall" must be true or false',
    'own: "receipt" must be true or false',
  ]);
});

Deno.test("sortSettings() sorts a file into values and problems", async (t) => {
  const rows: [string, unknown, Record<string, unknown>, string[]][] = [
    ["nothing", {}, {}, []],
    ["a nested key", { redact: { patterns: ["a"] } }, {
      "redact.patterns": ["a"],
    }, []],
    ["a dotted key in one piece", { "redact.patterns": ["a"] }, {
      "redact.patterns": ["a"],
    }, []],
    ["a good key next to a wrong one", { saveInterval: 0, recall: false }, {
      recall: false,
    }, ['F: "saveInterval" must be a whole number from 1 to 10000']],
    ["an unknown key", { saveIntervall: 3 }, {}, [
      'F: unknown key "saveIntervall"',
    ]],
    ["an unknown key in a group", { redact: { pattern: [] } }, {}, [
      'F: unknown key "redact.pattern"',
    ]],
    ["a word in the place of a group", { redact: true }, {}, [
      'F: unknown key "redact"',
    ]],
    ["a list in the place of a group", { redact: ["a"] }, {}, [
      'F: unknown key "redact"',
    ]],
    ["an unknown choice", { stopPolicy: "loud" }, {}, [
      'F: "stopPolicy" must be "quiet" or "remind" or "block"',
    ]],
    ["null", { recall: null }, {}, ['F: "recall" must be true or false']],
    ["names that objects inherit", { toString: 1, constructor: {} }, {}, [
      'F: unknown key "toString"',
      'F: unknown key "constructor"',
    ]],
    ["a list", [], {}, ["F: not a JSON object"]],
    ["null instead of an object", null, {}, ["F: not a JSON object"]],
    ["a number", 5, {}, ["F: not a JSON object"]],
  ];
  for (const [name, raw, values, problems] of rows) {
    await t.step(name, () => assertEquals(check(raw), { values, problems }));
  }
});

Deno.test("sortSettings() accepts whole numbers within their limits only", async (t) => {
  const rows: [unknown, boolean][] = [
    [1, true],
    [10_000, true],
    [25.0, true],
    [0, false],
    [10_001, false],
    [2.5, false],
    ["25", false],
    [true, false],
    [[25], false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ];
  for (const [value, accepted] of rows) {
    await t.step(`${JSON.stringify(value)} (${String(value)})`, () => {
      const { problems } = check({ saveInterval: value });
      assertEquals(problems.length === 0, accepted);
    });
  }
});

Deno.test("sortSettings() reads quietStop of earlier versions as stopPolicy", async (t) => {
  const rows: [Record<string, unknown>, string][] = [
    [{ quietStop: false }, "remind"],
    [{ quietStop: true }, "quiet"],
    [{ quietStop: false, stopPolicy: "block" }, "block"],
    [{ stopPolicy: "block", quietStop: false }, "block"],
  ];
  for (const [raw, stopPolicy] of rows) {
    await t.step(JSON.stringify(raw), () => {
      assertEquals(check(raw), { values: { stopPolicy }, problems: [] });
    });
  }
});

Deno.test("readConfigFile() reads what people write", async (t) => {
  const rows: Record<string, [string, Record<string, unknown>]> = {
    "an empty file": ["", {}],
    "only spaces": [" \r\n\t", {}],
    "an empty object": ["{}", {}],
    "plain JSON": ['{"saveInterval":7}', { saveInterval: 7 }],
    "a byte order mark": ['\ufeff{"saveInterval":7}', { saveInterval: 7 }],
    "CRLF": ['{\r\n"saveInterval":7\r\n}\r\n', { saveInterval: 7 }],
    "comments and trailing commas": [
      '\ufeff// mine\r\n{"saveInterval": 7, /* why */ "recall": false,}\r\n',
      { saveInterval: 7, recall: false },
    ],
  };
  for (const [name, [text, values]] of Object.entries(rows)) {
    await t.step(name, async () => {
      using world = new SealedWorld();
      world.write("config.json", text);
      const path = `${world.store}/config.json`;
      const source = await readConfigFile(path);
      assertEquals(source, { path, values, problems: [] });
    });
  }
});

Deno.test("readConfigFile() gives no values for a missing file", async () => {
  using world = new SealedWorld();
  const path = `${world.store}/config.json`;
  const source = await readConfigFile(path);
  assertEquals(source, { path, values: {}, problems: [] });
});

Deno.test("readConfigFile() names what it cannot use, and the file", async (t) => {
  const big = JSON.stringify({ saveInterval: 7, x: "x".repeat(2 << 20) });
  const rows: Record<string, [string | Uint8Array, RegExp]> = {
    "not JSON": ['{"saveInterval": 7', /: not valid JSON$/],
    "a list": ["[7] // no", /: not a JSON object$/],
    "only a comment": ["// nothing", /: not valid JSON$/],
    "2 MB": [big, /bytes are more than 1048576$/],
    "not UTF-8": [
      Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0),
      /: not valid JSON$/,
    ],
    "a key named __proto__": [
      '{"__proto__": {"saveInterval": 7}}',
      /: unknown key "__proto__"$/,
    ],
    "a key named __proto__, with a comment": [
      '{"__proto__": {"saveInterval": 7}} // c',
      /: unknown key "__proto__"$/,
    ],
  };
  for (const [name, [content, problem]] of Object.entries(rows)) {
    await t.step(name, async () => {
      using world = new SealedWorld();
      world.write("config.json", content);
      const path = `${world.store}/config.json`;
      const { values, problems } = await readConfigFile(path);
      assertEquals([Object.keys(values), problems.length], [[], 1]);
      assertMatch(problems[0] ?? "", problem);
      assertEquals(problems[0]?.startsWith(`${path}: `), true);
    });
  }
  await t.step("a folder", async () => {
    using world = new SealedWorld();
    world.write("config.json/inner", "");
    const source = await readConfigFile(`${world.store}/config.json`);
    assertMatch(source.problems.join(), /it is not a regular file$/);
  });
});
