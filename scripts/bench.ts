/**
 * Start-up and hook times of the compiled executable as ratios to a bare
 * program compiled with the same runtime, and what refining costs. All cases
 * of a table are interleaved.
 *
 *     deno task bench [--rounds N] [--offline-runtime] [--start-up | --team]
 */

import { plantMark } from "../tests/support/world/owner_mark.ts";
import { parseArgs } from "@std/cli/parse-args";
import { existsSync } from "@std/fs";
import { renderTable } from "../src/output/table.ts";
import { codeFileOf } from "../src/install/code_file.ts";
import {
  build,
  chooseToolchain,
  DIST,
  isRuntimeMissing,
  type Toolchain,
} from "./build.ts";
import {
  measureReduction,
  peakMemory,
  prepareCorpus,
  refineCases,
  writeTranscriptOf,
} from "./bench_refine.ts";
import { contextCases } from "./bench_context.ts";
import { teamCases } from "./bench_team.ts";
import { newerToolchain } from "./platforms/newer_runtime.ts";
import { newTurn } from "./new_turn.ts";
import { type Case, interleave, renderRows } from "./interleave.ts";
import {
  casesOf,
  type Executables,
  processCase,
  type ProgramCopies,
} from "./process_case.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

const ROUNDS = 60;

const COPIES = 4;

async function buildBoth(tools: Toolchain, ending = ""): Promise<Executables> {
  await Deno.mkdir(DIST, { recursive: true });
  const entry = `${DIST}/bare.ts`;
  await Deno.writeTextFile(entry, 'console.log("hello");\n');
  const bare = await build(tools, { entry, out: `${DIST}/bare${ending}` });
  const product = await build(tools, { out: `${DIST}/memory-keeper${ending}` });
  return { bare: await layDown(bare), product: await layDown(product) };
}

async function layDown(executable: string): Promise<ProgramCopies> {
  const copies = Array.from(
    { length: COPIES },
    (_, i) => `${DIST}/bench/${i}/${executable.slice(DIST.length + 1)}`,
  );
  for (const copy of copies) {
    await Deno.mkdir(copy.replace(/\/[^/]+$/, ""), { recursive: true });
    await Deno.copyFile(executable, copy);
    const code = codeFileOf(executable);
    if (existsSync(code)) await Deno.copyFile(code, codeFileOf(copy));
  }
  return copies;
}

/** If no runtime can be downloaded, the pinned one from npm is used. */
export async function prepare(offline: boolean): Promise<Executables> {
  try {
    return await buildBoth(await chooseToolchain(offline));
  } catch (error) {
    if (offline || !isRuntimeMissing(error)) throw error;
    console.error("no runtime to download; building with --offline-runtime");
    return await buildBoth(await chooseToolchain(true));
  }
}

export function hookPayload(
  event: string,
  sessionId: string,
  transcript = "/nowhere/session.jsonl",
  extra: Readonly<Record<string, string>> = {},
): string {
  return JSON.stringify({
    ...extra,
    session_id: sessionId,
    transcript_path: transcript,
    cwd: "/nowhere",
    hook_event_name: event,
    tool_name: "Bash",
    tool_input: { command: "deno test", description: "Run the tests" },
    tool_response: { stdout: "ok | 12 passed\n".repeat(40), stderr: "" },
    tool_use_id: "toolu_01",
  }) + "\n";
}

/** What Claude Code writes to a status line command. */
function statusLineInput(project: string): string {
  return JSON.stringify({
    session_id: "0b5f0c52-bench-status-line",
    transcript_path: "/nowhere/session.jsonl",
    cwd: project,
    model: { id: "claude-opus-4-8", display_name: "Opus 4.8" },
    workspace: { current_dir: project, project_dir: project, added_dirs: [] },
    version: "2.1.197",
  });
}

function startUpCases({ bare, product }: Executables, dir: string): Case[] {
  const project = `${dir}/project`;
  const env = {
    HOME: `${dir}/home`,
    CLAUDE_PROJECT_DIR: project,
    PATH: "/usr/bin",
  };
  const payload = hookPayload("PostToolUse", "0b5f0c52-bench-post-tool-use");
  const tool = "hook post-tool-use, below the interval";
  const own = casesOf(product, env);
  return [
    casesOf(bare, env)("bare", [], payload),
    own(tool, ["hook", "post-tool-use"], payload, 1.15),
    own("status", ["status", "--project-dir", project]),
    own("statusline", ["statusline"], statusLineInput(project)),
  ];
}

/** The oldest runtime it must work on, and a newer one; both from npm. */
async function runtimeCases(dir: string): Promise<Case[]> {
  const target = "x86_64-unknown-linux-gnu";
  if (Deno.build.target !== target) return [];
  const older = await buildBoth(await chooseToolchain(true), "-2.4.2");
  const newer = await buildBoth(
    await newerToolchain(target, `${DIST}/newer-runtime`),
    "-2.7.11",
  );
  const named = (version: string, executables: Executables) =>
    startUpCases(executables, dir).slice(0, 2).map(({ name, run }) => ({
      name: `${name} (${version})`,
      run,
    }));
  return [...named("2.4.2", older), ...named("2.7.11", newer)];
}

/** One kilobyte of new transcript, then the hook that takes it in. */
async function stopCase(
  product: ProgramCopies,
  dir: string,
  bytes: number,
): Promise<() => Promise<void>> {
  const sessionId = `0b5f0c52-stop-${bytes}`;
  const folder = `${dir}/stop-${bytes}`;
  const transcript = `${folder}/${sessionId}.jsonl`;
  const project = `${folder}/project`;
  const env = { HOME: `${dir}/home`, CLAUDE_PROJECT_DIR: project };
  await Deno.mkdir(`${project}/.git`, { recursive: true });
  await writeTranscriptOf(transcript, bytes, 3, sessionId);
  await processCase(
    product,
    ["refine", transcript, "--project-dir", project],
    env,
  )();
  const payload = hookPayload("Stop", sessionId, transcript);
  const run = processCase(product, ["hook", "stop"], env, payload);
  let turn = 0;
  return async () => {
    await Deno.writeTextFile(transcript, newTurn(turn++), { append: true });
    await run();
  };
}

async function prepareProject(dir: string): Promise<void> {
  const store = `${dir}/project/.claude/memory`;
  plantMark(store, `${dir}/home/.claude`);
  // So large that no run of the bench reaches it.
  await Deno.writeTextFile(`${store}/config.json`, '{"saveInterval":10000}\n');
}

async function benchMemory(product: ProgramCopies, dir: string) {
  const path = `${dir}/gigabyte.jsonl`;
  await writeTranscriptOf(path, 1_000_000_000, 7, "gigabyte");
  const env = { HOME: `${dir}/home` };
  const peak = await peakMemory(
    product[0] ?? "",
    ["refine", path, "--project-dir", `${dir}/project`],
    env,
  );
  await Deno.remove(path);
  return peak;
}

async function main(args: readonly string[]): Promise<void> {
  const flags = parseArgs(args, {
    string: ["rounds"],
    boolean: ["offline-runtime", "start-up", "team"],
  });
  const rounds = Number(flags["rounds"] || ROUNDS);
  const executables = await prepare(flags["offline-runtime"] === true);
  using folder = new TemporaryFolder("bench");
  const { dir } = folder;
  const measure = async (title: string, cases: readonly Case[]) => {
    const rows = await interleave(cases, rounds, showProgress(rounds));
    console.log(`${title}\n${renderTable(renderRows(rows))}\n`);
    return rows;
  };
  await prepareProject(dir);
  const measureTeam = async () =>
    await measure(
      "With a team's 10,000 items",
      await teamCases(executables, dir),
    );
  if (flags["team"] === true) {
    await measureTeam();
    return;
  }
  const startUp = await measure("Start-up", startUpCases(executables, dir));
  const byRuntime = await runtimeCases(dir);
  const runtimes = byRuntime.length > 0
    ? await measure("Start-up by runtime", byRuntime)
    : [];
  if (flags["start-up"] === true) return;
  const context = await measure(
    "With 300 sessions in the store",
    await contextCases(executables, dir),
  );
  const team = await measureTeam();
  const { product } = executables;
  const increments = await measure("hook stop after 1 KB of new transcript", [
    { name: "in a 200 KB file", run: await stopCase(product, dir, 200_000) },
    {
      name: "in a 200 MB file",
      run: await stopCase(product, dir, 200_000_000),
      bar: 1.2,
    },
  ]);
  const corpus = await prepareCorpus(dir);
  const refine = await measure("Refine", refineCases(corpus));
  const reduction = measureReduction(corpus);
  console.log(
    `${reduction.rawBytes} bytes become ${reduction.l1Bytes}: ` +
      `${(100 * reduction.reduction).toFixed(2)} % less`,
  );
  const peak = await benchMemory(product, dir);
  console.log(
    `1 GB refined in ${peak ? `${(peak / 1e6).toFixed(0)} MB` : "?"}`,
  );
  const report = `${DIST}/bench.json`;
  const result = {
    rounds,
    startUp,
    runtimes,
    context,
    team,
    increments,
    refine,
    reduction,
    peak,
  };
  await Deno.writeTextFile(
    report,
    JSON.stringify({ deno: Deno.version.deno, ...result }, null, 2),
  );
  console.error(`${rounds} interleaved rounds; JSON in ${report}`);
}

export function showProgress(rounds: number): (done: number) => void {
  if (!Deno.stderr.isTerminal()) return () => {};
  const encoder = new TextEncoder();
  return (done) =>
    Deno.stderr.writeSync(
      encoder.encode(
        done === rounds ? "\r\x1b[K" : `\rround ${done} of ${rounds}`,
      ),
    );
}

if (import.meta.main) await main(Deno.args);
