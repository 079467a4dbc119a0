/**
 * Build the executable: make the script it carries, record what V8 compiles of
 * it, and compile the module that starts it with the plugin folder inside.
 *
 *     deno task build [--target NAME|all] [--offline-runtime] [--out FILE]
 */

import { parseArgs } from "@std/cli/parse-args";
import { dirname, fromFileUrl } from "@std/path";
import ranks from "js-tiktoken/ranks/o200k_base";
import { RANKS_FILE } from "../src/memory/count_tokens.ts";
import { gzipBytes } from "../src/store/gzip.ts";
import { codeFileOf } from "../src/install/code_file.ts";
import { ensureCompiler, loadsVmQuickly } from "./compiler.ts";
import { ensureOfflineRuntime } from "./offline_runtime.ts";
import { PERMISSION_FLAGS } from "./permissions.ts";
import { SCRIPT, writeScript } from "./program_script.ts";
import { recordCode } from "./record_code.ts";
import { ProgramError, runProgram } from "./run_program.ts";

export const TARGETS = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
] as const;

export const ROOT = fromFileUrl(new URL("../", import.meta.url));
export const DIST = `${ROOT}dist`;

/** A Deno that compiles, and the runtime if it is not to be downloaded. */
export interface Toolchain {
  readonly deno: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Build {
  /** Another program, for a test or a bench; without it the product. */
  readonly entry?: string;
  readonly out: string;
  readonly target?: string | undefined;
}

/** The module the executable starts with. */
export const PRODUCT = `${ROOT}src/start/executable.ts`;

const QUIET = { DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" };

export async function chooseToolchain(offline: boolean): Promise<Toolchain> {
  if (!offline) return { deno: await ensureCompiler(DIST), env: QUIET };
  const { deno, runtime } = await ensureOfflineRuntime(
    `${DIST}/offline-runtime`,
  );
  return {
    deno,
    env: { ...QUIET, DENORT_BIN: runtime, DENO_TLS_CA_STORE: "system" },
  };
}

/** What the executable carries: the layout of an installation. */
const CARRIED = [".claude-plugin", "plugin"];

/** A hook ends after thirty milliseconds, but V8 is tuned for long runs. */
const V8_FLAGS = [
  // Most functions run a few times; hot ones are optimised anyway.
  "--no-sparkplug",
  // Other threads would begin work that is never waited for.
  "--single-threaded",
  // Compiling an expression costs more than a few runs of it; in a long text
  // the first run compiles it anyway.
  "--regexp-tier-up-ticks=10",
  // A start, a prompt or a search ends before garbage collection is needed.
  "--min-semi-space-size=8",
  // An import would let it grow, for 80 MB more and no less time.
  "--max-semi-space-size=8",
];

/**
 * Bundle into `dir`, next to the carried files; returns the main module. Always
 * with the Deno that runs this: older ones cannot bundle every package.
 */
export async function bundle(entry: string, dir: string): Promise<string> {
  await Deno.remove(dir, { recursive: true }).catch(ignoreMissing);
  await runProgram(Deno.execPath(), [
    "bundle",
    "--quiet",
    "--minify",
    "--code-splitting",
    "--outdir",
    dir,
    entry,
  ], { env: QUIET, cwd: ROOT });
  for (const name of CARRIED) {
    await copyFolder(`${ROOT}${name}`, `${dir}/${name}`);
  }
  const main = entry.replace(/^.*[\\/]/, "").replace(/\.ts$/, ".js");
  return `${dir}/${main}`;
}

export async function build(
  tools: Toolchain,
  { entry, out, target }: Build,
): Promise<string> {
  const dir = `${DIST}/js/${out.split(/[\\/]/).at(-1)}`;
  const main = await bundle(entry ?? PRODUCT, dir);
  await Deno.mkdir(dirname(out), { recursive: true });
  if (entry === undefined) {
    await writeScript(ROOT, dir);
    await writeCode(tools, dir, { out, target });
  }
  const carried = [
    ...CARRIED,
    ...(entry ? [] : [SCRIPT]),
  ];
  await compile(tools, main, { out, target, dir, carried });
  const data = new TextEncoder().encode(JSON.stringify(ranks));
  const table = out.replace(/[^\\/]+$/, RANKS_FILE);
  await replaceFile(table, await gzipBytes(data), `${out}.new`);
  return out;
}

interface Compiled extends Build {
  readonly dir: string;
  readonly carried: readonly string[];
}

async function compile(
  tools: Toolchain,
  main: string,
  { out, target, dir, carried }: Compiled,
): Promise<void> {
  await runProgram(tools.deno, [
    "compile",
    "--quiet",
    "--no-config",
    "--no-lock",
    // With type checking it would embed Node's types, 2.4 MB to read at each
    // start.
    "--no-check",
    // Without this the executable would load bytecode from a predictable
    // file in the temporary folder, where another user can place one.
    "--no-code-cache",
    `--v8-flags=${V8_FLAGS.join()}`,
    ...PERMISSION_FLAGS,
    ...(target ? ["--target", target] : []),
    ...carried.flatMap((name) => ["--include", `${dir}/${name}`]),
    "--output",
    out,
    main,
  ], { env: tools.env, cwd: dir });
}

/**
 * Code is recorded by a program with the same runtime and flags as the
 * executable, so only where that can run: for another system there is none, nor
 * where loading it would take as long as it saves.
 */
async function writeCode(
  tools: Toolchain,
  dir: string,
  { out, target }: Build,
): Promise<void> {
  const path = codeFileOf(out);
  await Deno.remove(path).catch(ignoreMissing);
  if (target !== undefined && target !== Deno.build.target) return;
  const told = await runProgram(tools.deno, ["--version"]);
  if (!loadsVmQuickly(/^deno (\S+)/.exec(told)?.[1] ?? "")) return;
  const recording = `${dir}/recording`;
  const recorder = await bundle(`${ROOT}scripts/code_recorder.ts`, recording);
  await Deno.copyFile(`${dir}/${SCRIPT}`, `${recording}/${SCRIPT}`);
  const program = `${recording}/${executableName(undefined)}`;
  await compile(tools, recorder, { out: program, dir: recording, carried: [] });
  await replaceFile(path, await recordCode(program), `${out}.new`);
  await Deno.remove(recording, { recursive: true });
}

/** Renamed into place: a program that was built earlier may be reading it. */
async function replaceFile(path: string, bytes: Uint8Array, temporary: string) {
  await Deno.writeFile(temporary, bytes);
  await Deno.rename(temporary, path);
}

export function executableName(target: string | undefined): string {
  const windows = target?.includes("windows") ??
    Deno.build.os === "windows";
  const base = target ? `memory-keeper-${target}` : "memory-keeper";
  return windows ? `${base}.exe` : base;
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    // An executable put there to try the plugin by hand.
    if (isDirectory && name === "bin") continue;
    const [source, copy] = [`${from}/${name}`, `${to}/${name}`];
    if (isDirectory) await copyFolder(source, copy);
    else await Deno.copyFile(source, copy);
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

/** Whether `deno compile` could not download what it needs. */
export function isRuntimeMissing(error: unknown): error is ProgramError {
  return error instanceof ProgramError && /denort|dl\.deno/.test(error.stderr);
}

function explainFailure(error: unknown): never {
  if (isRuntimeMissing(error)) {
    console.error(
      "error: Cannot download Deno's runtime, which `deno compile` needs\n" +
        "hint: Where only npm can be reached, use --offline-runtime " +
        "(Linux x64, for tests), or point DENORT_BIN at a runtime",
    );
    Deno.exit(1);
  }
  throw error;
}

async function main(args: readonly string[]): Promise<void> {
  const flags = parseArgs(args, {
    string: ["target", "out"],
    boolean: ["offline-runtime"],
    unknown: (arg) => {
      console.error(`error: Unknown option "${arg}"`);
      console.error(
        "hint: Use --target NAME|all, --offline-runtime, --out FILE",
      );
      Deno.exit(2);
    },
  });
  const target = flags["target"] as string | undefined;
  const targets = target === "all" ? TARGETS : [target || undefined];
  const tools = await chooseToolchain(flags["offline-runtime"] === true);
  for (const name of targets) {
    const out = flags["out"] as string || `${DIST}/${executableName(name)}`;
    console.error(`building ${out}`);
    await build(tools, { out, target: name })
      .catch(explainFailure);
    console.log(out);
  }
}

if (import.meta.main) await main(Deno.args);
