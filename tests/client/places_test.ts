/** Where memory lies: worktrees, the home folder, forks. */

import {
  assert,
  assertEquals,
  assertFalse,
  assertStringIncludes,
} from "@std/assert";
import { runProgram } from "../../scripts/run_program.ts";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";
import { sealedEnv } from "./support/run_client.ts";
import { agent, DONE, SOON, steps, SUMMARY } from "./support/work.ts";

const RECORDED = {
  main: [...steps(5), { tools: [agent("delta-summarizer")] }, DONE],
  "delta-summarizer": [{ text: SUMMARY }],
};

/** The first request of a new session. */
async function firstRequest(world: ClientWorld, cwd: string): Promise<string> {
  world.script = { main: [{ text: "Hello." }] };
  const before = world.model.of("main").length;
  await world.session("What did we do?", { cwd });
  return world.model.of("main")[before]?.text ?? "";
}

clientTest("a git worktree uses the main worktree's memory", async (world) => {
  const git = (...args: string[]) =>
    runProgram("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], {
      cwd: world.project,
      env: sealedEnv(world.home),
    });
  await git("init", "--quiet");
  await git("commit", "--quiet", "--allow-empty", "-m", "Begin");
  const tree = `${world.dir}/tree`;
  await git("worktree", "add", "--quiet", tree);
  world.configure(SOON);
  world.script = RECORDED;
  await world.session("Mend the tide table", { cwd: tree });
  assertStringIncludes(world.read("memory.md"), SUMMARY);
  assertFalse(
    Array.from(Deno.readDirSync(tree), ({ name }) => name).includes(".claude"),
  );
  assertStringIncludes(await firstRequest(world, tree), SUMMARY);
  assertStringIncludes(await firstRequest(world, world.project), SUMMARY);
});

clientTest(
  'storage: "home" keeps the project clean, and memory arrives',
  async (world) => {
    world.configure({ ...SOON, storage: "home" });
    const configured = world.names("", /./);
    world.script = RECORDED;
    await world.session("Mend the tide table");
    const homes = `${world.home}/.claude/memory-keeper/projects`;
    const [name = ""] = Array.from(Deno.readDirSync(homes), (e) => e.name);
    assertStringIncludes(
      Deno.readTextFileSync(`${homes}/${name}/memory.md`),
      SUMMARY,
    );
    assertEquals(world.names("", /./), configured);
    assertEquals(world.names("state", /./), ["owner"]);
    const next = await firstRequest(world, world.project);
    assertStringIncludes(next, SUMMARY);
  },
);

clientTest("a fork's log holds only what the fork added", async (world) => {
  world.script = { main: [...steps(4), DONE] };
  const parent = await world.session("Mend the tide table");
  world.script = { main: [{ text: "The fork speaks." }] };
  const fork = await world.session("Try it another way", {
    args: ["--resume", parent.id, "--fork-session"],
  });
  assert(fork.id !== parent.id);
  const logOf = (id: string) => {
    const name = new RegExp(`_${id.slice(0, 8)}\\.l1\\.jsonl$`);
    return world.read(`sessions/${world.names("sessions", name)[0]}`);
  };
  assertStringIncludes(logOf(parent.id), "Mend the tide table");
  assertFalse(logOf(parent.id).includes("another way"));
  assertStringIncludes(logOf(fork.id), "Try it another way");
  assertFalse(logOf(fork.id).includes("Mend the tide table"));
});
