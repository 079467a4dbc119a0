import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { findBreaches, findStale, ROOMS } from "./check_layers.ts";
import { importsOf, readSources } from "./read_imports.ts";

const HOUSE = fromFileUrl(new URL("../", import.meta.url));

/** Files in a house whose rooms all have their README. */
function breachesOf(files: Readonly<Record<string, string>>, sep = "/") {
  const rooms = new Set(
    Object.keys(files).map((path) => /^src\/(\w+)\//.exec(path)?.[1]),
  );
  const readmes = [...rooms].filter((room) => room !== undefined)
    .map((room) => [`src/${room}/README.md`, "# A room\n"]);
  const all = { ...Object.fromEntries(readmes), ...files };
  return findBreaches(
    Object.entries(all).map(([path, text]) => ({
      path: path.replaceAll("/", sep),
      text: String(text),
    })),
  ).map(({ at, why }) => `${at}: ${why}`);
}

Deno.test("findBreaches() finds none in this house", () => {
  const sources = readSources(HOUSE);
  assertEquals(findBreaches(sources), []);
  assertEquals(findStale(sources), []);
});

const PLANTED: readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  breaches: readonly string[],
][] = [
  [
    "imports to the left and from the same room",
    {
      "main.ts": 'import "./src/hooks/door.ts";\n',
      "src/hooks/door.ts": 'import "../store/disk.ts";\nimport "./row.ts";\n',
      "src/hooks/row.ts": 'const row = await import("../base/json.ts");\n',
      "src/store/disk.ts": 'import { x } from "../base/json.ts";\n',
      "src/base/json.ts": "export const x = 1;\n",
    },
    [],
  ],
  [
    "an import to the right",
    { "src/store/disk.ts": 'import "../session/state.ts";\n' },
    [
      "src/store/disk.ts → src/session/state.ts: " +
      "store is to the left of session",
    ],
  ],
  [
    "an import to the right that only names a type, over several lines",
    {
      "src/store/disk.ts":
        'import type {\n  State,\n} from "../session/state.ts";\n',
    },
    [
      "src/store/disk.ts → src/session/state.ts: " +
      "store is to the left of session",
    ],
  ],
  [
    "an import to the right that is made late",
    {
      "src/memory/rotate.ts":
        'const { cut } = await import(\n  "../summary/cut.ts"\n);\n',
    },
    [
      "src/memory/rotate.ts → src/summary/cut.ts: " +
      "memory is to the left of summary",
    ],
  ],
  [
    "a file that is passed on to the right",
    { "src/base/all.ts": 'export { x } from "../store/disk.ts";\n' },
    ["src/base/all.ts → src/store/disk.ts: base is to the left of store"],
  ],
  [
    "an import from a room at the side",
    { "src/report/page.ts": 'import "../context/plan.ts";\n' },
    [
      "src/report/page.ts → src/context/plan.ts: " +
      "report and context are side by side",
    ],
  ],
  [
    "an import from a room at the side that the table names",
    { "src/capture/ingest.ts": 'import "../summary/cut.ts";\n' },
    [],
  ],
  [
    "the same edge the other way round",
    { "src/summary/cut.ts": 'import "../capture/ingest.ts";\n' },
    [
      "src/summary/cut.ts → src/capture/ingest.ts: " +
      "summary and capture are side by side",
    ],
  ],
  [
    "another room's private file",
    { "src/cli/run.ts": 'import "../search/_hits.ts";\n' },
    [
      "src/cli/run.ts → src/search/_hits.ts: " +
      "only src/search/ may import what begins with _",
    ],
  ],
  [
    "a private file, from its own folder and from below it",
    {
      "src/search/find.ts": 'import "./_hits.ts";\n',
      "src/search/index/_read.ts": 'import "../_hits.ts";\n',
      "src/search/_hits_test.ts": 'import "./_hits.ts";\n',
    },
    [],
  ],
  [
    "a private file of a folder below",
    { "src/doctor/status.ts": 'import "./checks/_judge.ts";\n' },
    [
      "src/doctor/status.ts → src/doctor/checks/_judge.ts: " +
      "only src/doctor/checks/ may import what begins with _",
    ],
  ],
  [
    "a private file, from a process test and from a script",
    {
      "tests/a_test.ts": 'import "../src/store/_steps.ts";\n',
      "scripts/a.ts": 'import "../src/store/_steps.ts";\n',
      "tests/b_test.ts": 'import "../src/store/_jsonc.ts";\n',
    },
    ["tests/a_test.ts", "scripts/a.ts"].map((path) =>
      `${path} → src/store/_steps.ts: ` +
      "only src/store/ may import what begins with _"
    ),
  ],
  [
    "legacy, from a room that has no business there",
    { "src/install/plan.ts": 'import "../legacy/door.ts";\n' },
    [
      "src/install/plan.ts → src/legacy/door.ts: " +
      "only hooks, cli, doctor may import from legacy",
    ],
  ],
  [
    "legacy, through its door and past it",
    {
      "src/hooks/start.ts": 'import "../legacy/door.ts";\n',
      "src/hooks/stop.ts": 'import "../legacy/adopt.ts";\n',
    },
    [
      "src/hooks/stop.ts → src/legacy/adopt.ts: " +
      "legacy has one door: src/legacy/door.ts",
    ],
  ],
  [
    "a pure file that reaches store by another one",
    {
      "src/digest/digest.ts": 'import { words } from "./_words.ts";\n',
      "src/digest/_words.ts": 'import { read } from "../store/disk.ts";\n',
      "src/store/disk.ts": "export {};\n",
    },
    [
      "src/digest/digest.ts → src/digest/_words.ts → src/store/disk.ts: " +
      "src/digest/digest.ts is pure and may not reach store",
      "src/digest/_words.ts → src/store/disk.ts: " +
      "src/digest/_words.ts is pure and may not reach store",
    ],
  ],
  [
    "a pure file that only names types of store",
    {
      "src/digest/digest.ts":
        'import { type Store } from "../store/disk.ts";\n' +
        'import type { Layout } from "../store/disk.ts";\n',
      "src/store/disk.ts": "export {};\n",
    },
    [],
  ],
  [
    "a package where a hook would load it",
    { "src/hooks/stop.ts": 'import { join } from "@std/path";\n' },
    ["src/hooks/stop.ts → @std/path: may not load a package"],
  ],
  [
    "a room without a name in the table, and a file without a room",
    { "src/attic/box.ts": "export {};\n", "src/loose.ts": "export {};\n" },
    [
      "src/attic: is not a room of ROOMS",
      "src/: is not a room of ROOMS",
    ],
  ],
  [
    "a README that is too long",
    { "src/store/README.md": "a line\n".repeat(11) },
    ["src/store/README.md: must be there, with 10 lines at most"],
  ],
];

for (const [what, files, breaches] of PLANTED) {
  Deno.test(`findBreaches() judges ${what}`, () => {
    assertEquals(breachesOf(files), breaches);
  });
  Deno.test(`findBreaches() judges ${what}, in paths of Windows`, () => {
    assertEquals(breachesOf(files, "\\"), breaches);
  });
}

Deno.test("findBreaches() misses a README", () => {
  assertEquals(findBreaches([{ path: "src/base/json.ts", text: "" }]), [
    {
      at: "src/base/README.md",
      why: "must be there, with 10 lines at most",
    },
  ]);
});

Deno.test("findStale() names table entries without a file", () => {
  const gone = ["src/legacy/door.ts", "src/store/git/_pack.ts"];
  const sources = readSources(HOUSE).filter(({ path }) => !gone.includes(path));
  assertEquals(findStale(sources).map(({ at }) => at), gone);
});

Deno.test("ROOMS names every room once", () => {
  const rooms = ROOMS.flat();
  assertEquals(rooms.length, new Set(rooms).size);
});

Deno.test("importsOf() skips comments", () => {
  const text = '/**\n * import "./a.ts";\n */\n// import "./b.ts";\n' +
    'import "./c.ts";\n';
  assertEquals(importsOf("src/base/x.ts", text).map(({ to }) => to), [
    "src/base/c.ts",
  ]);
});
