/** Rules that name a command or a path, from the words to the call. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Client, ToolResult } from "../plugin/hooks/client.d.ts";
import {
  brokenRules as brokenInModule,
  register,
} from "../plugin/hooks/scribe.ts";
import { renderModule } from "../scripts/make_module.ts";
import { compileRule } from "../src/knowledge/tripwire.ts";
import {
  brokenRules,
  folderAfterCall,
  type ToolCall,
} from "../src/knowledge/trips.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";
import { sized } from "./support/world/thorough.ts";
import {
  callOf,
  ROOT,
  TRIPWIRE_CASES,
} from "./support/world/tripwire_cases.ts";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";

const PLACE = { roots: [ROOT], cwd: ROOT };

const compile = (content: string, mayDeny = false) =>
  compileRule({ id: "r001", content }, mayDeny);

for (const one of TRIPWIRE_CASES) {
  const { rule, breaks, keeps } = one;
  Deno.test(`"${rule}" trips where it is broken, nowhere else`, async (t) => {
    const wires = compile(rule);
    assert(wires.length > 0, rule);
    assert(keeps.length >= 10);
    for (const text of [...breaks, ...keeps]) {
      await t.step(text, () => {
        const call = callOf(text, one);
        const broken = (asked: ToolCall) => brokenRules(wires, asked, PLACE);
        assertEquals(broken(call).length > 0, breaks.includes(text));
        assertEquals(
          brokenInModule(wires, call, PLACE),
          broken(call),
          "module",
        );
        assertEquals(broken({ ...call, tool: "Read" }), []);
      });
    }
  });
}

Deno.test("a path is the same however its letters are put together", () => {
  const wires = compile("src/생성/ 수정하지 마");
  for (const form of ["NFC", "NFD"]) {
    const call = {
      tool: "Edit",
      file_path: `${ROOT}/src/생성/a.ts`.normalize(form),
    };
    assertEquals(brokenRules(wires, call, PLACE), wires, form);
  }
});

Deno.test("a folder above the project is none of it", () => {
  const wires = compile("! don't edit build/", true);
  const place = { roots: ["/tmp/build/app"], cwd: "/tmp/build/app" };
  const denied = (file_path: string) =>
    brokenRules(wires, { tool: "Write", file_path }, place)
      .map(({ deny = false }) => deny);
  assertEquals(denied("/tmp/build/app/src/a.ts"), []);
  assertEquals(denied("/tmp/build/b.ts"), []);
  assertEquals(denied("/tmp/build/app/build/a.ts"), [true, false]);
  assertEquals(denied("/tmp/build/app/src/build/a.ts"), [false], "it reminds");
});

Deno.test("paths of Windows and of macOS are compared as their systems do", async (t) => {
  const windows = ["C:\\work\\app"];
  const rows:
    readonly (readonly [string, readonly string[], string, boolean])[] = [
      ["backslashes", windows, "C:\\work\\app\\generated\\a.ts", true],
      ["another case", windows, "c:\\Work\\App\\Generated\\a.ts", true],
      ["slashes", windows, "C:/work/app/generated/a.ts", true],
      ["as Git Bash says it", windows, "/c/work/app/generated/a.ts", true],
      ["another drive", windows, "D:\\work\\app\\generated\\a.ts", false],
      ["macOS", ["/Users/ann/app"], "/Users/ann/app/Generated/a.ts", true],
      ["Linux", ["/home/ann/app"], "/home/ann/app/Generated/a.ts", false],
      [
        "a link",
        ["/tmp/app", "/private/tmp/app"],
        "/private/tmp/app/generated/a",
        true,
      ],
    ];
  const wires = compile("don't edit generated/");
  for (const [name, roots, file_path, trips] of rows) {
    await t.step(name, () => {
      const broken = brokenRules(wires, { tool: "Edit", file_path }, { roots });
      assertEquals(broken, trips ? wires : []);
    });
  }
  const command = "Set-Content -Path generated\\a.ts -Value x";
  const call = { tool: "PowerShell", command };
  const place = { roots: windows, cwd: "C:\\work\\app" };
  assertEquals(brokenRules(wires, call, place), wires);
});

/** What is done on main, and whether it goes to main. */
const ON_MAIN: readonly (readonly [string, boolean])[] = [
  ["git push", true],
  ["git push -u origin HEAD", true],
  ["git add . && git commit -m x && git push", true],
  ["bash -c 'git push'", true],
  ["git branch --show-current && git push", true],
  ["git commit -m 'Check out: switch and branch' && git push", true],
  ["git branch -m fix && git push", false],
  ["git push origin fix", false],
  ["git push origin $BRANCH", false],
  ["git push --tags", false],
  ["git push -n", false],
  ["git -C ../tools push", false],
  ["cd ../tools && git push", false],
  ["git checkout -b fix && git push", false],
  ["gh pr checkout 3 && git push", false],
];

Deno.test("a push without a name goes to what is checked out", async (t) => {
  const wires = compile("never push to main");
  const trips = (command: string, place: object) =>
    brokenRules(wires, bash(command), { ...PLACE, ...place }).length > 0;
  for (const [command, isBroken] of ON_MAIN) {
    await t.step(command, () => {
      assertEquals(trips(command, { branch: "main" }), isBroken);
      assertEquals(trips(command, { branch: "fix" }), false);
      assertEquals(trips(command, {}), false);
      const sub = { branch: "main", cwd: `${ROOT}/sub` };
      assertEquals(trips(command, sub), false, "it may be another checkout");
    });
  }
});

Deno.test("a commit is on what is checked out", () => {
  const wires = compile("don't commit directly to main");
  const trips = (command: string) =>
    brokenRules(wires, bash(command), { ...PLACE, branch: "main" }).length > 0;
  assertEquals(trips("git commit -m x"), true);
  assertEquals(trips("git switch -c fix && git commit -m x"), false);
  assertEquals(trips("git commit --dry-run"), false);
});

Deno.test("what is checked out is no reason to refuse", () => {
  const denied = compile("! never push to main", true)
    .map(({ branch, deny = false }) => [branch, deny]);
  assertEquals(denied, [[undefined, true], ["main", false]]);
});

Deno.test("a shell that has gone elsewhere is followed", async (t) => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["ls", ROOT],
    ["cd src", `${ROOT}/src`],
    ["cd /tmp && ls", "/tmp"],
    ["cd", undefined],
    ["cd -", undefined],
    ['cd "$HOME/x"', undefined],
    ["(cd src; ls)", ROOT],
    ["echo $(cd src && pwd)", ROOT],
    ["cd src; popd", undefined],
  ];
  for (const [command, expected] of rows) {
    await t.step(command, () => {
      const call = { tool: "Bash", command };
      assertEquals(folderAfterCall(call, PLACE), expected);
    });
  }
});

Deno.test("brokenRules() ends with every line, here and in the module", () => {
  const rules = [
    "don't edit generated/ and src/**/*.ts",
    "never delete *.md",
    "never run make without OSD=sdl",
    "never use --force",
    "avoid `rm -rf`",
  ].flatMap((rule) => compile(rule));
  const wires = Array.from({ length: 10 }, () => rules).flat();
  const pieces = [
    "sudo ",
    "env ",
    "a;",
    "export A=1;",
    "> src/a.md\n",
    "rm x;",
    "cd a;",
    "(cd a",
    "a/",
    "rm -rf ",
    "make ",
    "timeout ",
    "git -C ",
  ];
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(sized(2000, 50_000) / piece.length));
    for (
      const call of [
        ...[text, `rm ${text}`, `echo > ${text}`].map(bash),
        { tool: "Edit", file_path: text },
      ]
    ) {
      const broken = brokenRules(wires, call, PLACE);
      assertEquals(brokenInModule(wires, call, PLACE), broken, piece);
    }
  }
});

Deno.test("the module has the same code", () => {
  const path = new URL("../plugin/hooks/scribe.ts", import.meta.url);
  const module = Deno.readTextFileSync(path);
  assertEquals(renderModule(module), module, "Run `deno task module`");
  assertStringIncludes(module, "class ShellReader");
});

/** The module in a client that has these rules, and a call of a tool there. */
async function moduleWith(rules: readonly object[], more = {}) {
  type Hook = ($: Client, e: unknown, next: unknown) => Promise<unknown>;
  const hooks = new Map<string, Hook>();
  register((event, hook) => hooks.set(event, hook as unknown as Hook));
  const waiting: (() => void)[] = [];
  const $ = {
    plugin: { root: "" },
    process: {
      run: () =>
        Promise.resolve({
          stdout: JSON.stringify({ rules, roots: [ROOT], ...more }),
        }),
    },
    clock: { after: (_: number, then: () => void) => waiting.push(then) },
  } as unknown as Client;
  const start = { session_id: SESSION, cwd: ROOT };
  const next = () => Promise.resolve({});
  await hooks.get("classic.SessionStart")?.($, start, next);
  for (const then of waiting) await then();
  return async (call: object): Promise<readonly string[]> => {
    const result = await hooks.get("tool.call")?.($, call, next);
    const { deny, context = [] } = result as ToolResult;
    return deny === undefined ? context : [`deny: ${deny}`];
  };
}

const bash = (command: string) => ({ tool: "Bash", command });

Deno.test("refusals leave the module its three reminders a turn", async () => {
  const call = await moduleWith([
    { id: "r1", prefix: "terraform", text: "no", deny: true },
    ...["a", "b", "c", "d"].map((prefix) => ({
      id: prefix,
      prefix,
      text: prefix,
    })),
    { id: "a", prefix: "a", text: "the same rule again" },
  ]);
  for (let n = 0; n < 4; n++) {
    assertEquals(await call(bash("terraform apply")), ["deny: no"]);
  }
  assertEquals(await call(bash("a")), ["a"]);
  assertEquals(await call(bash("a; b")), ["b"]);
  assertEquals(await call(bash("c; d")), ["c"]);
  assertEquals(await call(bash("d")), []);
});

Deno.test("an agent hears a rule that its session has heard", async () => {
  const call = await moduleWith([{ id: "r1", prefix: "npm", text: "pnpm!" }]);
  assertEquals(await call(bash("npm ci")), ["pnpm!"]);
  const agent = { ...bash("npm ci"), agentId: "a1" };
  assertEquals(await call(agent), ["pnpm!"]);
  assertEquals(await call(agent), []);
  assertEquals(await call({ ...agent, agentId: "a2" }), ["pnpm!"]);
});

Deno.test("the module follows the shell from call to call", async () => {
  const call = await moduleWith([
    { id: "r1", paths: ["/build/"], text: "no", deny: true },
  ]);
  const write = bash("echo x > build/a");
  assertEquals(await call(write), ["deny: no"]);
  assertEquals(await call(bash("cd web")), []);
  assertEquals(await call(write), [], "web/build is another");
  assertEquals(await call({ ...write, agentId: "a1" }), ["deny: no"]);
  const server = { ...bash(`cd ${ROOT} && serve`), run_in_background: true };
  assertEquals(await call(server), []);
  assertEquals(await call(write), [], "it is still there");
  assertEquals(await call(bash(`cd ${ROOT}`)), []);
  assertEquals(await call(write), ["deny: no"]);
});

Deno.test("the module forgets the branch when another may be checked out", async () => {
  const rule = { id: "r1", prefix: "git push", branch: "main", text: "no" };
  const other = { ...rule, id: "r2", text: "again" };
  const call = await moduleWith([rule], { branch: "main" });
  const push = bash("git push");
  assertEquals(await call({ ...push, agentId: "a1" }), [], "its own checkout");
  assertEquals(await call(push), ["no"]);
  const moved = await moduleWith([rule, other], { branch: "main" });
  assertEquals(await moved(bash("git switch fix")), []);
  assertEquals(await moved(push), []);
});

async function remember(world: SealedWorld, rule: string): Promise<string> {
  const event = payload("UserPromptSubmit", SESSION, {
    prompt: `remember: ${rule}`,
  });
  const { stdout } = await world.hook("user-prompt-submit", event);
  return JSON.parse(stdout).systemMessage;
}

async function used(
  world: SealedWorld,
  tool: string,
  input: object,
  cwd = world.project,
) {
  const { code, stdout } = await world.hook(
    "post-tool-use",
    payload("PostToolUse", SESSION, {
      tool_name: tool,
      tool_input: input,
      tool_response: {},
      cwd,
    }),
  );
  assertEquals(code, 0);
  return stdout === ""
    ? ""
    : JSON.parse(stdout).hookSpecificOutput.additionalContext as string;
}

async function failed(world: SealedWorld, command: string, error: string) {
  const { code, stdout } = await world.hook(
    "post-tool-use-failure",
    payload("PostToolUseFailure", SESSION, {
      tool_name: "Bash",
      tool_input: { command },
      error,
      cwd: world.project,
    }),
  );
  assertEquals(code, 0);
  return stdout === ""
    ? ""
    : JSON.parse(stdout).hookSpecificOutput.additionalContext as string;
}

Deno.test("without a module a command that fails is compared as well", async () => {
  using world = new SealedWorld();
  assertEquals(await failed(world, "npm ci", "Exit code 1"), "");
  await remember(world, "use pnpm, not npm");
  assertEquals(await failed(world, "pnpm ci", "Exit code 1"), "");
  const said = await failed(world, "npm ci", "Exit code 1");
  assertStringIncludes(said, "use pnpm, not npm");
  assertEquals(await failed(world, "npm ci", "Exit code 1"), "", "once a turn");
  await world.run(["config", "set", "tripwires", "off"]);
  assertEquals(await failed(world, "npm run a", "Exit code 1"), "");
});

Deno.test("with a module a command that fails is not told twice", async () => {
  using world = new SealedWorld();
  await remember(world, "use pnpm, not npm");
  await hello(world);
  assertEquals(await failed(world, "npm ci", "Exit code 1"), "");
});

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

Deno.test("without a module the folder before the call is found", async (t) => {
  const rows: readonly (readonly [string, string, boolean])[] = [
    ["echo x > web/api/a", "", true],
    ["cd web && echo x > api/a", "/web", true],
    ["echo x > api/a", "/web", true],
    ["echo x > web/api/a", "/web", false],
    ["cd .. && echo x > web/api/a", "/elsewhere", false],
  ];
  for (const [command, cwd, isTold] of rows) {
    await t.step(`${command} in ${cwd || "the project"}`, async () => {
      using world = new SealedWorld();
      await remember(world, "don't edit web/api/");
      const folder = `${world.project}${cwd}`;
      const said = await used(world, "Bash", { command }, folder);
      assertEquals(said !== "", isTold, said);
    });
  }
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
    [["r002", false], ["r001", true], ["r001", false]],
  );
  assertEquals(await used(world, "Bash", { command: "npm ci" }), "");
  const later = await hello(world, "next", "--told", "r002,r009");
  assertEquals(later.rules.length, 3);
  assertEquals(later.roots, ["$WORLD/project"]);
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
  await world.run(["config", "set", "tripwires", "off"]);
  const off = await world.run(["rules", "test", "npm install"]);
  assertEquals(off.code, 1);
  assertStringIncludes(off.stdout, "The setting tripwires is off");
});

/** What is said to be understood, and a call that breaks the rule. */
const SAID: readonly (readonly [string, string, string])[] = [
  ["use fd, not find", "begins with find", "find . -name tide"],
  ["Use bat instead of cat", "begins with cat", "cat a.txt"],
  ["find 말고 fd를 써", "begins with find", "find . -name tide"],
  ["please never use sudo", "begins with sudo", "sudo ls"],
  ["never commit .env", "no call is compared", ""],
  ["use tabs, not spaces", "no call is compared", ""],
  ["테스트는 pytest 말고 tox로 실행해", "no call is compared", ""],
  ["don't use sed for edits", "I will not act on it", ""],
];

Deno.test("remember says what then trips, and that nothing does", async (t) => {
  for (const [rule, understood, command] of SAID) {
    await t.step(rule, async () => {
      using world = new SealedWorld();
      assertStringIncludes(await remember(world, rule), understood);
      const all = await world.run(["rules", "test"]);
      assertEquals(all.code, command === "" ? 1 : 0);
      if (command === "") return;
      assertEquals((await world.run(["rules", "test", command])).code, 0);
    });
  }
});

Deno.test("a folder that a thousand cd lead to is not compared", () => {
  const wires = compile("don't edit generated/");
  const trips = (command: string) =>
    brokenRules(wires, { tool: "Bash", command }, PLACE).length > 0;
  assert(trips(`${"cd a; ".repeat(10)}touch generated/a`));
  assert(!trips(`${"cd a; ".repeat(1000)}touch generated/a`));
});

Deno.test("a rule about a branch reads which one is checked out", async () => {
  using world = new SealedWorld();
  await remember(world, "never push to main");
  const head = (name: string) => {
    Deno.mkdirSync(`${world.project}/.git`, { recursive: true });
    Deno.writeTextFileSync(
      `${world.project}/.git/HEAD`,
      `ref: refs/heads/${name}\n`,
    );
  };
  const push = { command: "git push" };
  head("fix");
  assertEquals((await world.run(["rules", "test", "git push"])).code, 1);
  assertEquals(await used(world, "Bash", push), "");
  head("main");
  assertEquals((await world.run(["rules", "test", "git push"])).code, 0);
  const { stdout } = await world.run([
    ...["scribe", "hello", "--json", "--session", SESSION],
  ]);
  assertEquals(JSON.parse(stdout).branch, "main");
});

Deno.test("a strict rule refuses what it names and nothing else", async () => {
  using world = new SealedWorld();
  world.write("config.json", '{"tripwires":"deny"}');
  await remember(world, "! use make test, not make");
  await remember(world, "! never run git push to main");
  const said = await remember(world, "! don't run npm install on CI");
  assertStringIncludes(said, "I will say so, but not refuse it, when");
  assertStringIncludes(said, "“on CI” is not understood");
  await remember(world, "! never delete files in data/");
  await remember(world, "! don't edit build/");
  const test = async (text: string) => {
    const { stdout } = await world.run(["rules", "test", "--", text]);
    return /^(r\d+ +\w+)/.exec(stdout)?.[1]?.replace(/ +/, " ") ?? "";
  };
  assertEquals(await test("make test"), "");
  assertEquals(await test("make"), "r001 reminds");
  assertEquals(await test("git push origin feature/x"), "");
  assertEquals(await test("git push origin main"), "r002 refuses");
  assertEquals(await test("npm install"), "r003 reminds");
  assertEquals(await test("data/new.csv"), "");
  assertEquals(await test("rm data/x.csv"), "r004 refuses");
  assertEquals(await test("build/a.ts"), "r005 refuses");
  assertEquals(await test("web/build/a.ts"), "r005 reminds");
  assertEquals(await test("/other/build/a.ts"), "");
});

Deno.test("lines of rules.md trip like rules that were said", async () => {
  using world = new SealedWorld();
  const text = "# Ours\n\n- be kind\n- never run docker compose down\n";
  assertEquals((await world.run(["notes", "set", "rules", text])).code, 0);
  const docker = { command: "docker compose down" };
  assertStringIncludes(
    await used(world, "Bash", docker),
    "The user's rule rules.md#2 applies here: “never run docker compose down”",
  );
  const { rules } = await hello(world);
  assertEquals(rules.map(({ id }: { id: string }) => id), ["rules.md#2"]);
  assertEquals((await world.run(["quiet", "rules.md#2"])).code, 0);
  assertEquals(
    (await world.run(["rules", "test", "docker compose down"])).code,
    1,
  );
});

Deno.test("remember --global says what it understood", async () => {
  using world = new SealedWorld();
  await remember(world, "say times in UTC");
  const { stdout } = await world.run(
    ["remember", "--global", "use pnpm, not npm"],
  );
  assertStringIncludes(stdout, "I will say so when a command begins with npm");
  assert(await used(world, "Bash", { command: "npm ci" }) !== "");
  assertEquals((await world.run(["rules", "remove", "g1"])).code, 0);
  const prompt = payload("UserPromptSubmit", SESSION, { prompt: "Go on" });
  await world.hook("user-prompt-submit", prompt);
  assertEquals(await used(world, "Bash", { command: "npm ci" }), "");
});

Deno.test("a table of an older version is not read", async () => {
  using world = new SealedWorld();
  await remember(world, "use pnpm, not npm");
  const old = [
    { id: "r001", tool: "Bash", with: "--force", text: "old" },
    { id: "r002", tool: "Bash", prefix: "npm", unless: "x", text: "old" },
    { id: "r003", tool: "Edit", path: "a/", text: "old" },
    null,
  ];
  world.write(".cache/tripwires.json", JSON.stringify(old));
  assertEquals(await used(world, "Bash", { command: "npm ci --force" }), "");
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
  await remember(world, "! don't edit generated/");
  assertStringIncludes(await doctor(), "2 rules about commands and files");
  assertStringIncludes(await doctor(), "nothing is refused");
  await hello(world);
  assertStringIncludes(await doctor(), "told at the call");
});
