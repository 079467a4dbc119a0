/**
 * One session of the real client in a sealed home: a plugin whose hooks log
 * their input and print what the lab wants, and a scripted model on loopback.
 * The developer's own configuration is never used.
 */

import { dirname } from "@std/path";
import type { Client } from "../../tests/client/support/claude_code.ts";
import { sealedEnv } from "../../tests/client/support/run_client.ts";
import {
  type Script,
  ScriptedModel,
} from "../../tests/client/support/scripted_model.ts";
import {
  type Evidence,
  parseEnvironment,
  parseEvents,
  parsePrinted,
} from "./evidence.ts";
import { runAtTerminal } from "./terminal.ts";

/** Longer than any session here takes; it only ends one that hangs. */
const RUN_LIMIT_MS = 90_000;
const CLERK = "You are the clerk of the lab.";

/** The variables that are logged; no keys and no tokens. */
const NOTED =
  "^(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_CODE_SESSION_ID|" +
  "CLAUDE_CODE_ENTRYPOINT|CLAUDE_CODE_SESSION_ATTENDED|HOME|PWD)=";

const HOOK = `#!/bin/sh
told=$(cat)
env | grep -E '${NOTED}' > "$LAB/env-$1"
printf '%s\\t%s\\n' "$1" "$told" >> "$LAB/events"
say="$LAB/say-$1$2"
if [ -f "$say" ]; then mv "$say" "$say.said" && cat "$say.said"; fi
exit 0
`;

/** What a hook of an event prints, the first time it runs. */
export type Said = Readonly<Record<string, string>>;

export interface Order {
  readonly prompt?: string;
  readonly script: Script;
  readonly hooks: string;
  readonly module?: string;
  readonly said?: Said;
  readonly mode?: "default" | "auto";
  readonly output?: "json" | "stream-json";
  readonly args?: readonly string[];
}

export class Lab implements AsyncDisposable {
  readonly #dir = Deno.realPathSync(
    Deno.makeTempDirSync({ prefix: "memory-keeper-contract-" }),
  );
  readonly #model = new ScriptedModel({}, new Map([[CLERK, "clerk"]]));

  constructor(readonly client: Client) {
    for (const name of ["home", "project", "log"]) {
      Deno.mkdirSync(`${this.#dir}/${name}`);
    }
  }

  async session(order: Order): Promise<Evidence> {
    const { prompt = "Do the work", script, said = {}, args = [] } = order;
    const { mode = "default", output = "stream-json" } = order;
    for (const [name, text] of Object.entries(said)) {
      Deno.writeTextFileSync(`${this.#dir}/log/say-${name}`, text);
    }
    this.#model.script = script;
    const before = this.#model.requests.length;
    const { code, stdout } = await this.claude([
      "-p",
      prompt,
      ...["--plugin-dir", this.#writePlugin(order)],
      ...["--permission-mode", mode, "--allowedTools", "Bash,Agent"],
      ...["--output-format", output, "--verbose"],
      ...args,
    ]);
    return {
      ...this.#readLog(),
      requests: this.#model.requests.slice(before),
      printed: output === "json"
        ? [JSON.parse(stdout || "[]")].flat()
        : parsePrinted(stdout),
      project: `${this.#dir}/project`,
      code,
    };
  }

  /** A session at a terminal until the end of its first turn. */
  async terminal(order: Order): Promise<Evidence> {
    const { prompt = "Do the work", script } = order;
    this.#model.script = script;
    await runAtTerminal({
      program: this.client.program,
      args: [prompt, "--plugin-dir", this.#writePlugin(order)],
      home: `${this.#dir}/home`,
      cwd: `${this.#dir}/project`,
      env: this.#env(),
      isOver: () => this.#readLog().events.some(({ name }) => name === "Stop"),
    });
    return {
      ...this.#readLog(),
      requests: this.#model.requests,
      printed: [],
      project: `${this.#dir}/project`,
      code: 0,
    };
  }

  #env(): Record<string, string> {
    return {
      ...sealedEnv(`${this.#dir}/home`, this.#model.url),
      LAB: `${this.#dir}/log`,
    };
  }

  /** The client with any arguments, in the lab's project. */
  async claude(args: readonly string[]): Promise<{
    readonly code: number;
    readonly stdout: string;
  }> {
    const { code, stdout } = await new Deno.Command(this.client.program, {
      args: [...args],
      cwd: `${this.#dir}/project`,
      env: this.#env(),
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "null",
      signal: AbortSignal.timeout(RUN_LIMIT_MS),
    }).output();
    return { code, stdout: new TextDecoder().decode(stdout) };
  }

  /** A blank and a dollar sign in its path test the quoting. */
  #writePlugin({ hooks, module }: Order): string {
    const root = `${this.#dir}/lab $plugin`;
    const write = (path: string, text: string, mode = 0o644) => {
      const full = `${root}/${path}`;
      Deno.mkdirSync(dirname(full), { recursive: true });
      Deno.writeTextFileSync(full, text, { mode });
    };
    const manifest = { name: "lab", version: "1.0.0", description: "A lab" };
    write(".claude-plugin/plugin.json", JSON.stringify(manifest));
    write("hooks/hooks.json", hooks);
    write("hook.sh", HOOK, 0o755);
    write(
      "agents/clerk.md",
      `---\nname: clerk\ndescription: Writes\ntools: []\n---\n\n${CLERK}\n`,
    );
    if (module !== undefined) write("hooks/module.ts", module);
    return root;
  }

  #readLog(): Pick<Evidence, "events" | "environments"> {
    const log = `${this.#dir}/log`;
    const environments = new Map<string, Record<string, string>>();
    let events: Evidence["events"] = [];
    for (const { name } of Deno.readDirSync(log)) {
      const text = Deno.readTextFileSync(`${log}/${name}`);
      if (name === "events") events = parseEvents(text);
      if (name.startsWith("env-")) {
        environments.set(name.slice("env-".length), parseEnvironment(text));
      }
    }
    return { events, environments };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#model[Symbol.asyncDispose]();
    await removeFolder(this.#dir);
  }
}

/** A client that was killed with its terminal may still write for a moment. */
async function removeFolder(dir: string, tries = 10): Promise<void> {
  try {
    await Deno.remove(dir, { recursive: true });
  } catch (error) {
    if (tries === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, 200));
    await removeFolder(dir, tries - 1);
  }
}

/** hooks.json with these events, each started in exec form. */
export function hooksFile(
  events: Readonly<Record<string, readonly HookEntry[]>>,
  rest: Readonly<Record<string, unknown>> = {},
): string {
  const groups = Object.entries(events).map(([event, entries]) => [
    event,
    [{ hooks: entries.map((entry) => hook(event, entry)) }],
  ]);
  return JSON.stringify({ ...rest, hooks: Object.fromEntries(groups) });
}

export interface HookEntry {
  /** Tells hooks of one event apart. */
  readonly part?: string;
  readonly async?: boolean;
}

const hook = (event: string, { part, async = false }: HookEntry) => ({
  type: "command",
  command: "${CLAUDE_PLUGIN_ROOT}/hook.sh",
  args: [event, ...(part === undefined ? [] : [part])],
  timeout: 20,
  ...(async ? { async } : {}),
});

export const context = (event: string, text: string) =>
  JSON.stringify({
    hookSpecificOutput: { hookEventName: event, additionalContext: text },
  });
