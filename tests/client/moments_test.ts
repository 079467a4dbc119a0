/** What reaches the model at a moment of work, in the real client. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";
import { bash } from "./support/work.ts";

const BOTH = { modes: ["default", "auto"] } as const;

const ERROR = "src/tide.ts(12,3): error TS2304: Cannot find name 'moonPhase'.";

/** A session of an earlier day in which the build was fixed. */
async function plantFix(world: ClientWorld): Promise<void> {
  world.configure({});
  const tool = (name: string, fields: object) => ({
    ts: "2026-02-01T17:20:00Z",
    role: "tool",
    id: "toolu_1",
    name,
    result: "ok",
    ...fields,
  });
  const cmd = "sh build.sh";
  const entries = [
    tool("Bash", { cmd, result: "error", output: `Exit code 2\n${ERROR}` }),
    tool("Edit", { target: "src/tide.ts", diff: "+import { moonPhase }" }),
    tool("Bash", { cmd, output: "built" }),
  ];
  Deno.mkdirSync(`${world.store}/sessions`, { recursive: true });
  Deno.writeTextFileSync(
    `${world.store}/sessions/2026-02-01_1720_3f2a9c11.l1.jsonl`,
    entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""),
  );
  Deno.writeTextFileSync(
    `${world.project}/build.sh`,
    `echo "${ERROR.replace("(12,3)", "(40,17)")}"; exit 2\n`,
  );
  const { code, stderr } = await world.memoryKeeper("reindex");
  assertEquals(code, 0, stderr);
}

clientTest(
  "a failed command is told what made it work before",
  async (world) => {
    await plantFix(world);
    world.script = {
      main: [{ tools: [bash("sh build.sh")] }, { text: "I see." }],
    };
    const { result } = await world.session("Build it");
    assertEquals(result, "I see.");
    const [first, second] = world.model.of("main");
    assert(first && second);
    assert(!first.text.includes("3f2a9c11#1"));
    assertStringIncludes(
      second.text,
      "Edit src/tide.ts: +import { moonPhase }",
    );
    assertEquals(world.model.of("main").length, 2, "no further turn");
  },
  BOTH,
);

const RULE = "never run `echo tide`";
const SAID = "The user's rule r001";

async function plantRule(
  world: ClientWorld,
  rule: string,
  config = {},
): Promise<void> {
  world.configure(config);
  const { code, stderr } = await world.memoryKeeper("remember", rule);
  assertEquals(code, 0, stderr);
}

/** Not counting where the rules themselves are listed. */
const saidIn = (world: ClientWorld, n: number) =>
  world.model.of("main")[n]?.text.includes(SAID);

clientTest(
  "a rule is said again with the call that breaks it",
  async (world) => {
    await plantRule(world, RULE);
    world.script = {
      main: [
        { tools: [bash("echo ebb")] },
        { tools: [bash("cd \".\" && echo 'a; b' && echo tide > tide.txt")] },
        { tools: [bash("echo tide again")] },
        { text: "Understood." },
      ],
    };
    const { result } = await world.session("Write the tide down");
    assertEquals(result, "Understood.");
    assertEquals(
      [0, 1, 2].map((n) => saidIn(world, n)),
      [false, false, true],
    );
    const last = world.model.of("main")[3]?.text ?? "";
    assertEquals(last.split(SAID).length, 2, "once a turn");
    assert(Deno.readTextFileSync(`${world.project}/tide.txt`), "it ran");
  },
  { ...BOTH, versions: ["2.1.326"] },
);

clientTest(
  "a push without a branch is told while main is checked out",
  async (world) => {
    await plantRule(world, "never push to main");
    Deno.mkdirSync(`${world.project}/.git`, { recursive: true });
    Deno.writeTextFileSync(
      `${world.project}/.git/HEAD`,
      "ref: refs/heads/main\n",
    );
    world.script = {
      main: [
        { tools: [bash("echo git push")] },
        { tools: [bash("bash -c 'git push' || true")] },
        { text: "Understood." },
      ],
    };
    await world.session("Publish it");
    assertEquals(
      [0, 1, 2].map((n) => saidIn(world, n)),
      [false, false, true],
    );
  },
  { ...BOTH, versions: ["2.1.326"] },
);

clientTest("a strict rule refuses the call", async (world) => {
  await plantRule(world, `! ${RULE}`, { tripwires: "deny" });
  world.script = {
    main: [
      { tools: [bash("echo tide > tide.txt")] },
      { text: "Understood." },
    ],
  };
  const { result } = await world.session("Write the tide down");
  assertEquals(result, "Understood.");
  const second = world.model.of("main")[1]?.text ?? "";
  assertStringIncludes(second, `${SAID} forbids this: “${RULE}”`);
  assertEquals(
    Array.from(Deno.readDirSync(world.project), ({ name }) => name)
      .includes("tide.txt"),
    false,
  );
}, { ...BOTH, versions: ["2.1.326"] });

clientTest(
  "a strict rule refuses an edit through the shell, and nothing near it",
  async (world) => {
    const rule = "don't edit generated/";
    await plantRule(world, `! ${rule}`, { tripwires: "deny" });
    for (const dir of ["generated", "web/generated"]) {
      Deno.mkdirSync(`${world.project}/${dir}`, { recursive: true });
      Deno.writeTextFileSync(`${world.project}/${dir}/api.ts`, "made\n");
    }
    world.script = {
      main: [
        { tools: [bash("echo changed > generated/api.ts")] },
        { tools: [bash("sed -i s/made/changed/ generated/api.ts")] },
        { tools: [bash("cp generated/api.ts copy.ts")] },
        { tools: [bash("cd web && echo changed > generated/api.ts")] },
        { text: "Understood." },
      ],
    };
    const { result } = await world.session("Change the API");
    assertEquals(result, "Understood.");
    const last = world.model.of("main")[4]?.text ?? "";
    assertEquals(last.split(`${SAID} forbids this: “${rule}”`).length, 3);
    assertEquals(last.split(`${SAID} applies here`).length, 2, "web/generated");
    const textOf = (path: string) =>
      Deno.readTextFileSync(`${world.project}/${path}`);
    assertEquals(textOf("generated/api.ts"), "made\n");
    assertEquals(textOf("copy.ts"), "made\n");
    assertEquals(textOf("web/generated/api.ts"), "changed\n");
  },
  { ...BOTH, versions: ["2.1.326"] },
);

clientTest(
  "three refusals leave room for a reminder, and an agent hears it too",
  async (world) => {
    await plantRule(world, "! never run `echo flood`", { tripwires: "deny" });
    const { code } = await world.memoryKeeper("remember", RULE);
    assertEquals(code, 0);
    const started = {
      name: "Agent",
      input: {
        description: "Tide",
        prompt: "go",
        subagent_type: "general-purpose",
        run_in_background: false,
      },
    };
    world.script = {
      main: [
        ...[1, 2, 3].map((n) => ({ tools: [bash(`echo flood ${n}`)] })),
        { tools: [bash("timeout 60 echo tide")] },
        { tools: [started] },
        { text: "Understood." },
      ],
      agent: [{ tools: [bash("echo tide")] }, { text: "Told." }],
    };
    await world.session("Write the tide down");
    const said = "The user's rule r002 applies here";
    const main = world.model.of("main").map(({ text }) => text.includes(said));
    assertEquals(main.slice(0, 5), [false, false, false, false, true]);
    const agent = world.model.of("agent").map(({ text }) =>
      text.includes(said)
    );
    assertEquals(agent.slice(0, 2), [false, true]);
  },
  { ...BOTH, versions: ["2.1.326"] },
);

clientTest(
  "without a module an edit through the shell is told afterwards",
  async (world) => {
    await plantRule(world, "! don't edit generated/", { tripwires: "deny" });
    Deno.mkdirSync(`${world.project}/generated`);
    const later = { delayMs: 400 };
    world.script = {
      main: [
        { tools: [bash("echo changed > generated/api.ts")] },
        { ...later, tools: [bash("echo ebb")] },
        { ...later, tools: [bash("echo flood")] },
        { ...later, text: "Understood." },
      ],
    };
    await world.session("Change the API");
    assertEquals([0, 3].map((n) => saidIn(world, n)), [false, true]);
  },
  { ...BOTH, versions: ["2.1.197"] },
);

clientTest(
  "without a module a rule is said again afterwards",
  async (world) => {
    await plantRule(world, RULE);
    const later = { delayMs: 400 };
    world.script = {
      main: [
        { tools: [bash("echo tide > tide.txt")] },
        { ...later, tools: [bash("echo ebb")] },
        { ...later, tools: [bash("echo flood")] },
        { ...later, text: "Understood." },
      ],
    };
    await world.session("Write the tide down");
    assertEquals([0, 3].map((n) => saidIn(world, n)), [false, true]);
  },
  { ...BOTH, versions: ["2.1.197"] },
);

const NOTE = "Memory about src/tide.ts";

function plantFact(world: ClientWorld): void {
  world.configure({});
  const fact = {
    id: "d001",
    date: "2026-02-01",
    content: "highWater() rounds once",
    files: ["src/tide.ts"],
  };
  Deno.writeTextFileSync(
    `${world.store}/facts.json`,
    JSON.stringify({ _meta: { version: 4 }, decisions: [fact] }),
  );
  Deno.mkdirSync(`${world.project}/src`);
  Deno.writeTextFileSync(`${world.project}/src/tide.ts`, "high\n");
}

const read = (world: ClientWorld) => ({
  name: "Read",
  input: { file_path: `${world.project}/src/tide.ts` },
});

clientTest("a file's memories come with its first use", async (world) => {
  plantFact(world);
  world.script = {
    main: [
      { tools: [bash("echo ebb")] },
      { tools: [read(world)] },
      { tools: [read(world)] },
      { text: "Read." },
    ],
  };
  const { result } = await world.session("Read the tide table");
  assertEquals(result, "Read.");
  const texts = world.model.of("main").map(({ text }) => text);
  assertEquals(
    texts.map((text) => text.split(NOTE).length - 1),
    [0, 0, 1, 1],
  );
}, { ...BOTH, versions: ["2.1.326"] });

clientTest(
  "without a module a file's memories come afterwards",
  async (world) => {
    plantFact(world);
    const later = { delayMs: 400 };
    world.script = {
      main: [
        { tools: [read(world)] },
        { ...later, tools: [bash("echo ebb")] },
        { ...later, tools: [bash("echo flood")] },
        { ...later, text: "Read." },
      ],
    };
    await world.session("Read the tide table");
    const texts = world.model.of("main").map(({ text }) => text);
    assertEquals(texts[0]?.includes(NOTE), false);
    assertEquals((texts[3] ?? "").split(NOTE).length - 1, 1);
  },
  { ...BOTH, versions: ["2.1.197"] },
);
