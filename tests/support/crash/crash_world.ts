/** A sealed world in which the program dies where it is told to. */

import { fromFileUrl } from "@std/path";
import { PERMISSION_FLAGS } from "../../../scripts/permissions.ts";
import { DEAD, POINTS } from "./crash_main.ts";
import { walk } from "../world/read_store.ts";
import { payload, ProcessWorld } from "../world/sealed_world.ts";

const CRASHING = fromFileUrl(new URL("crash_main.ts", import.meta.url));
const CONFIG = fromFileUrl(new URL("../../../deno.json", import.meta.url));

/** Made by build_crash.ts; unset, the program runs from source. */
const EXECUTABLE = Deno.env.get("MEMORY_KEEPER_CRASH_EXE") || undefined;
const FROM_SOURCE = [
  Deno.execPath(),
  "run",
  "--quiet",
  "--config",
  CONFIG,
  ...PERMISSION_FLAGS,
  CRASHING,
];

export interface Deed {
  readonly args: readonly string[];
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** At the n-th place where it could be interrupted, with so much of a write. */
export interface DeathAtPoint {
  readonly at: number;
  readonly share: number;
}

/** SIGKILL from outside, so long after its start or after its first step. */
export interface DeathByClock {
  readonly afterMs: number;
  readonly since: "start" | "first step";
}

export type Death = DeathAtPoint | DeathByClock;

export interface CrashOutcome {
  readonly died: boolean;
  /** By SIGKILL. */
  readonly fromOutside: boolean;
  readonly code: number;
  readonly stdout: string;
  /** How many places there were to die at, as far as it came. */
  readonly points: number;
}

export class CrashWorld extends ProcessWorld {
  async do(
    { args, stdin = "", env = {} }: Deed,
    death?: Death,
  ): Promise<CrashOutcome> {
    const dieAt = death && "at" in death
      ? { MEMORY_KEEPER_DIE_AT: `${death.at}:${death.share}` }
      : {};
    const [command, ...first] = EXECUTABLE ? [EXECUTABLE] : FROM_SOURCE;
    const child = new Deno.Command(command as string, {
      args: [...first, ...args],
      cwd: this.project,
      env: this.env({ CLAUDE_PROJECT_DIR: this.project, ...env, ...dieAt }),
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startTimer = (since: DeathByClock["since"]) => {
      if (!death || "at" in death || death.since !== since) return;
      timer = setTimeout(() => endNow(child), death.afterMs);
    };
    startTimer("start");
    const told = Promise.all([
      readTold(child.stderr, () => startTimer("first step")),
      new Response(child.stdout).text(),
    ]);
    const writer = child.stdin.getWriter();
    // Killed before it could read.
    await writer.write(new TextEncoder().encode(stdin)).catch(() => {});
    await writer.close().catch(() => {});
    const { code, signal } = await child.status;
    clearTimeout(timer);
    const [stderr, stdout] = await told;
    return {
      died: code === DEAD || signal !== null,
      fromOutside: signal !== null,
      code,
      stdout,
      points: Number(stderr.split(POINTS)[1] ?? 0),
    };
  }

  /** The store as it is, to come back to. */
  snapshot(): ReadonlyMap<string, Uint8Array> {
    const names = walk(this.store);
    return new Map(
      names.map((name) => [name, Deno.readFileSync(`${this.store}/${name}`)]),
    );
  }

  restore(files: ReadonlyMap<string, Uint8Array>): void {
    Deno.removeSync(this.store, { recursive: true });
    for (const [name, bytes] of files) this.write(name, bytes);
  }

  /** The whole world as it is, times included; gives a way back to it. */
  keep(): () => void {
    const files = walk(this.dir).map((path) => {
      const full = `${this.dir}/${path}`;
      const { mtime, mode } = Deno.statSync(full);
      const bytes = Deno.readFileSync(full);
      return { full, bytes, mtime: mtime ?? new Date(), mode };
    });
    return () => {
      for (const folder of [this.project, this.home]) {
        Deno.removeSync(folder, { recursive: true });
        Deno.mkdirSync(folder);
      }
      this.workIn(this.project);
      for (const { full, bytes, mtime, mode } of files) {
        const dir = full.slice(0, full.lastIndexOf("/"));
        Deno.mkdirSync(dir, { recursive: true });
        Deno.writeFileSync(full, bytes);
        if (mode !== null && Deno.build.os !== "windows") {
          Deno.chmodSync(full, mode & 0o777);
        }
        Deno.utimeSync(full, mtime, mtime);
      }
    };
  }

  /** What a killed process left behind counts as left only after a minute. */
  age(): void {
    const before = new Date(Date.now() - 3_600_000);
    for (const name of walk(this.store)) {
      const path = `${this.store}/${name}`;
      // Derived; without it every leftover is looked for again.
      if (name === ".cache/swept") Deno.removeSync(path);
      if (!/(?:^|\/)\.[^/]*\.tmp$|^delta\//.test(name)) continue;
      Deno.utimeSync(path, before, before);
    }
  }
}

/** A hook's call as Claude Code makes it. */
export function hookDeed(
  words: string,
  event: string,
  sessionId: string,
  extra: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>> = {},
): Deed {
  return {
    args: ["hook", ...words.split(" ")],
    stdin: JSON.stringify(payload(event, sessionId, extra)),
    env,
  };
}

/** All of it, and a word when it begins. */
async function readTold(
  stream: ReadableStream<Uint8Array>,
  onFirst: () => void,
): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    if (text === "" && bytes[0] === FIRST_STEP) onFirst();
    text += decoder.decode(bytes, { stream: true });
  }
  return text;
}

const FIRST_STEP = ".".charCodeAt(0);

function endNow(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    // It was quicker than the timer.
    if (!(error instanceof TypeError)) throw error;
  }
}
