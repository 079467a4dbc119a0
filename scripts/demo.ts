/**
 * Show the program at work: a short session as Claude Code records it, played
 * through the real hook door in a temporary project, and what is kept of it.
 *
 *     deno task demo
 */

import { bold, cyan, dim, setColorEnabled } from "@std/fmt/colors";
import { fromFileUrl } from "@std/path";
import { DEMO_SESSION, DEMO_SUMMARY, demoTurns } from "./demo_session.ts";
import { PERMISSION_FLAGS } from "./permissions.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));

/** A project and a Claude Code folder that exist for this demo only. */
class Stage {
  readonly project: string;
  readonly claude: string;
  readonly transcript: string;

  constructor(readonly dir: string) {
    this.project = `${dir}/tide-table`;
    this.claude = `${dir}/claude`;
    const folder = `${this.claude}/projects/tide-table`;
    Deno.mkdirSync(this.project, { recursive: true });
    Deno.mkdirSync(folder, { recursive: true });
    this.transcript = `${folder}/${DEMO_SESSION}.jsonl`;
  }

  /** Run the real program with the executable's own permissions. */
  async run(args: readonly string[], stdin = ""): Promise<string> {
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
      cwd: this.project,
      env: {
        CLAUDE_PROJECT_DIR: this.project,
        CLAUDE_CONFIG_DIR: this.claude,
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

  async event(name: string, fields: Record<string, unknown> = {}) {
    const payload = {
      session_id: DEMO_SESSION,
      transcript_path: this.transcript,
      hook_event_name: name,
      ...fields,
    };
    const shown = JSON.stringify({ hook_event_name: name, ...fields });
    say(`  ${cyan("→")} ${dim(clipped(shown))}`);
    const words = name === "SubagentStart" ? [name, "--part", "1"] : [name];
    return await this.run(["hook", ...words], `${JSON.stringify(payload)}\n`);
  }
}

const say = (text: string) => console.log(text);

const clipped = (text: string) =>
  text.length > 76 ? `${text.slice(0, 75)}…` : text;

/** One line of the log without its braces and ids. */
function readable(line: string): string {
  const { ts, role, name, text, target, cmd, diff, result } = JSON.parse(line);
  const what = [text, target, cmd, diff].filter(Boolean).join(" ");
  const mark = result ? dim(` (${result})`) : "";
  const who = cyan((name ?? role).padEnd(10));
  return `${ts.slice(11, 19)} ${who} ${what.replaceAll("\n", " ")}${mark}`;
}

async function main(): Promise<void> {
  setColorEnabled(Deno.stdout.isTerminal() && !Deno.env.get("NO_COLOR"));
  const stage = new Stage(await Deno.makeTempDir({ prefix: "memory-keeper-" }));
  say(bold("Claude Code works on a project; each event goes to the plugin"));
  await stage.event("SessionStart", { source: "startup" });
  for (const { lines, tool, last } of demoTurns(stage.project)) {
    Deno.writeTextFileSync(stage.transcript, lines, { append: true });
    if (tool) await stage.event("PostToolUse", { tool_name: tool });
    if (last) await stage.event("Stop", { last_assistant_message: last });
  }
  say(`  ${dim("the machine is switched off: no SessionEnd, no good-bye")}\n`);

  const sessions = `${stage.project}/.claude/memory/sessions`;
  const [log] = Array.from(Deno.readDirSync(sessions), ({ name }) => name);
  const text = Deno.readTextFileSync(`${sessions}/${log}`);
  const raw = Deno.statSync(stage.transcript).size;
  say(bold(`What is kept in .claude/memory/sessions/${log}`));
  for (const line of text.trimEnd().split("\n")) say(`  ${readable(line)}`);
  say(dim(`  ${text.length} bytes of a transcript of ${raw}\n`));

  say(bold("The plugin's own agent is given the log and answers with words"));
  await stage.run(["delta", "cut"]);
  const agent = {
    agent_id: "a1",
    agent_type: "memory-keeper:delta-summarizer",
  };
  await stage.event("SubagentStart", agent);
  await stage.event("SubagentStop", {
    ...agent,
    last_assistant_message: DEMO_SUMMARY,
  });
  const memory = `${stage.project}/.claude/memory/memory.md`;
  say(`\n${bold("What memory.md says now")}`);
  say(Deno.readTextFileSync(memory).replace(/^/gm, "  ").trimEnd() + "\n");

  say(bold("memory-keeper status"));
  say(await stage.run(["status"]));
  say(`Look around in ${stage.project}/.claude/memory`);
}

if (import.meta.main) await main();
