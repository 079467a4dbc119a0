/**
 * The executable of version 0.1, for tests of upgrades: its commit, built with
 * the offline runtime. Prints the path; says in one line where it cannot.
 *
 *     deno run --allow-all scripts/build_older.ts
 */

import { existsSync } from "@std/fs";
import { DIST, ROOT } from "./build.ts";
import { ensureOfflineRuntime } from "./offline_runtime.ts";
import { runProgram } from "./run_program.ts";

/** The last commit that called itself 0.1. */
const COMMIT = "e615423b54879867d6054305f6025ff5fd84765e";

const folder = `${DIST}/older`;
const executable = `${folder}/dist/memory-keeper`;

async function buildOlder(): Promise<void> {
  await Deno.mkdir(`${folder}/dist`, { recursive: true });
  const archive = `${folder}/source.tar`;
  await runProgram("git", ["archive", "--output", archive, COMMIT], {
    cwd: ROOT,
  });
  await runProgram("tar", ["-xf", archive], { cwd: folder });
  const { deno, runtime } = await ensureOfflineRuntime(
    `${DIST}/offline-runtime`,
  );
  await runProgram(deno, ["task", "--quiet", "build"], {
    cwd: folder,
    env: { DENORT_BIN: runtime, DENO_TLS_CA_STORE: "system" },
  });
}

if (!existsSync(executable)) {
  try {
    await buildOlder();
  } catch (error) {
    const [why = ""] = String(error).split("\n");
    console.error(`Version 0.1 cannot be built here: ${why}`);
    Deno.exit(0);
  }
}
console.log(executable);
