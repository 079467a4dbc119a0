/**
 * Run a tier of tests, or single files, and print a line a file as it ends:
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
 * that the others load as well. With more files the first is told of too late.
 */
const FILES_A_PROCESS = 16;

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface FileCounts extends Counts {
  readonly file: string;
  readonly seconds: number;
}

/** What a JUnit report says of each file; undefined if it is none. */
export function readReport(xml: string): FileCounts[] | undefined {
  if (!xml.includes("<testsuites")) return undefined;
  return xml.split(/(?=<testsuite )/).slice(1).map((suite) => {
    const told = (name: string) =>
      new RegExp(` ${name}="([^"]*)"`).exec(suite)?.[1] ?? "";
    const failed = Number(told("failures")) + Number(told("errors"));
    const skipped = Number(told("disabled"));
    return {
      file: told("name").replace(/^\.\//, ""),
      passed: Number(told("tests")) - failed - skipped,
      failed,
      skipped,
      seconds: secondsOf(suite),
    };
  });
}

/** The time of its tests; that of a step is in its test's. */
function secondsOf(suite: string): number {
  const cases = suite.matchAll(/<testcase name="([^"]*)".*? time="([\d.]+)"/g);
  return cases.filter(([, name]) => !name?.includes(" &gt; "))
    .reduce((all, [, , time]) => all + Number(time), 0);
}

/** The sum; a step that is written in another file is counted there. */
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

interface Finished {
  readonly files: readonly FileCounts[];
  /** Everything it printed. */
  readonly output: string;
}

/** Run files in one process; one after another if that tells too little. */
async function runTogether(
  files: readonly string[],
  run: Run,
): Promise<Finished[]> {
  const [file = "", ...others] = files;
  if (others.length === 0) return [await runAlone(file, run)];
  const entry = `${run.folder.dir}/${crypto.randomUUID()}_test.ts`;
  const imports = files.map((one) => `import "${toFileUrl(resolve(one))}";\n`);
  Deno.writeTextFileSync(entry, imports.join(""));
  const { success, report, output } = await runProcess(entry, run);
  const isTold = success || report?.some(({ failed }) => failed > 0);
  if (report !== undefined && isTold) {
    const told = new Set(report.map(({ file }) => resolve(file)));
    const silent = files.filter((one) => !told.has(resolve(one)))
      .map((file) => ({ file, seconds: 0, ...sumCounts([]) }));
    return [{ files: [...report, ...silent], output }];
  }
  const alone: Finished[] = [];
  for (const one of files) alone.push(await runAlone(one, run));
  return alone;
}

async function runAlone(file: string, run: Run): Promise<Finished> {
  const begun = performance.now();
  const { success, report = [], output } = await runProcess(file, run);
  const counts = sumCounts(report);
  const seconds = (performance.now() - begun) / 1000;
  // It may have failed before or after its tests.
  const failed = success ? counts.failed : Math.max(1, counts.failed);
  return { files: [{ ...counts, file, seconds, failed }], output };
}

async function runProcess(file: string, { patience, folder }: Run) {
  const path = Deno.makeTempFileSync({ suffix: ".xml" });
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      ...FLAGS,
      `--config=${CONFIG}`,
      `--junit-path=${path}`,
      file,
    ],
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
  const { success, stdout, stderr } = await child.output();
  clearTimeout(limit);
  const report = readReport(Deno.readTextFileSync(path));
  Deno.removeSync(path);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { success, report, output: text(stdout) + text(stderr) };
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
  const lane = async () => {
    for (const some of waiting) {
      for (const { files, output } of await runTogether(some, run)) {
        for (const one of files) console.log(renderLine(one));
        if (sumCounts(files).failed > 0) console.log(errorsIn(output));
        all.push(...files);
      }
    }
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
