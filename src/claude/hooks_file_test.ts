import { assertEquals } from "@std/assert";
import { HOOKS } from "../hooks/table.ts";
import { type HooksFile, readHooksFile } from "./hooks_file.ts";
import { PROBED_CLIENTS } from "./versions.ts";

const OURS = Deno.readTextFileSync(
  new URL("../../plugin/hooks/hooks.json", import.meta.url),
);

const file = (event: string, hook: unknown) =>
  JSON.stringify({ hooks: { [event]: [{ hooks: [hook] }] } });

const told = ({ problems }: HooksFile) =>
  problems.map(({ text, cost }) => `${cost}: ${text}`);

Deno.test("readHooksFile() finds nothing wrong with ours", async (t) => {
  for (const version of [...PROBED_CLIENTS, undefined]) {
    await t.step(version ?? "an unknown version", () => {
      const file = readHooksFile(OURS, version);
      assertEquals(told(file), []);
      assertEquals(
        file.registered.map(({ word }) => word),
        HOOKS.map(({ word }) => word),
      );
    });
  }
});

const GOOD = { type: "command", command: "x" };
const hooks = { Stop: [{ hooks: [GOOD] }] };

/** A mistake, and what it costs in an old client and in a new one. */
const MISTAKES: [string, string, old: string[], now: string[]][] = [
  [
    "a stray comma",
    OURS.replace(/\}\s*$/, "},"),
    ["hooks: it is not valid JSON"],
    ["hooks: it is not valid JSON"],
  ],
  [
    "a list",
    "[]",
    ['hooks: it has no "hooks"'],
    ['hooks: it has no "hooks"'],
  ],
  ["only a module", '{"modules":["./a.js"]}', ['hooks: it has no "hooks"'], []],
  [
    "two modules",
    JSON.stringify({ modules: ["./a.js", "./b.js"], hooks }),
    [],
    ['hooks: "modules" is not a list of one path'],
  ],
  [
    "a module without a list",
    JSON.stringify({ modules: "./a.js", hooks }),
    [],
    ['hooks: "modules" is not a list of one path'],
  ],
  ["no module in the list", JSON.stringify({ modules: [], hooks }), [], []],
  [
    "no list",
    '{"hooks":{"Stop":{}}}',
    ['hooks: "Stop" is not a list'],
    ['entry: "Stop" is not a list'],
  ],
  [
    "a misspelt event",
    OURS.replace('"Stop":', '"Stopp":'),
    ['hooks: "Stopp" is no event'],
    ['entry: "Stopp" is no event'],
  ],
  [
    "an inherited name",
    file("constructor", GOOD),
    ['hooks: "constructor" is no event'],
    ['entry: "constructor" is no event'],
  ],
  [
    "an event of later",
    file("DirectoryAdded", GOOD),
    ['hooks: "DirectoryAdded" is an event only from 2.1.219 on'],
    [],
  ],
  [
    "another event of later",
    file("PostModelSwitch", GOOD),
    ['hooks: "PostModelSwitch" is an event only from 2.1.251 on'],
    [],
  ],
  [
    "a type",
    file("Stop", { type: "comand", command: "x" }),
    ['hooks: "Stop" has a hook of the unknown type "comand"'],
    ['entry: "Stop" has a hook of the unknown type "comand"'],
  ],
  [
    "a type of a guard",
    file("PreToolUse", { type: "comand", command: "x" }),
    ['hooks: "PreToolUse" has a hook of the unknown type "comand"'],
    ['plugin: "PreToolUse" has a hook of the unknown type "comand"'],
  ],
  [
    "another guard without a command",
    file("PermissionRequest", { type: "command" }),
    ['hooks: "PermissionRequest" has a hook without a command'],
    ['plugin: "PermissionRequest" has a hook without a command'],
  ],
  [
    "no command",
    file("Stop", { type: "command" }),
    ['hooks: "Stop" has a hook without a command'],
    ['entry: "Stop" has a hook without a command'],
  ],
  [
    "a timeout of 0",
    file("Stop", { ...GOOD, timeout: 0 }),
    ['hooks: "Stop" has the timeout 0'],
    ['entry: "Stop" has the timeout 0'],
  ],
  [
    "no hook",
    '{"hooks":{"Stop":[7]}}',
    ['hooks: "Stop" has an entry without hooks'],
    ['entry: "Stop" has an entry without hooks'],
  ],
  ["an unknown field", file("Stop", { ...GOOD, colour: "red" }), [], []],
];

Deno.test("readHooksFile() says what a mistake costs, by version", async (t) => {
  for (const [name, text, old, now] of MISTAKES) {
    await t.step(name, () => {
      assertEquals(told(readHooksFile(text, "2.1.197")), old, "2.1.197");
      assertEquals(told(readHooksFile(text, "2.1.326")), now, "2.1.326");
    });
  }
});

Deno.test("readHooksFile() knows when the rules changed", async (t) => {
  const misspelt = file("Stopp", GOOD);
  const rows: [string | undefined, string][] = [
    ["2.1.252", "hooks"],
    ["2.1.257", "entry"],
    ["3.0.0", "entry"],
    [undefined, "hooks"],
  ];
  for (const [version, cost] of rows) {
    await t.step(version ?? "an unknown version", () => {
      const { problems } = readHooksFile(misspelt, version);
      assertEquals(problems.map((one) => one.cost), [cost]);
    });
  }
});
