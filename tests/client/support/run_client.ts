/**
 * Start the real Claude Code, sealed: its own home, a scripted model instead of
 * the network, an end to every run. Nothing of the developer's own
 * configuration is reached.
 */

import { assertEquals } from "@std/assert";
import type { Client } from "./claude_code.ts";
import { runLimitMs } from "./limits.ts";
import type { ScriptedModel } from "./scripted_model.ts";
import type { PermissionMode } from "./versions.ts";

const ALLOWED_TOOLS = "Bash,Read,Write,Edit,Agent,Skill";

/** The client asks for no login with it. */
export const KEY = "sk-ant-dummy-key-of-a-sealed-world";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A hook's run, as the client tells of it. */
export interface HookRun {
  readonly hook_event: string;
  readonly exit_code: number;
  readonly outcome: string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Session extends Ended {
  readonly id: string;
  /** The final answer. */
  readonly result: string;
  readonly hooks: readonly HookRun[];
}

export interface SessionOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly mode?: PermissionMode;
}

/** Where a session runs, and with which model. */
export interface SessionPlace extends SessionOptions {
  readonly client: Client;
  readonly home: string;
  readonly model: ScriptedModel;
  readonly cwd: string;
}

export function startSession(prompt: string, place: SessionPlace): Running {
  const { client, home, model, cwd, args = [], env = {} } = place;
  const words = ["-p", prompt, ...permissions(place)];
  if (!args.includes("--output-format")) {
    words.push("--output-format", "stream-json");
    words.push("--verbose", "--include-hook-events");
  }
  const surroundings = { cwd, env: { ...sealedEnv(home, model.url), ...env } };
  return run(client.program, [...words, ...args], surroundings);
}

/** What a session may do without a question. */
export const permissions = ({ mode = "default" }: SessionOptions) => [
  "--permission-mode",
  mode,
  "--allowedTools",
  ALLOWED_TOOLS,
];

/** One `claude -p` from beginning to end; every hook must have gone well. */
export async function claudeSession(
  prompt: string,
  place: SessionPlace,
): Promise<Session> {
  const session = readSession(await startSession(prompt, place).ended);
  const bad = session.hooks.filter((hook) =>
    (hook.outcome !== "success" || hook.exit_code !== 0) && !isCutShort(hook)
  );
  assertEquals(bad, [], "a hook did not end well");
  assertEquals(session.code, 0, `${session.stderr}\n${session.stdout}`);
  return session;
}

/** The client ends asynchronous hooks together with a `claude -p`. */
const isCutShort = ({ hook_event, outcome }: HookRun) =>
  hook_event === "PostToolUse" && outcome === "cancelled";

/** `claude plugin …` and the like, in a home. */
export function claude(
  client: Client,
  home: string,
  ...args: string[]
): Promise<Ended> {
  return run(client.program, args, { cwd: home, env: sealedEnv(home) }).ended;
}

/** What the client sees, and nothing else. */
export function sealedEnv(home: string, modelUrl = "http://127.0.0.1:9") {
  const env: Record<string, string> = {
    PATH: Deno.env.get("PATH") ?? "",
    LANG: "C.UTF-8",
    HOME: home,
    USERPROFILE: home,
    CLAUDE_CONFIG_DIR: `${home}/.claude`,
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: modelUrl,
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  const inherited = ["SystemRoot", "TMPDIR", "TMP", "TEMP", "ComSpec"];
  for (const name of inherited) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  if (Deno.build.os === "windows") {
    env["LOCALAPPDATA"] = `${home}\\AppData\\Local`;
  }
  return env;
}

export interface Running {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  kill(): void;
}

interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Start a program; after its limit it is ended, whatever it does. */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env }: Surroundings,
): Running {
  const child = new Deno.Command(command, {
    args: [...args],
    cwd,
    env: { ...env },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  return { pid: child.pid, ended: endOf(child, kill), kill };
}

async function endOf(
  child: Deno.ChildProcess,
  kill: () => void,
): Promise<Ended> {
  const output = child.output();
  const limit = setTimeout(kill, await runLimitMs());
  const { code, stdout, stderr } = await output;
  clearTimeout(limit);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

function readSession(ended: Ended): Session {
  const lines = ended.stdout.split("\n").filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  const result = lines.find(({ type }) => type === "result");
  return {
    ...ended,
    id: result?.session_id ?? "",
    result: result?.result ?? "",
    hooks: lines.filter(({ subtype }) => subtype === "hook_response"),
  };
}
