/**
 * The plugin from a git repository, with its program from npm: a registry and a
 * repository on this machine, the real client, a session.
 */

import { ensureClaudeCode } from "../tests/client/support/claude_code.ts";
import { claude, claudeSession } from "../tests/client/support/run_client.ts";
import { ScriptedModel } from "../tests/client/support/scripted_model.ts";
import { TESTED_VERSIONS } from "../tests/client/support/versions.ts";
import { DONE, work } from "../tests/client/support/work.ts";
import { makeMarketplace } from "./npm_packages.ts";
import { runProgram } from "./run_program.ts";
import { startRegistry } from "./npm_registry.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

type Step = <T>(name: string, act: () => Promise<T>) => Promise<T>;

/** The client takes web addresses only; git turns this one into a folder. */
const ADDRESS = "https://git.invalid/marketplace.git";

export async function tryGitMarketplace(
  packages: string,
  cache: string,
  step: Step,
): Promise<void> {
  using folder = new TemporaryFolder("marketplace");
  const { dir } = folder;
  await using registry = await step(
    "a registry of npm",
    () => startRegistry(cache, `${dir}/registry`),
  );
  const npmrc = `registry=${registry.url}/\n` +
    `${registry.url.replace("http:", "")}/:_authToken=rehearsal\n`;
  await step("publish to it", async () => {
    await Deno.writeTextFile(`${dir}/npmrc`, npmrc);
    for (const { name } of Deno.readDirSync(packages)) {
      await runProgram("npm", [
        "publish",
        `${packages}/${name}`,
        `--userconfig=${dir}/npmrc`,
      ], { cwd: dir });
    }
  });
  await step("a git repository with the plugin", async () => {
    await makeMarketplace(packages, `${dir}/marketplace`);
    await commitAll(`${dir}/marketplace`);
  });
  for (const version of TESTED_VERSIONS) {
    const home = `${dir}/home-${version}`;
    await Deno.mkdir(`${home}/project`, { recursive: true });
    await Deno.writeTextFile(`${home}/.npmrc`, npmrc);
    await Deno.writeTextFile(
      `${home}/.gitconfig`,
      `[url "file://${dir}/marketplace"]\n  insteadOf = ${ADDRESS}\n`,
    );
    await step(
      `Claude Code ${version} installs it and its hooks run`,
      () => installAndUse(version, home),
    );
  }
}

async function commitAll(cwd: string): Promise<void> {
  const who = [
    "-c",
    "user.name=rehearsal",
    "-c",
    "user.email=rehearsal@invalid",
  ];
  for (
    const args of [["init", "-q"], ["add", "--force", "."], [
      ...who,
      "commit",
      "-qm",
      "A release",
    ]]
  ) {
    await runProgram("git", args, { cwd });
  }
}

async function installAndUse(version: string, home: string): Promise<void> {
  const client = await ensureClaudeCode(version);
  if (client === undefined) return;
  for (
    const args of [
      ["marketplace", "add", ADDRESS],
      ["install", "memory-keeper@memory-keeper"],
    ]
  ) {
    const ended = await claude(client, home, "plugin", ...args);
    if (ended.code !== 0) throw new Error(ended.stdout + ended.stderr);
  }
  await using model = new ScriptedModel({ main: [work(0), DONE] }, new Map());
  const { hooks, id } = await claudeSession("Fix the tide table", {
    client,
    home,
    model,
    cwd: `${home}/project`,
  });
  const events = new Set(hooks.map(({ hook_event }) => hook_event));
  for (const event of ["SessionStart", "UserPromptSubmit", "Stop"]) {
    if (!events.has(event)) throw new Error(`${event} did not start`);
  }
  await Deno.stat(`${home}/project/.claude/memory/.cache/count/${id}`);
}
