/**
 * A project in a sealed world with the real Claude Code, the installed plugin
 * and a scripted model.
 */

import { installedHome, PROGRAM, temporaryFolder } from "./installed_home.ts";
import {
  claudeSession,
  CLIENT,
  type Ended,
  run,
  type Running,
  sealedEnv,
  type Session,
  type SessionOptions,
  startSession,
} from "./run_client.ts";
import { type Script, ScriptedModel } from "./scripted_model.ts";

export interface TestOptions {
  /** The name of the project's folder. */
  readonly folder?: string;
  readonly ignore?: boolean;
}

/** A test with the real client; skipped where there is none. */
export function clientTest(
  name: string,
  body: (world: ClientWorld) => Promise<void>,
  { folder, ignore = false }: TestOptions = {},
): void {
  Deno.test({
    name,
    ignore: CLIENT === undefined || ignore,
    // The client leaves its own connections to the model open.
    sanitizeResources: false,
    sanitizeOps: false,
    async fn() {
      await using world = await ClientWorld.create(folder);
      await body(world);
    },
  });
}

export class ClientWorld implements AsyncDisposable {
  readonly project: string;

  private constructor(
    readonly dir: string,
    readonly home: string,
    readonly model: ScriptedModel,
    folder: string,
  ) {
    this.project = `${dir}/${folder}`;
    Deno.mkdirSync(this.project);
  }

  static async create(folder = "project"): Promise<ClientWorld> {
    const home = await installedHome();
    const model = new ScriptedModel({}, agentOpenings());
    return new ClientWorld(temporaryFolder(), home, model, folder);
  }

  get store(): string {
    return `${this.project}/.claude/memory`;
  }

  set script(script: Script) {
    this.model.script = script;
  }

  /** Settings of this project. */
  configure(config: object): void {
    Deno.mkdirSync(this.store, { recursive: true });
    Deno.writeTextFileSync(
      `${this.store}/config.json`,
      JSON.stringify(config),
    );
  }

  /** A session in this world's project. */
  session(prompt: string, options: SessionOptions = {}): Promise<Session> {
    const { home, model, project } = this;
    return claudeSession(prompt, { home, model, cwd: project, ...options });
  }

  /** Start a session that the test may end. */
  start(prompt: string, options: SessionOptions = {}): Running {
    const { home, model, project } = this;
    return startSession(prompt, { home, model, cwd: project, ...options });
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
    await this.model[Symbol.asyncDispose]();
    Deno.removeSync(this.dir, { recursive: true });
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
