/**
 * The program under odd circumstances: behind another command (`setpriv`,
 * `strace`, a shell that closes its streams), and always with an end. A process
 * that has to be killed is a failure, never a test that hangs.
 */

import { assert, assertEquals } from "@std/assert";
import { COMPACTION_MAX_UNITS } from "../../../src/context/_compaction_item.ts";
import { HOOKS } from "../../../src/hooks/table.ts";
import { type AttackedWorld, type Fired } from "./attacked_store.ts";
import { limitMs } from "./patience.ts";
import { PROGRAM } from "./sealed_world.ts";

/** From source a start takes a while. */
const START_MS = 20_000;

export interface Circumstances {
  /** Words before the program's own. */
  readonly before?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Variables that are not there at all. */
  readonly without?: readonly string[];
  readonly stdin?: string | Uint8Array;
  readonly cwd?: string;
  /** Replaces the words that start the program. */
  readonly program?: readonly string[];
}

export interface Ended {
  readonly code: number;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly killed: boolean;
}

export async function runBounded(
  world: AttackedWorld,
  args: readonly string[],
  endsWithinMs: number,
  { before = [], env, without = [], stdin = "", cwd, program = PROGRAM }:
    Circumstances = {},
): Promise<Ended> {
  const variables = world.env({ CLAUDE_PROJECT_DIR: world.project, ...env });
  for (const name of without) delete variables[name];
  const [command, ...rest] = [...before, ...program, ...args];
  const child = new Deno.Command(command as string, {
    args: rest,
    cwd: cwd ?? world.project,
    env: variables,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let killed = false;
  const timer = setTimeout(() => {
    killed = true;
    child.kill("SIGKILL");
  }, limitMs(endsWithinMs + START_MS));
  const writer = child.stdin.getWriter();
  const bytes = typeof stdin === "string"
    ? new TextEncoder().encode(stdin)
    : stdin;
  // It may end without reading all it is given.
  const fed = writer.write(bytes).then(() => writer.close()).catch(() => {});
  const [{ code, signal, stdout, stderr }] = await Promise.all([
    child.output(),
    fed,
  ]);
  clearTimeout(timer);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return {
    code,
    signal,
    stdout: text(stdout),
    stderr: text(stderr),
    killed,
  };
}

/** Run an event and hold it to what every hook promises. */
export async function fireHeld(
  world: AttackedWorld,
  fired: Fired,
  circumstances: Circumstances = {},
  about = "",
): Promise<Ended> {
  const [word = "", ...args] = fired.words.split(" ");
  const hook = HOOKS.find((one) => one.word === word);
  const ended = await runBounded(
    world,
    ["hook", word, ...args],
    hook?.deadlineMs ?? 0,
    { stdin: world.payloadOf(fired), ...circumstances },
  );
  assertHookHeld(ended, `${fired.words} ${about}`);
  return ended;
}

export function assertHookHeld(ended: Ended, about: string): void {
  assert(!ended.killed, `${about}: had to be killed`);
  assertEquals([ended.code, ended.stderr], [0, ""], about);
  if (ended.stdout === "") return;
  // The summariser's part of a compaction is the one plain text there is.
  if (/^pre-compact\b/.test(about) && ended.stdout.startsWith("Keep these ")) {
    assert(ended.stdout.length <= COMPACTION_MAX_UNITS + 1, about);
    return;
  }
  const said: unknown = JSON.parse(ended.stdout);
  assert(typeof said === "object" && said !== null, about);
}
