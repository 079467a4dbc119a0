/** A sealed world in which the program dies where it is told to. */

import { fromFileUrl } from "@std/path";
import { PERMISSION_FLAGS } from "../../scripts/permissions.ts";
import { DEAD } from "./mortal_main.ts";
import { walk } from "./read_store.ts";
import { payload, SealedWorld } from "./sealed_world.ts";

const MORTAL = fromFileUrl(new URL("mortal_main.ts", import.meta.url));
const CONFIG = fromFileUrl(new URL("../../deno.json", import.meta.url));

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

/** SIGKILL from outside. */
export interface DeathByClock {
  readonly afterMs: number;
}

export type Death = DeathAtPoint | DeathByClock;

export interface Fate {
  readonly died: boolean;
  readonly code: number;
  readonly stdout: string;
}

export class MortalWorld extends SealedWorld {
  async do({ args, stdin = "", env = {} }: Deed, death?: Death): Promise<Fate> {
    const dieAt = death && "at" in death
      ? { MEMORY_KEEPER_DIE_AT: `${death.at}:${death.share}` }
      : {};
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--config",
        CONFIG,
        ...PERMISSION_FLAGS,
        MORTAL,
        ...args,
      ],
      cwd: this.project,
      env: this.env({ CLAUDE_PROJECT_DIR: this.project, ...env, ...dieAt }),
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const timer = death && "afterMs" in death
      ? setTimeout(() => endNow(child), death.afterMs)
      : undefined;
    const writer = child.stdin.getWriter();
    // Killed before it could read.
    await writer.write(new TextEncoder().encode(stdin)).catch(() => {});
    await writer.close().catch(() => {});
    const { code, signal, stdout } = await child.output();
    clearTimeout(timer);
    return {
      died: code === DEAD || signal !== null,
      code,
      stdout: new TextDecoder().decode(stdout),
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

  /** What a killed process left behind counts as left only after a minute. */
  age(): void {
    const before = new Date(Date.now() - 120_000);
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

function endNow(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    // It was quicker than the timer.
    if (!(error instanceof TypeError)) throw error;
  }
}
