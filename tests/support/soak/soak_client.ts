/**
 * Claude Code in the soak: it fires events as processes on a clock of its own,
 * and notes how long each took and, now and then, how much memory.
 *
 * The clock begins at the present and runs ahead, so that files, whose times
 * are the system's, look as old as they would be.
 */

import { assert, assertEquals } from "@std/assert";
import {
  type Outcome,
  payload,
  ProcessWorld,
  spawnProgram,
} from "../world/sealed_world.ts";

/** Every so many runs of an event its memory is looked at. */
const LOOK_EVERY = 25;
const LOOK_MS = 2;
const MINUTE_MS = 60_000;

export interface HookAnswer {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly additionalContext?: string };
}

export interface Fired {
  readonly id: string;
  readonly path: string;
}

export class SoakClient implements Disposable {
  readonly world = new ProcessWorld();
  readonly transcripts = `${this.world.home}/.claude/projects/-project`;
  /** How long each took since figures were last taken, by event or command. */
  readonly times = new Map<string, number[]>();
  peakKb = 0;
  processes = 0;
  #nowMs = Date.now();

  constructor(config: Readonly<Record<string, unknown>>) {
    this.world.write("config.json", JSON.stringify(config));
    Deno.mkdirSync(`${this.world.project}/.git`);
  }

  get now(): string {
    return new Date(this.#nowMs).toISOString();
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  later(minutes: number): void {
    this.#nowMs += minutes * MINUTE_MS;
  }

  /** Fire an event of a session; returns what the model is told. */
  async fire(
    { id, path }: Fired,
    words: string,
    event: string,
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const input = payload(event, id, {
      transcript_path: path,
      cwd: this.world.project,
      ...fields,
    });
    const { code, stdout, stderr } = await this.#run(
      words.replace(/ .*/, ""),
      ["hook", ...words.split(" ")],
      JSON.stringify(input),
      { CLAUDE_PROJECT_DIR: this.world.project },
    );
    assertEquals([code, stderr], [0, ""], words);
    const answer: HookAnswer = JSON.parse(stdout || "{}");
    return answer.hookSpecificOutput?.additionalContext ?? "";
  }

  /** Run a command of the shell; one of `codes` is what it must end with. */
  async command(
    args: readonly string[],
    codes = [0],
    stdin = "",
  ): Promise<Outcome> {
    const outcome = await this.#run(args[0] ?? "", args, stdin);
    assert(codes.includes(outcome.code), `${args[0]}: ${outcome.stderr}`);
    return outcome;
  }

  /** What starting alone takes, for the others to be compared with. */
  async reference(): Promise<void> {
    await this.#run("(start alone)", ["hook", "post-tool-use"], "{}", {
      MEMORY_KEEPER_DISABLED: "1",
    });
  }

  async #run(
    name: string,
    args: readonly string[],
    stdin: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Outcome> {
    const { world } = this;
    const all = { MEMORY_KEEPER_NOW: this.now, TZ: "UTC", ...env };
    const times = this.times.get(name) ?? [];
    this.times.set(name, times);
    if (this.processes++ % LOOK_EVERY === 0) {
      return await this.#runWatched(args, stdin, world.env(all));
    }
    const start = performance.now();
    const outcome = await world.run(args, { stdin, env: all });
    times.push(performance.now() - start);
    this.#keepSweptTime();
    return outcome;
  }

  /** The same, looking at the process: not timed, since that takes time. */
  async #runWatched(
    args: readonly string[],
    stdin: string,
    env: Record<string, string>,
  ): Promise<Outcome> {
    const child = spawnProgram(args, { env, cwd: this.world.project });
    const look = setInterval(() => {
      this.peakKb = Math.max(this.peakKb, peakOf(child.pid));
    }, LOOK_MS);
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin)).catch(() => {});
    await writer.close().catch(() => {});
    const { code, stdout, stderr } = await child.output();
    clearInterval(look);
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, stdout: text(stdout), stderr: text(stderr) };
  }

  /** A note with the time of the play, or every start would sweep. */
  #keepSweptTime(): void {
    const path = `${this.world.store}/.cache/swept`;
    const realMs = Date.now() + MINUTE_MS;
    if (this.#nowMs < realMs) return;
    try {
      const isReal = (Deno.statSync(path).mtime?.getTime() ?? 0) < realMs;
      const at = new Date(this.#nowMs);
      if (isReal) Deno.utimeSync(path, at, at);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  [Symbol.dispose](): void {
    this.world[Symbol.dispose]();
  }
}

/** The most memory a process ever had; 0 where the system does not tell. */
function peakOf(pid: number): number {
  try {
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0; // it has ended, or this is another system
  }
}
