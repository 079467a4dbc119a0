import { assertEquals } from "@std/assert";
import type { L1Entry } from "../session/log_entry.ts";
import { fixStory, isTakenBack } from "./fix_story.ts";

const tool = (name: string, fields: object): L1Entry => ({
  role: "tool",
  id: "toolu_1",
  name,
  result: "ok",
  ...fields,
});
const BUILD = "npm run build";
const MOON = "src/a.ts(1,1): error TS2304: Cannot find name 'moonPhase'.";
const TIDE = "src/b.ts(1,1): error TS2304: Cannot find name 'tideTable'.";
const fails = (output: string, cmd = BUILD) =>
  tool("Bash", { cmd, result: "error", output });
const runs = (cmd: string, output = "done") => tool("Bash", { cmd, output });
const edits = (target: string) => tool("Edit", { target, diff: "+new" });

const told = (...entries: L1Entry[]) => {
  const story = fixStory(entries);
  if (story === undefined) return undefined;
  const { made, tried, then, passedAs } = story;
  return {
    made: made.map(({ at }) => at),
    ...(tried.length > 0 ? { tried: tried.map(({ at }) => at) } : {}),
    ...(then ? { then: [then.at, ...then.made.map(({ at }) => at)] } : {}),
    ...(passedAs ? { passedAs } : {}),
  };
};

Deno.test("fixStory() follows each error of a chain", () => {
  const chain = [
    fails(MOON),
    edits("src/a.ts"),
    fails(TIDE),
    edits("src/b.ts"),
    runs(BUILD),
  ];
  assertEquals(told(...chain), { made: [1], then: [2, 3] });
  assertEquals(told(...chain.slice(2)), { made: [1] });
});

Deno.test("fixStory() does not take a check that was skipped for a pass", () => {
  const failed = fails(MOON, "git commit -m tide");
  const passing = (cmd: string) => told(failed, edits("src/a.ts"), runs(cmd));
  assertEquals(passing("OSD=sdl git commit -m tide")?.made, [1]);
  assertEquals(passing("HUSKY=0 git commit -m tide"), undefined);
  assertEquals(passing("SKIP=lint git commit -m tide"), undefined);
});

Deno.test("fixStory() names all changes where a run does not show all", () => {
  assertEquals(
    told(
      fails(MOON),
      edits("src/a.ts"),
      fails(`${TIDE}\n${"and so on ".repeat(30)}`.slice(0, 200)),
      edits("src/b.ts"),
      runs(BUILD),
    ),
    { made: [1, 3] },
  );
});

Deno.test("fixStory() counts what did not help while the error was seen", () => {
  assertEquals(
    told(
      fails(MOON),
      edits("src/wrong.ts"),
      runs(`${BUILD} 2>&1 | tail -3`, `> tsc\n${MOON}`),
      edits("src/a.ts"),
      runs(BUILD),
    ),
    { made: [3], tried: [1] },
  );
});

Deno.test("fixStory() has what changed the machine, in order", () => {
  assertEquals(
    told(
      fails("gfx.c:12:10: fatal error: zlib.h: No such file", "make"),
      runs("apt-get install -y zlib1g-dev"),
      edits("README.md"),
      runs("make"),
    ),
    { made: [1, 2] },
  );
});

/** What helped is not clear. */
const SILENT: readonly (readonly [string, L1Entry[]])[] = [
  ["words of the tool and an edit", [
    fails("src/a.ts(1,2): error TS2554: Expected 2 arguments, but got 1."),
    edits("src/a.ts"),
    runs(BUILD),
  ]],
  ["a pass that shows the error", [
    fails(MOON),
    edits("src/a.ts"),
    runs(BUILD, MOON),
  ]],
  ["another folder", [
    fails(MOON, `cd web && ${BUILD}`),
    edits("src/a.ts"),
    runs(`cd api && ${BUILD}`),
  ]],
  ["no change", [fails(MOON), runs("ls"), runs(BUILD)]],
];

Deno.test("fixStory() is silent where it is not clear what helped", async (t) => {
  for (const [name, entries] of SILENT) {
    await t.step(name, () => assertEquals(told(...entries), undefined));
  }
});

Deno.test("fixStory() takes a command as the answer to a tool's own words", () => {
  assertEquals(
    told(
      fails("Error: Error acquiring the state lock", "terraform plan"),
      runs("terraform force-unlock -force 5a7c1d2e"),
      runs("terraform plan"),
    ),
    { made: [1] },
  );
});

Deno.test("isTakenBack() sees an edit that was undone later", () => {
  const made = [{ at: 1, what: "Edit", file: "/app/src/moon.rs" }];
  const after = (...lines: string[]) =>
    isTakenBack({ made }, lines.map((line) => runs(line)));
  assertEquals(after("git checkout src/moon.rs"), true);
  assertEquals(after("ls", "cd /app && git restore ."), true);
  assertEquals(after("git revert HEAD"), true);
  assertEquals(after("git checkout main", "git checkout src/sun.rs"), false);
  assertEquals(isTakenBack({ made: [] }, [runs("git revert HEAD")]), false);
});
