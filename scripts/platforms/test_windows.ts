/**
 * The finished file for Windows, tried on Linux under Wine:
 *
 *     deno task test:windows [--smoke] [FILE...]
 *
 * Deno for Windows runs the process tests there, with the executable.
 */

import { build, DIST, executableName, MAIN } from "../build.ts";
import { CACHE, orSkip, takeTurn } from "./debian_root.ts";
import { newerToolchain } from "./newer_runtime.ts";
import { filesFor } from "./platform_tests.ts";
import { runPlatformTests } from "./run_platform_tests.ts";
import { ensureWine } from "./wine.ts";

const TARGET = "x86_64-pc-windows-msvc";

const [wine, tools] = await orSkip(
  "Windows",
  async () =>
    [await ensureWine(), await newerToolchain(TARGET, `${CACHE}/npm`)] as const,
);
// Ending Wine ends every program that runs in it.
using _turn = await takeTurn("wine");
const out = `${DIST}/${executableName(TARGET)}`;
await build(tools, { entry: MAIN, out, target: TARGET });
const env = {
  MEMORY_KEEPER_TEST_EXE: `Z:\\repo\\dist\\${executableName(TARGET)}`,
  MEMORY_KEEPER_TEST_PATIENCE: "40",
};
const isGood = await runPlatformTests(
  filesFor(Deno.args),
  (file, flags) => wine.deno(["test", ...flags, "--cached-only", file], env),
);
await wine.end();
Deno.exit(isGood ? 0 : 1);
