/** Run test files one after another with a Deno that is not this one. */

import { measurePatience } from "../../tests/support/world/patience.ts";
import { errorsIn, renderLine, sumCounts } from "../run_tests.ts";
import type { Counts } from "../test_progress.ts";
import { REPOSITORY } from "./debian_root.ts";
import { readReport } from "./read_report.ts";

const FLAGS = ["--quiet", "--no-check", "--allow-all"];

/** On a quiet machine; a file that hangs is ended and has failed. */
const LIMIT_MS = 2 * 60_000;

/** True if nothing failed. */
export async function runPlatformTests(
  files: readonly string[],
  words: (file: string, flags: readonly string[]) => readonly string[],
): Promise<boolean> {
  const all: Counts[] = [];
  const begun = performance.now();
  const limitMs = LIMIT_MS * measurePatience();
  for (const file of files) {
    all.push(await runFile(file, words, limitMs));
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  const { passed, failed, skipped } = sumCounts(all);
  console.log(
    `\n${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds} s`,
  );
  return failed === 0 && passed > 0;
}

async function runFile(
  file: string,
  words: (file: string, flags: readonly string[]) => readonly string[],
  limitMs: number,
): Promise<Counts> {
  // Windows and arm64 may be tried at the same time.
  const report = `dist/platform_test_${Deno.pid}.xml`;
  await Deno.writeTextFile(`${REPOSITORY}/${report}`, "");
  const begun = performance.now();
  const [command = "", ...args] = words(file, [
    ...FLAGS,
    `--junit-path=${report}`,
  ]);
  const child = new Deno.Command(command, {
    args,
    cwd: REPOSITORY,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const limit = setTimeout(() => child.kill("SIGKILL"), limitMs);
  const { success, stdout, stderr } = await child.output();
  clearTimeout(limit);
  const xml = await Deno.readTextFile(`${REPOSITORY}/${report}`);
  const found = readReport(xml);
  await Deno.remove(`${REPOSITORY}/${report}`);
  const counts = {
    ...found,
    failed: success ? found.failed : Math.max(1, found.failed),
  };
  const seconds = (performance.now() - begun) / 1000;
  console.log(renderLine({ file, seconds, ...counts }));
  if (counts.failed > 0) {
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    console.log(errorsIn(text(stdout) + text(stderr)));
  }
  return counts;
}
