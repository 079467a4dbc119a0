/**
 * A project in a sealed world with the real Claude Code, the installed plugin
 * and a scripted model.
 */

import { plantMark } from "../../support/world/owner_mark.ts";
import type { Client } from "./claude_code.ts";
import { Terminal } from "./interactive.ts";
import { installedHome, PROGRAM, temporaryFolder } from "./installed_home.ts";
import {
  claude,
  claudeSession,
  type Ended,
  run,
  type Running,
  sealedEnv,
  type Session,
  type SessionOptions,
  type SessionPlace,
  startSession,
} from "./run_client.ts";
import { until } from "./limits.ts";
import { type Script, ScriptedModel } from "./scripted_model.ts";
import type { PermissionMode } from "./versions.ts";

export class ClientWorld implements AsyncDisposable {
  readonly project: string;
  readonly #terminals: Terminal[] = [];

  private constructor(
    readonly client: Client,
    readonly mode: PermissionMode,
    readonly dir: string,
    readonly home: string,
    readonly model: ScriptedModel,
    folder: string,
  ) {
    this.project = `${dir}/${folder}`;
    Deno.mkdirSync(this.project);
  }

  static async create(
    client: Client,
    mode: PermissionMode = "default",
    folder = "project",
  ): Promise<ClientWorld> {
    const home = await installedHome(client);
    const model = new ScriptedModel({}, agentOpenings());
    const dir = temporaryFolder();
    return new ClientWorld(client, mode, dir, home, model, folder);
  }

  get version(): string {
    return this.client.version;
  }

  get store(): string {
    return `${this.project}/.claude/memory`;
  }

  set script(script: Script) {
    this.model.script = script;
  }

  /** Settings of this project. */
  configure(config: object): void {
    plantMark(this.store, `${this.home}/.claude`);
    Deno.writeTextFileSync(
      `${this.store}/config.json`,
      JSON.stringify(config),
    );
  }

  /** A session in this world's project. */
  session(prompt: string, options: SessionOptions = {}): Promise<Session> {
    return claudeSession(prompt, this.#place(options));
  }

  /** Start a session that the test may end. */
  start(prompt: string, options: SessionOptions = {}): Running {
    return startSession(prompt, this.#place(options));
  }

  /** A session at a terminal of its own; it ends with this world. */
  async terminal(options: SessionOptions = {}): Promise<Terminal> {
    const terminal = await Terminal.start(this.#place(options));
    this.#terminals.push(terminal);
    return terminal;
  }

  /** `claude plugin …` and the like, in this world's home. */
  claude(...args: string[]): Promise<Ended> {
    return claude(this.client, this.home, ...args);
  }

  #place(options: SessionOptions): SessionPlace {
    const { client, mode, home, model, project } = this;
    return { client, mode, home, model, cwd: project, ...options };
  }

  read(path: string): string {
    return Deno.readTextFileSync(`${this.store}/${path}`);
  }

  has(path: string): boolean {
    try {
      return Deno.statSync(`${this.store}/${path}`).isFile;
    } catch {
      return false;
    }
  }

  /** The names below a folder of the store that match. */
  names(folder: string, pattern: RegExp): string[] {
    try {
      return Array.from(
        Deno.readDirSync(`${this.store}/${folder}`),
        ({ name }) => name,
      ).filter((name) => pattern.test(name)).sort();
    } catch {
      return [];
    }
  }

  /** The client's own record of a session of this home, by how its id begins. */
  transcriptOf(id: string): string {
    const projects = `${this.home}/.claude/projects`;
    for (const { name: folder } of Deno.readDirSync(projects)) {
      for (const { name } of Deno.readDirSync(`${projects}/${folder}`)) {
        if (!name.startsWith(id) || !name.endsWith(".jsonl")) continue;
        return Deno.readTextFileSync(`${projects}/${folder}/${name}`);
      }
    }
    return "";
  }

  /** Run the executable in this world's project. */
  memoryKeeper(...args: string[]): Promise<Ended> {
    return run(PROGRAM, args, {
      cwd: this.project,
      env: sealedEnv(this.home, this.model.url),
    }).ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const terminal of this.#terminals) {
      await terminal[Symbol.asyncDispose]();
    }
    await this.model[Symbol.asyncDispose]();
    // A hook that outlives its session may still be writing.
    await until("an end of the hooks", () => removed(this.dir));
  }
}

function removed(dir: string): boolean {
  try {
    Deno.removeSync(dir, { recursive: true });
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    if (/not empty/i.test(String(error))) return false;
    throw error;
  }
}

/** How the instructions of each agent begin; they tell its requests apart. */
function agentOpenings(): Map<string, string> {
  const folder = new URL("../../../plugin/agents/", import.meta.url);
  const openings = new Map<string, string>();
  for (const { name } of Deno.readDirSync(folder)) {
    const text = Deno.readTextFileSync(new URL(name, folder));
    const body = text.replace(/^---\n[^]*?\n---\n+/, "");
    openings.set(
      (body.split("\n\n")[0] as string).trim(),
      name.replace(/\.md$/, ""),
    );
  }
  return openings;
}
