/**
 * Show the program at work: a sample project in a temporary folder, a few
 * events as Claude Code sends them, and what is kept.
 *
 *     deno task demo
 */

import { bold, cyan, dim, setColorEnabled } from "@std/fmt/colors";
import { fromFileUrl } from "@std/path";
import { PERMISSION_FLAGS } from "./permissions.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const SESSION = "3f2a9c11-7d40-4c1e-9a55-2f1f0a8c6b10";

/** Run the real program with the executable's own permissions. */
async function keeper(
  args: readonly string[],
  project: string,
  stdin = "",
): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--config",
      `${ROOT}deno.json`,
      ...PERMISSION_FLAGS,
      `${ROOT}main.ts`,
      ...args,
    ],
    cwd: project,
    env: {
      CLAUDE_PROJECT_DIR: project,
      CLAUDE_CONFIG_DIR: `${project}/claude`,
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin));
  await writer.close();
  const { stdout } = await child.output();
  return new TextDecoder().decode(stdout);
}

function toolUse(command: string): Record<string, unknown> {
  return {
    session_id: SESSION,
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command },
    tool_response: { stdout: "ok" },
  };
}

async function main(): Promise<void> {
  setColorEnabled(Deno.stdout.isTerminal() && !Deno.env.get("NO_COLOR"));
  const project = await Deno.makeTempDir({ prefix: "memory-keeper-demo-" });
  console.log(bold("A project that Memory Keeper has never seen"));
  console.log(await keeper(["status"], project));
  await keeper(["config", "set", "saveInterval", "3"], project);
  console.log(bold("Claude Code works; each tool use is one event"));
  for (const command of ["git status", "deno test", "deno fmt"]) {
    const event = JSON.stringify(toolUse(command));
    console.log(`  ${cyan("PostToolUse")} ${dim(event)}`);
    await keeper(["hook", "post-tool-use"], project, `${event}\n`);
  }
  console.log(`\n${bold("What is kept")}`);
  console.log(await keeper(["status"], project));
  console.log(dim(`Look around in ${project}/.claude/memory`));
}

if (import.meta.main) await main();
