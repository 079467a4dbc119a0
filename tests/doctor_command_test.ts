/** doctor from outside: a healthy installation and several broken ones. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { displayWidth } from "../src/output/table.ts";
import { executableFile } from "../src/install/install_folder.ts";
import { VERSION } from "../src/base/version.ts";
import { assertGolden } from "./support/world/golden.ts";
import { withSlashes } from "./support/world/sealed_world.ts";
import { cutOff, failed, timedOut } from "./support/world/traced_transcript.ts";
import { NOW, SESSION, WorkingWorld } from "./support/world/working_world.ts";

const WINDOWS = Deno.build.os === "windows";

interface FoundJson {
  readonly check: string;
  readonly outcome: string;
  readonly reason: string;
  readonly remedy?: string;
  readonly fixable?: boolean;
}

/** A session has worked here, and a search has made its index. */
async function healthyWorld(): Promise<WorkingWorld> {
  const world = new WorkingWorld();
  await world.install();
  await world.session();
  await world.run(["save", "Rounding comes last."]);
  await world.run(["search", "rounding"]);
  world.age(2);
  return world;
}

/** What does not depend on where and from what the program runs. */
const stable = (text: string) =>
  text.replace(/\n(?: {22}| {6})(?=\S)/g, " ")
    .replace(/(executable +).*/, "$1(this one)")
    .replace(/\d+ files as they/, "(all) files as they")
    .replace(/damaged-2\d{16}/g, "damaged-(time)")
    .replaceAll(VERSION, "(version)");

async function assertDoctor(
  world: WorkingWorld,
  golden: string,
  code: number,
  ...args: string[]
): Promise<void> {
  const outcome = await world.run(["doctor", ...args]);
  assertEquals([outcome.code, outcome.stderr], [code, ""], outcome.stdout);
  for (const line of outcome.stdout.split("\n")) {
    // A path may be longer than a line; nothing else is.
    assert(displayWidth(line) <= 80 || line.includes("$WORLD"), line);
  }
  // Permissions are another matter on Windows.
  if (!WINDOWS) assertGolden(`doctor/${golden}`, stable(outcome.stdout));
}

async function findings(world: WorkingWorld, ...args: string[]) {
  const { stdout } = await world.run(["doctor", "--json", ...args]);
  const { findings } = JSON.parse(stdout) as { findings: FoundJson[] };
  return findings.filter(({ outcome }) => outcome !== "good");
}

const told = ({ outcome, check, reason }: FoundJson) =>
  `${outcome} ${check}: ${reason}`;

Deno.test("memory-keeper doctor finds nothing wrong with what works", async () => {
  using world = await healthyWorld();
  const before = world.files();
  await assertDoctor(world, "healthy", 0);
  assertEquals(world.files(), before);
});

Deno.test("memory-keeper doctor where nothing is installed says what to type", async () => {
  using world = new WorkingWorld();
  await assertDoctor(world, "nothing", 1);
  assertEquals(Array.from(Deno.readDirSync(world.project)), []);
});

Deno.test("memory-keeper doctor, a plugin that cannot work", async (t) => {
  using world = await healthyWorld();
  const settings = "settings.json";
  const enabled = { "memory-keeper@memory-keeper": true };
  const rows: [string, () => void, string[]][] = [
    ["switched off", () =>
      world.writeClaude(settings, {
        enabledPlugins: { "memory-keeper@memory-keeper": false },
      }), [
      "bad plugin: installed, but switched off in $WORLD/home/.claude/settings.json",
    ]],
    ["all hooks off, no transcripts", () =>
      world.writeClaude(settings, {
        enabledPlugins: enabled,
        disableAllHooks: true,
        cleanupPeriodDays: 0,
      }), [
      "bad settings: disableAllHooks in $WORLD/home/.claude/settings.json: no hook runs",
      "bad transcripts: cleanupPeriodDays is 0 in $WORLD/home/.claude/settings.json: Claude Code writes none",
    ]],
    ["settings that are no JSON", () => {
      Deno.writeTextFileSync(`${world.claude}/${settings}`, "{oops");
    }, [
      "bad plugin: installed, but switched off",
      "warning settings: $WORLD/home/.claude/settings.json is not valid JSON",
    ]],
    ["a stray comma in hooks.json", () => {
      world.writeClaude(settings, { enabledPlugins: enabled });
      const path = `${world.installed}/plugin/hooks/hooks.json`;
      const text = Deno.readTextFileSync(path);
      Deno.writeTextFileSync(path, text.replace(/\}\s*$/, "},"));
    }, [
      "warning installation: changed since: plugin/hooks/hooks.json",
      "bad hooks.json: it is not valid JSON: Claude Code runs none of our hooks",
    ]],
    ["no executable", () => {
      Deno.removeSync(`${world.installed}/plugin/bin/${executableFile()}`);
    }, [
      `bad installation: missing: plugin/bin/${executableFile()}`,
      "bad hooks.json: it is not valid JSON: Claude Code runs none of our hooks",
    ]],
    ["no folder", () => {
      Deno.removeSync(world.installed, { recursive: true });
    }, [
      `bad installation: ${world.installed}/plugin/bin/${executableFile()} is missing, so no hook can start`,
      `bad plugin: its folder ${world.installed}/plugin is gone`,
      `bad hooks.json: ${world.installed}/plugin/hooks/hooks.json is missing`,
    ]],
  ];
  for (const [name, breakIt, expected] of rows) {
    await t.step(name, async () => {
      breakIt();
      const shown = expected.map((line) =>
        withSlashes(line).replaceAll(world.dir, "$WORLD")
      );
      assertEquals((await findings(world)).map(told), shown);
    });
  }
});

Deno.test("memory-keeper doctor says when hooks.json is of another version", async () => {
  using world = await healthyWorld();
  const path = `${world.installed}/plugin/.claude-plugin/plugin.json`;
  const manifest = JSON.parse(Deno.readTextFileSync(path));
  Deno.writeTextFileSync(
    path,
    JSON.stringify({ ...manifest, version: "0.1.0" }),
  );
  const found = (await findings(world)).map(told);
  assertEquals(
    found.filter((line) => line.includes("hooks.json")),
    [
      `warning hooks.json: it is of version 0.1.0, and this executable is ${VERSION}`,
    ],
  );
});

Deno.test("memory-keeper doctor reads from transcripts how hooks did", async () => {
  using world = await healthyWorld();
  const [a, b] = ["aaaaaaaa-1", "bbbbbbbb-2"];
  await world.session(a, {
    from: "2026-02-01T17:10:00.000Z",
    started: undefined,
    prompted: cutOff(
      "Rules for this project, repeated so that they are not forgotten:",
    ),
    stopMs: 900,
    more: [timedOut("SessionStart", "session-start", 20_000)],
  });
  world.writeTranscript(b, {
    from: "2026-02-01T17:20:00.000Z",
    version: "2.1.150",
    started: undefined,
    prompted: undefined,
    stopMs: undefined,
    more: [
      failed("SessionStart", "session-start", "ENOENT: no such file"),
      failed("Stop", "stop", "\x1b[31mTypeError:\x07 x is\nundefined"),
    ],
  });
  world.age(3);
  world.age(1, world.transcripts);
  await assertDoctor(world, "hooks", 1);
  await world.session("cccccccc-3", { from: "2026-02-01T17:25:00.000Z" });
  world.age(1, world.transcripts);
  const left = (await findings(world)).filter(({ outcome }) =>
    outcome === "bad"
  );
  assertEquals(left.map(told), [], "a clean session later nothing is wrong");
});

Deno.test({
  name: "memory-keeper doctor --fix fixes what is safe and says so",
  ignore: WINDOWS,
  async fn() {
    using world = await healthyWorld();
    const broken = {
      "memory-index.json": "{oops",
      "facts.json": "{oops",
      ".cache/search.db": "no database at all",
      "state/.x.json.77-0a1b2c3d.tmp": "half",
      "memory-index.json.damaged-20260101000000000": "{older",
      "config.json": '{"saveIntervall": 3, "recall": "yes"}',
      "logs/keeper.log": "2026-02-01T16:00:00.000Z stop 3f2a9c11 failed " +
        "error=TypeError at=x.ts:7\n",
      [`state/${SESSION}.json`]: "{",
    };
    for (const [path, text] of Object.entries(broken)) {
      world.write(path, text);
      Deno.chmodSync(`${world.store}/${path}`, 0o644);
    }
    Deno.removeSync(`${world.store}/.gitignore`);
    Deno.chmodSync(`${world.store}/sessions`, 0o755);
    Deno.chmodSync(world.store, 0o755);
    world.age(2);
    const facts = world.read("facts.json");
    await assertDoctor(world, "store", 1);
    assertEquals(world.read("memory-index.json"), "{oops");
    await assertDoctor(world, "store_fixed", 1, "--fix");
    assertEquals(world.read("facts.json"), facts);
    assertEquals(world.read(".gitignore"), "*\n");
    assertEquals((Deno.statSync(world.store).mode ?? 0) & 0o777, 0o700);
    assert(
      world.files().some((name) =>
        name.startsWith("memory-index.json.damaged-2") &&
        world.read(name) === "{oops"
      ),
      "the damaged index is kept aside",
    );
    const { stdout } = await world.run(["search", "rounding", "--json"]);
    assertEquals(JSON.parse(stdout).total > 0, true);
    // The remedies it names do what they say.
    await world.run(["refine-all"]);
    Deno.removeSync(`${world.store}/facts.json`);
    const left = (await findings(world)).filter((one) => one.outcome === "bad");
    assertEquals(left.map(told), []);
  },
});

Deno.test({
  name: "memory-keeper doctor names one reason where nothing can be written",
  ignore: WINDOWS,
  async fn() {
    using world = new WorkingWorld();
    await world.install();
    Deno.mkdirSync(`${world.project}/.claude`);
    Deno.mkdirSync(`${world.dir}/elsewhere`, { mode: 0o755 });
    Deno.symlinkSync(`${world.dir}/elsewhere`, world.store);
    const [finding, ...others] = await findings(world);
    assertEquals([finding?.check, finding?.fixable ?? false, others], [
      "writing",
      false,
      [],
    ]);
    assertStringIncludes(finding?.remedy ?? "", "Replace the link");
  },
});

Deno.test("memory-keeper doctor --json says the same to programs", async () => {
  using world = await healthyWorld();
  Deno.removeSync(`${world.store}/.gitignore`);
  const before = await findings(world);
  assertEquals(before.map(({ check, fixable }) => [check, fixable]), [
    ["git", true],
  ]);
  const { stdout } = await world.run(["doctor", "--json", "--fix"]);
  const { healthy, mended } = JSON.parse(stdout);
  assertEquals([healthy, mended], [true, [{
    check: "git",
    done: "Wrote the store's .gitignore",
    problem: null,
  }]]);
});

Deno.test("memory-keeper doctor --fix requests a lost summary again", async () => {
  using world = await healthyWorld();
  const archive = "memory_20260101_000000";
  world.write(`${archive}.md`, "# Old\n");
  const index = JSON.parse(world.read("memory-index.json"));
  world.write(
    "memory-index.json",
    JSON.stringify({
      ...index,
      rotatedFiles: [{
        file: `${archive}.md`,
        summary: `${archive}.summary.json`,
        summaryGenerated: true,
      }],
    }),
  );
  assertEquals((await findings(world)).map(told), [
    `warning archives: summary gone: ${archive}.summary.json`,
  ]);
  assertEquals((await findings(world, "--fix")).map(told), []);
  const [file] = JSON.parse(world.read("memory-index.json")).rotatedFiles;
  assertEquals([file.summary, file.summaryGenerated], [null, false]);
});

Deno.test("memory-keeper doctor says who holds a lock", async () => {
  using world = await healthyWorld();
  using lock = Deno.openSync(`${world.store}/state/store.lock`, {
    read: true,
    write: true,
  });
  await lock.lock(true);
  world.write(
    "state/store.holder",
    JSON.stringify({ pid: 7, what: "hook stop", since: NOW }),
  );
  world.age(5, `${world.store}/state`);
  const [finding] = await findings(world);
  assertStringIncludes(
    finding?.reason ?? "",
    "store is held by process 7 (hook stop",
  );
  assertEquals(finding?.outcome, "warning");
});

Deno.test("memory-keeper doctor names every check it cannot make", async () => {
  using world = await healthyWorld();
  for (const name of ["memory.md", "memory-index.json"]) {
    Deno.removeSync(`${world.store}/${name}`);
    Deno.mkdirSync(`${world.store}/${name}`);
  }
  const found = (await findings(world)).map(({ check }) => check);
  assert(found.includes("memory.md") && found.includes("index"), `${found}`);
});

Deno.test("memory-keeper doctor misses a state, refine-all brings it back", async () => {
  using world = await healthyWorld();
  const path = `${world.store}/state/${SESSION}.json`;
  const before = JSON.parse(Deno.readTextFileSync(path));
  const log = world.read(`sessions/${before.stem}.l1.jsonl`);
  Deno.removeSync(path);
  const [finding] = await findings(world);
  assertEquals(
    finding && told(finding),
    "warning sessions: the state of 3f2a9c11 is gone; the log is there",
  );
  assertEquals((await world.run(["refine-all"])).code, 0);
  const after = JSON.parse(Deno.readTextFileSync(path));
  assertEquals([after.stem, after.offset], [before.stem, before.offset]);
  assertEquals(world.read(`sessions/${before.stem}.l1.jsonl`), log);
  assertEquals(
    (await findings(world)).filter(({ check }) => check === "sessions"),
    [],
  );
});

Deno.test("a state that lost the name of its transcript stops nothing", async () => {
  using world = await healthyWorld();
  const id = "dddddddd-4";
  world.write(`state/${id}.json`, "{}");
  const index = JSON.parse(world.read("memory-index.json"));
  world.write("memory-index.json", JSON.stringify({ ...index, pending: [id] }));
  await world.session("eeeeeeee-5");
  assert(!world.read("logs/keeper.log").includes(" failed "));
  const { code, stderr } = await world.run(["refine-all"]);
  assertEquals([code, stderr], [0, ""]);
});
