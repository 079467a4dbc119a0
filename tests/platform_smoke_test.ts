/**
 * One working day with the finished file, in a folder with a Korean name and a
 * blank: what must work on every system before anything else is looked at.
 */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { existsSync } from "@std/fs";
import { fromFileUrl } from "@std/path";
import { executableFile } from "../src/install/install_folder.ts";
import { HOOKS } from "../src/hooks/table.ts";
import {
  EXECUTABLE,
  payload,
  SealedWorld,
  spawnFile,
} from "./support/world/sealed_world.ts";

const RECORDED = fromFileUrl(
  new URL("./transcripts/interactive-2.1.197", import.meta.url),
);
const WINDOWS = Deno.build.os === "windows";
const COMPILED_ONLY = { ignore: EXECUTABLE === undefined };
const ENV = { MEMORY_KEEPER_NOW: "2026-02-01T18:00:00.000Z", TZ: "UTC" };

/** A recorded session, as if it had been recorded in this world. */
function plantTranscript(world: SealedWorld): { id: string; path: string } {
  const [name = ""] = Array.from(Deno.readDirSync(RECORDED))
    .filter(({ isFile }) => isFile).map((file) => file.name);
  const text = Deno.readTextFileSync(`${RECORDED}/${name}`);
  const dir = `${world.home}/.claude/projects/-recorded`;
  Deno.mkdirSync(dir, { recursive: true });
  const cwd = /"cwd":"([^"]+)"/.exec(text)?.[1] ?? "";
  Deno.writeTextFileSync(
    `${dir}/${name}`,
    text.replaceAll(`"cwd":"${cwd}"`, `"cwd":"${world.project}"`),
  );
  return { id: name.replace(".jsonl", ""), path: `${dir}/${name}` };
}

/** What differs from event to event. */
const FIELDS: Readonly<Record<string, object>> = {
  UserPromptSubmit: { prompt: "기억해: 등대는 밤에만 켠다" },
  SubagentStart: { agent_id: "a1", agent_type: "general-purpose" },
  SubagentStop: { agent_id: "a1", agent_type: "general-purpose" },
  PostCompact: { compact_summary: "요약" },
};

Deno.test("a recorded session goes through every event and is found again", async () => {
  using world = new SealedWorld("항구 작업");
  const { id, path } = plantTranscript(world);
  for (const { word, event } of HOOKS) {
    const { code, stderr } = await world.hook(
      word === "subagent-start" ? `${word} --part 1` : word,
      payload(event, id, {
        transcript_path: path,
        cwd: world.project,
        ...FIELDS[event],
      }),
      { env: ENV },
    );
    assertEquals([word, code, stderr], [word, 0, ""]);
  }
  assert(world.files().some((name) => name.includes(id.slice(0, 8))));
  const { saved } = { saved: "조수표는 한 번만 반올림한다" };
  assertEquals((await world.run(["save", saved], { env: ENV })).code, 0);
  const found = await world.run(["search", "반올림"], { env: ENV });
  assertEquals(found.code, 0, found.stderr);
  assertStringIncludes(found.stdout, saved);
  const status = await world.run(["status", "--json"], { env: ENV });
  assertStringIncludes(status.stdout, "$WORLD/항구 작업");
});

Deno.test("a store with CRLF line ends keeps them and is read", async () => {
  using world = new SealedWorld();
  world.write("config.json", '{\r\n  "saveInterval": 7\r\n}\r\n');
  world.write(
    "memory.md",
    "# Project Memory: p\r\n\r\n## 2026-01-31_0900 (local 01-31_0900)\r\n" +
      "The old lamp is dim.\r\n\r\n",
  );
  assertEquals(
    (await world.run(["config", "get", "saveInterval"])).stdout.trim(),
    "7",
  );
  assertEquals((await world.run(["save", "The new lamp\nshines"])).code, 0);
  const memory = world.read("memory.md");
  assertStringIncludes(memory, "The new lamp\r\nshines\r\n");
  assertEquals(memory.replaceAll("\r\n", "").match(/[\r\n]/g), null);
  for (const lamp of ["old lamp", "new lamp"]) {
    assertStringIncludes((await world.run(["search", lamp])).stdout, lamp);
  }
});

Deno.test("a file in the place of .claude is named", async () => {
  using world = new SealedWorld();
  Deno.writeTextFileSync(`${world.project}/.claude`, "not a folder");
  const { code, stderr } = await world.run(["save", "words"]);
  assertEquals(code, 3);
  assertMatch(
    stderr,
    /^error: Cannot write ".+": "\$WORLD\/project\/\.claude" is not a folder\n/,
  );
});

Deno.test("a path from the top of the drive is not taken as relative", async () => {
  using world = new SealedWorld();
  const { code, stderr } = await world.run(["import", "--from", "/nowhere"]);
  assertEquals(code, 3);
  assertMatch(stderr, /"(?:[A-Za-z]:)?[\\/]nowhere" does not exist/);
});

Deno.test({
  name: "install, upgrade while it runs, doctor, uninstall",
  ...COMPILED_ONLY,
  fn: async () => {
    using world = new SealedWorld("항구 작업");
    const folder = `${world.dir}/설치 폴더`;
    const to = ["--to", folder];
    assertEquals((await world.run(["install", ...to])).code, 0);
    const program = `${folder}/plugin/bin/${executableFile()}`;
    assertMatch(
      (await world.runFile(program, ["version"])).stdout,
      /^memory-k/,
    );
    const doctor = await world.run(["doctor", "--json"]);
    const { findings } = JSON.parse(doctor.stdout);
    const installation = findings.filter(({ check }: { check: string }) =>
      check === "executable"
    );
    assert(installation.length > 0, doctor.stdout);
    assert(!/may not be started/.test(doctor.stdout), doctor.stdout);
    // Another version, which an installation must replace while it runs.
    const manifest = `${folder}/install.json`;
    const old = JSON.parse(Deno.readTextFileSync(manifest));
    const hooks = `${folder}/plugin/hooks/hooks.json`;
    Deno.writeTextFileSync(hooks, "{}");
    const running = spawnFile(program, ["save", "-"], world);
    const upgrade = await world.run(["install", ...to, "--json"]);
    assertEquals(upgrade.code, 0, upgrade.stderr);
    const writer = running.stdin.getWriter();
    await writer.write(new TextEncoder().encode("Said before the upgrade"));
    await writer.close();
    assertEquals((await running.output()).code, 0);
    assertStringIncludes(world.read("memory.md"), "Said before the upgrade");
    assertEquals(JSON.parse(Deno.readTextFileSync(manifest)), old);
    const gone = await world.run(["uninstall", ...to]);
    assertEquals(gone.code, 0, gone.stderr);
    assert(!existsSync(program));
    const left = existsSync(folder) ? world.files(folder) : [];
    assertEquals(left.filter((name) => !name.includes(".kept-")), []);
  },
});

Deno.test({
  name: "Windows paths in output have one kind of separator",
  ignore: !WINDOWS,
  fn: async () => {
    using world = new SealedWorld();
    for (const args of [["status", "--json"], ["status"], ["doctor"]]) {
      const { stdout } = await new Deno.Command(EXECUTABLE ?? Deno.execPath(), {
        args: EXECUTABLE ? args : ["eval", ""],
        cwd: world.project,
        // The project lies below the home folder, as most do.
        env: world.env({ USERPROFILE: world.dir.replaceAll("/", "\\") }),
        clearEnv: true,
      }).output();
      const text = new TextDecoder().decode(stdout);
      assertEquals(/(?:[A-Za-z]:|~)\\[^"\s]*\//.exec(text), null);
    }
  },
});
