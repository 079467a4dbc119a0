/**
 * Run a tier of tests, or single files, and print a line a file as it ends:
 *
 *     deno run --allow-all scripts/run_tests.ts <tier | file...>
 *
 * Each file is a process of its own. Failures are printed in full, and the last
 * line says how many tests and steps passed, failed and were skipped.
 */

import { existsSync } from "@std/fs";
import { fromFileUrl } from "@std/path";
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
/** On a quiet machine; a file that hangs is ended and has failed. */
const LIMIT_MS = 10 * 60_000;
const LANES = Math.min(8, navigator.hardwareConcurrency);

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Finished extends Counts {
  readonly file: string;
  readonly seconds: number;
  /** Everything it printed. */
  readonly output: string;
}

/** The sums of a JUnit report; undefined if it has none. */
export function readCounts(xml: string): Counts | undefined {
  if (!xml.includes("<testsuites")) return undefined;
  // Steps that are written in another file have a suite of their own.
  const suites = xml.match(/<testsuite [^>]*>/g) ?? [];
  const sum = (name: string) =>
    suites.reduce((all, suite) => {
      const found = new RegExp(` ${name}="(\\d+)"`).exec(suite);
      return all + Number(found?.[1] ?? 0);
    }, 0);
  const [failed, skipped] = [sum("failures") + sum("errors"), sum("disabled")];
  return { passed: sum("tests") - failed - skipped, failed, skipped };
}

/** What a failed file printed, from its errors on. */
export function errorsIn(output: string): string {
  const at = output.indexOf("\n ERRORS \n");
  return at < 0 ? output : output.slice(at + 1);
}

export function renderLine(
  { file, seconds, passed, failed, skipped }: Omit<Finished, "output">,
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

async function runFile(
  file: string,
  { patience, folder }: Run,
): Promise<Finished> {
  const report = Deno.makeTempFileSync({ suffix: ".xml" });
  const begun = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", ...FLAGS, `--junit-path=${report}`, file],
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
  const counts = readCounts(Deno.readTextFileSync(report));
  Deno.removeSync(report);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const { passed = 0, failed = 0, skipped = 0 } = counts ?? {};
  return {
    file,
    passed,
    // It may have failed before or after its tests.
    failed: success ? failed : Math.max(1, failed),
    skipped,
    seconds: (performance.now() - begun) / 1000,
    output: text(stdout) + text(stderr),
  };
}

/** Run files side by side; true if nothing failed. */
export async function runFiles(files: readonly string[]): Promise<boolean> {
  using folder = new RunFolder();
  const run = { patience: patienceHere(), folder };
  const waiting = files.values();
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const lane = async () => {
    for (const file of waiting) {
      const finished = await runFile(file, run);
      console.log(renderLine(finished));
      if (finished.failed > 0) console.log(errorsIn(finished.output));
      for (const key of ["passed", "failed", "skipped"] as const) {
        sum[key] += finished[key];
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  console.log(
    `\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`,
  );
  return sum.failed === 0 && sum.passed > 0;
}

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
  Deno.exit(await runFiles(files) ? 0 : 1);
}
