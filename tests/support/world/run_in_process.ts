/**
 * The program in this process: the same `run()` as main.ts, with an environment,
 * a folder and streams of its own. A start costs next to nothing, so a test does
 * without a process unless the process is its point. Several may run at once.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { run } from "../../../main.ts";
import { processWorld, type World } from "../../../src/base/world.ts";
import { patience } from "./patience.ts";
import { stretchTime } from "./stretch_time.ts";

const MAIN = import.meta.resolve("../../../main.ts");

export interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin: Uint8Array;
}

export interface Ended {
  readonly code: number;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** The streams of one run. */
class Streams {
  readonly out: Uint8Array[] = [];
  readonly err: Uint8Array[] = [];
  isOver = false;
  #at = 0;

  constructor(readonly input: Uint8Array) {}

  read(into: Uint8Array): number | null {
    const rest = this.input.subarray(this.#at, this.#at + into.length);
    if (rest.length === 0) return null;
    into.set(rest);
    this.#at += rest.length;
    return rest.length;
  }
}

const running = new AsyncLocalStorage<Streams>();

/** The run that asks; the next test may be begun by what a run has left. */
function currentRun(): Streams | undefined {
  const streams = running.getStore();
  return streams?.isOver ? undefined : streams;
}

/**
 * Local time cannot be another than this process's own, and `mcp` reads a stream
 * of Node that ends once a process: a second one would wait forever.
 */
export function canRunInProcess(
  [command]: readonly string[],
  { TZ }: Readonly<Record<string, string>>,
): boolean {
  if (command === "mcp") return false;
  if (TZ === undefined || TZ === Deno.env.get("TZ")) return true;
  return TZ === "UTC" && new Date().getTimezoneOffset() === 0;
}

export async function runInProcess(
  args: readonly string[],
  { env, cwd, stdin }: Surroundings,
): Promise<Ended> {
  patchProcess();
  const streams = new Streams(stdin);
  const { out, err } = streams;
  try {
    const code = await running.run(streams, () => run(args, worldOf(env, cwd)));
    return { code, stdout: join(out), stderr: join(err) };
  } finally {
    streams.isOver = true;
  }
}

function worldOf(env: Readonly<Record<string, string>>, cwd: string): World {
  const world = processWorld();
  const now = new Date(env["MEMORY_KEEPER_NOW"] ?? Number.NaN);
  return {
    ...world,
    env: (name) => env[name] || undefined,
    now: () => Number.isNaN(now.getTime()) ? new Date() : new Date(now),
    cwd: () => cwd,
  };
}

let isPatched = false;

/** A run has streams and time of its own, and what the executable has. */
function patchProcess(): void {
  if (isPatched) return;
  isPatched = true;
  stretchTime(patience(), () => currentRun() !== undefined);
  patchStreams();
  refusePowers();
  const { mainModule } = Deno;
  Object.defineProperty(Deno, "mainModule", {
    get: () => currentRun() ? MAIN : mainModule,
  });
}

function patchStreams(): void {
  const { stdin, stdout, stderr } = Deno;
  const read = stdin.read.bind(stdin);
  const isAsked = stdin.isTerminal.bind(stdin);
  Object.assign(stdin, {
    read: (into: Uint8Array) => {
      const streams = currentRun();
      return streams ? Promise.resolve(streams.read(into)) : read(into);
    },
    isTerminal: () => currentRun() ? false : isAsked(),
  });
  for (const [stream, side] of [[stdout, "out"], [stderr, "err"]] as const) {
    const write = stream.write.bind(stream);
    const writeSync = stream.writeSync.bind(stream);
    const isSeen = stream.isTerminal.bind(stream);
    const keep = (bytes: Uint8Array): number | undefined =>
      currentRun()?.[side].push(bytes.slice());
    Object.assign(stream, {
      write: (bytes: Uint8Array) =>
        keep(bytes) ? Promise.resolve(bytes.length) : write(bytes),
      writeSync: (bytes: Uint8Array) =>
        keep(bytes) ? bytes.length : writeSync(bytes),
      isTerminal: () => currentRun() ? false : isSeen(),
    });
  }
}

/** What is compiled into the executable, as far as the doctor tries it. */
function refusePowers(): void {
  const refuse = () => {
    if (currentRun()) {
      throw new Deno.errors.NotCapable("Refused in a run");
    }
  };
  const { listen, env, Command } = Deno;
  const get = env.get.bind(env);
  env.get = (name) => (refuse(), get(name));
  Object.assign(Deno, {
    listen: (options: Deno.TcpListenOptions) => (refuse(), listen(options)),
    Command: class extends Command {
      constructor(...args: ConstructorParameters<typeof Command>) {
        refuse();
        super(...args);
      }
    },
  });
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
