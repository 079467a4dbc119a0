/**
 * A sealed world: a temporary home and project, a cleared environment, and the
 * real program: in this process, or as a process of its own, which is either
 * `deno run main.ts` with the permissions of the executable or the executable.
 */

import { fromFileUrl } from "@std/path";
import { PERMISSION_FLAGS } from "../../../scripts/permissions.ts";
import { projectFolderName } from "../../../src/claude/memory_folder.ts";
import { plantMark } from "./owner_mark.ts";
import {
  canRunInProcess,
  type Ended,
  runInProcess,
  type Surroundings,
} from "./run_in_process.ts";
import { sealPaths } from "./seal_paths.ts";

const ROOT = fromFileUrl(new URL("../../../", import.meta.url));

/** The compiled file under test; unset, the program runs from source. */
export const EXECUTABLE = Deno.env.get("MEMORY_KEEPER_TEST_EXE") || undefined;

/** Whether it runs on a system that this machine only plays. */
export const EMULATED = Deno.env.has("MEMORY_KEEPER_PATIENCE");

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** In a world of processes: no process, unless all are to be. */
  readonly inProcess?: boolean;
}

const WINDOWS = Deno.build.os === "windows";

/** Windows takes either; one kind is enough for tests. */
export const withSlashes = (path: string) =>
  WINDOWS ? path.replaceAll("\\", "/") : path;

/** With it, and with an executable, every run is a process. */
const ALL_PROCESSES = EXECUTABLE !== undefined ||
  Deno.env.get("MEMORY_KEEPER_TEST_PROCESSES") === "1";

export class SealedWorld implements Disposable {
  readonly dir = withSlashes(Deno.realPathSync(
    Deno.makeTempDirSync({ prefix: "memory-keeper-test-" }),
  ));
  readonly home = `${this.dir}/home`;
  readonly project: string;
  readonly store: string;
  protected readonly ownsWhatItWrites: boolean = true;

  constructor(
    projectName = "project",
    /** Whether every run is a process of its own. */
    readonly inProcesses = ALL_PROCESSES,
  ) {
    this.project = `${this.dir}/${projectName}`;
    this.store = `${this.project}/.claude/memory`;
    for (const dir of [this.home, this.project]) Deno.mkdirSync(dir);
  }

  /** The folder that Claude Code names after a project it was started in. */
  entryOf(root: string): string {
    return `${this.home}/.claude/projects/${projectFolderName(root)}`;
  }

  workIn(root: string): void {
    Deno.mkdirSync(this.entryOf(root), { recursive: true });
  }

  /** What a process in this world sees, and nothing else. */
  env(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
    const inherited = [
      "DENO_DIR",
      "SystemRoot",
      "TMPDIR",
      "TMP",
      "TEMP",
      // Only the program that is built for an emulator knows it.
      "MEMORY_KEEPER_PATIENCE",
    ];
    const env: Record<string, string> = { PATH: Deno.env.get("PATH") ?? "" };
    for (const name of inherited) {
      const value = Deno.env.get(name);
      if (value !== undefined) env[name] = value;
    }
    // From source, Deno itself needs its module cache, which lies in the home.
    env["DENO_DIR"] ??= denoDir();
    return {
      ...env,
      HOME: this.home,
      USERPROFILE: this.home,
      NO_COLOR: "1",
      ...extra,
    };
  }

  /** Run the program, in this process where that is possible. */
  async run(
    args: readonly string[],
    { stdin = "", env, cwd = this.project, inProcess = false }: RunOptions = {},
  ): Promise<Outcome> {
    const around = { env: this.env(env), cwd, stdin: bytesOf(stdin) };
    const isProcess = (inProcess ? ALL_PROCESSES : this.inProcesses) ||
      !canRunInProcess(args, around.env);
    const { code, stdout, stderr } = isProcess
      ? await runProcess(args, around)
      : await runInProcess(args, around);
    const text = (bytes: Uint8Array) => this.seal(bytes);
    return { code, stdout: text(stdout), stderr: text(stderr) };
  }

  /** What it wrote, with paths that are the same in every world and system. */
  seal(written: Uint8Array | string): string {
    const text = typeof written === "string"
      ? written
      : new TextDecoder().decode(written);
    return sealPaths(text, this.dir, WINDOWS);
  }

  /** Run a finished file that was put somewhere, such as an installed one. */
  async runFile(file: string, args: readonly string[]): Promise<Outcome> {
    const [command = "", ...first] = startOf(file);
    const { code, stdout, stderr } = await new Deno.Command(command, {
      args: [...first, ...args],
      cwd: this.project,
      env: this.env(),
      clearEnv: true,
    }).output();
    return { code, stdout: this.seal(stdout), stderr: this.seal(stderr) };
  }

  /** Run a hook as Claude Code would. */
  hook(
    event: string,
    payload: unknown,
    { env, ...options }: RunOptions = {},
  ): Promise<Outcome> {
    return this.run(["hook", ...event.split(" ")], {
      stdin: typeof payload === "string"
        ? payload
        : `${JSON.stringify(payload)}\n`,
      ...options,
      env: { CLAUDE_PROJECT_DIR: this.project, ...env },
    });
  }

  read(path: string): string {
    return Deno.readTextFileSync(`${this.store}/${path}`);
  }

  /** The user made what is in a store. */
  own(store = this.store, claude = `${this.home}/.claude`): void {
    if (this.ownsWhatItWrites) plantMark(store, claude);
  }

  /** What a test puts into the store is the user's own. */
  write(path: string, text: string | Uint8Array): void {
    this.own();
    const full = `${this.store}/${path}`;
    Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    if (typeof text === "string") Deno.writeTextFileSync(full, text);
    else Deno.writeFileSync(full, text);
  }

  /**
   * Every file below the store, sorted, without its temporary prefix, and
   * without the mark of its owner where the test put it there.
   */
  files(dir = this.store, prefix = ""): string[] {
    const names: string[] = [];
    for (const entry of Deno.readDirSync(dir)) {
      const path = `${prefix}${entry.name}`;
      if (this.ownsWhatItWrites && path === "state/owner") continue;
      if (entry.isDirectory) {
        names.push(...this.files(`${dir}/${entry.name}`, `${path}/`));
      } else names.push(path);
    }
    return names.sort();
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.dir, { recursive: true });
  }
}

/** A sealed world for tests in which the process is the point. */
export class ProcessWorld extends SealedWorld {
  constructor(projectName?: string) {
    super(projectName, true);
  }
}

/** What starts a finished file that this machine cannot start by itself. */
const RUNNER = Deno.env.get("MEMORY_KEEPER_TEST_RUNNER")?.split(" ") ?? [];

/** The words that start a finished file. */
export const startOf = (file: string): string[] => [...RUNNER, file];

/** The words that start the program under test. */
export const PROGRAM: readonly string[] = EXECUTABLE ? startOf(EXECUTABLE) : [
  Deno.execPath(),
  "run",
  "--quiet",
  "--config",
  `${ROOT}deno.json`,
  ...PERMISSION_FLAGS,
  `${ROOT}main.ts`,
];

/** Start the program under test with pipes on all three streams. */
export function spawnProgram(
  args: readonly string[],
  { env, cwd }: { env: Record<string, string>; cwd: string },
): Deno.ChildProcess {
  const [command, ...first] = PROGRAM;
  return new Deno.Command(command as string, {
    args: [...first, ...args],
    cwd,
    env,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Start a finished file that was put somewhere, with pipes. */
export function spawnFile(
  file: string,
  args: readonly string[],
  world: SealedWorld,
  env: Readonly<Record<string, string>> = {},
): Deno.ChildProcess {
  const [command = "", ...first] = startOf(file);
  return new Deno.Command(command, {
    args: [...first, ...args],
    cwd: world.project,
    env: world.env(env),
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

const bytesOf = (text: string | Uint8Array) =>
  typeof text === "string" ? new TextEncoder().encode(text) : text;

async function runProcess(
  args: readonly string[],
  { env, cwd, stdin }: Surroundings,
): Promise<Ended> {
  const child = spawnProgram(args, { env: { ...env }, cwd });
  const fed = feed(child.stdin, stdin);
  // Under Wine a child that is fed while its output is awaited hangs. What is
  // written before the program has read all fits into a pipe.
  if (WINDOWS) await fed;
  const [, ended] = await Promise.all([fed, child.output()]);
  return ended;
}

/** A program may end without reading all it is given. */
async function feed(
  stdin: WritableStream<Uint8Array>,
  bytes: Uint8Array,
): Promise<void> {
  const writer = stdin.getWriter();
  try {
    if (bytes.length > 0) await writer.write(bytes);
    await writer.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

let knownDenoDir: string | undefined;

export function denoDir(): string {
  if (knownDenoDir !== undefined) return knownDenoDir;
  const { stdout } = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
    env: { NO_COLOR: "1" },
  }).outputSync();
  knownDenoDir = String(JSON.parse(new TextDecoder().decode(stdout)).denoDir);
  return knownDenoDir;
}

/** A payload of Claude Code, with the fields every event has. */
export function payload(
  event: string,
  sessionId: string,
  extra: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    session_id: sessionId,
    transcript_path: "/nowhere/session.jsonl",
    cwd: "/nowhere",
    hook_event_name: event,
    ...extra,
  };
}
