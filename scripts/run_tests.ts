/**
 * Run a tier of tests, or single files, and print a line a file when it has ended:
 *
 *     deno run --allow-all scripts/run_tests.ts <tier | file...>
 *
 * A process runs several files, or one where they take long. Failures are
 * printed in full, and the last line says how many tests and steps passed,
 * failed and were skipped.
 */

import { existsSync } from "@std/fs";
import { fromFileUrl, resolve, toFileUrl } from "@std/path";
import { patience as patienceHere } from "../tests/support/world/patience.ts";
import { RunFolder } from "./run_folder.ts";
import {
  type Counts,
  END_MODULE,
  type FileCounts,
  ProgressReader,
} from "./test_progress.ts";
import { filesOf, type Tier, TIERS } from "./test_tiers.ts";

const FLAGS = [
  "--quiet",
  "--no-check",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-run",
  "--allow-net=127.0.0.1",
];
const CONFIG = fromFileUrl(new URL("../deno.json", import.meta.url));
/** On a quiet machine; what hangs is ended and has failed. */
const LIMIT_MS = 10 * 60_000;
const LANES = Math.min(8, navigator.hardwareConcurrency);
/**
 * Half of a small file's processor time is its start: the process, and modules
 * that the others load as well.
 */
const FILES_A_PROCESS = 24;

export function sumCounts(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((n, one) => n + one[key], 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
  };
}

/** What a failed file printed, from its errors on. */
export function errorsIn(output: string): string {
  const at = output.indexOf("\n ERRORS \n");
  return at < 0 ? output : output.slice(at + 1);
}

export function renderLine(
  { file, seconds, passed, failed, skipped }: FileCounts,
): string {
  const told = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} FAILED`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(", ");
  return `${file.padEnd(52)} ${told}  ${seconds.toFixed(1)} s`;
}

interface Run {
  readonly patience: number;
  readonly folder: RunFolder;
}

/**
 * Run files in one process, and tell of each when it has ended. Those that the
 * process did not come to, or could not load, are run one by one.
 */
async function runTogether(
  files: readonly string[],
  run: Run,
  onEnd: (counts: FileCounts) => void,
): Promise<void> {
  const begun = performance.now();
  let hasFailed = false;
  const progress = new ProgressReader(files, (counts) => {
    hasFailed ||= counts.failed > 0;
    onEnd(counts);
  });
  const { success, output } = await runProcess(files, progress, run);
  const left = progress.unfinished;
  if (success && left.length === 0) return;
  const isShared = files.length > 1;
  if (hasFailed || !isShared || left.length === 0) {
    console.log(errorsIn(output));
  }
  if (isShared && left.length > 0) {
    for (const one of left) await runTogether([one], run, onEnd);
  } else if (!hasFailed) {
    // It failed before or after its tests.
    const seconds = (performance.now() - begun) / 1000;
    const file = files.at(-1) ?? "";
    onEnd({ file, seconds, passed: 0, failed: 1, skipped: 0 });
  }
}

async function runProcess(
  files: readonly string[],
  progress: ProgressReader,
  { patience, folder }: Run,
) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", ...FLAGS, `--config=${CONFIG}`, writeEntry()],
    env: {
      NO_COLOR: "1",
      DENO_NO_UPDATE_CHECK: "1",
      TZ: "UTC",
      ...folder.env,
      MEMORY_KEEPER_TEST_PATIENCE: String(patience),
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS * patience);
  const [{ success }, stdout, stderr] = await Promise.all([
    child.status,
    readLines(child.stdout, (line) => progress.read(line)),
    readLines(child.stderr),
  ]);
  clearTimeout(limit);
  return { success, output: stdout + stderr };

  /** A module that loads the files, each followed by a sign of its end. */
  function writeEntry(): string {
    const name = `${folder.dir}/${crypto.randomUUID()}`;
    const modules = files.flatMap((file, at) => {
      const end = `${name}_end_${at}.js`;
      Deno.writeTextFileSync(end, END_MODULE);
      return [file, end];
    });
    // One after the other: static imports do not wait for one that awaits.
    const imports = modules.map((path) =>
      `await import("${toFileUrl(resolve(path))}");\n`
    );
    Deno.writeTextFileSync(`${name}_test.ts`, imports.join(""));
    return `${name}_test.ts`;
  }
}

async function readLines(
  stream: ReadableStream<Uint8Array>,
  onLine: (line: string) => void = () => {},
): Promise<string> {
  let [all, rest] = ["", ""];
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    all += text;
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  }
  return all;
}

/** Run files side by side; true if nothing failed. */
export async function runFiles(
  files: readonly string[],
  filesAProcess = 1,
): Promise<boolean> {
  using folder = new RunFolder();
  const run = { patience: patienceHere(), folder };
  const waiting = chunk(files, filesAProcess).values();
  const all: Counts[] = [];
  const onEnd = (counts: FileCounts) => {
    console.log(renderLine(counts));
    all.push(counts);
  };
  const lane = async () => {
    for (const some of waiting) await runTogether(some, run, onEnd);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const { passed, failed, skipped } = sumCounts(all);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0 && passed > 0;
}

const chunk = (files: readonly string[], size: number): string[][] =>
  Array.from(
    { length: Math.ceil(files.length / size) },
    (_, at) => files.slice(at * size, (at + 1) * size),
  );

/** The finished file; undefined if there is none yet. */
function findExecutable(): string | undefined {
  const named = Deno.env.get("MEMORY_KEEPER_TEST_EXE");
  const path = named || fromFileUrl(
    new URL("../dist/memory-keeper", import.meta.url),
  );
  return existsSync(path) ? path : undefined;
}

if (import.meta.main) {
  const [first = "test"] = Deno.args;
  const isTier = TIERS.includes(first as Tier);
  if (first.startsWith("executable")) {
    const path = findExecutable();
    if (path === undefined) {
      console.error("There is no executable: run deno task build first");
      Deno.exit(1);
    }
    Deno.env.set("MEMORY_KEEPER_TEST_EXE", path);
  }
  if (first === "deep") Deno.env.set("MEMORY_KEEPER_THOROUGH", "1");
  const files = isTier ? filesOf(first as Tier) : Deno.args;
  const isLong = isTier && first !== "test";
  const together = isLong ? 1 : FILES_A_PROCESS;
  Deno.exit(await runFiles(files, together) ? 0 : 1);
}
