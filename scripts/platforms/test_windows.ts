/**
 * The program for Windows, tried on Linux under Wine:
 *
 *     deno task test:windows [--smoke] [FILE...]
 *
 * Deno for Windows runs the process tests there, with the executable.
 */

import { buildPatient } from "./build_patient.ts";
import { orSkip, takeTurn } from "./debian_root.ts";
import { filesFor } from "./platform_tests.ts";
import { runPlatformTests } from "./run_platform_tests.ts";
import { ensureWine } from "./wine.ts";

const [wine, name] = await orSkip(
  "Windows",
  async () =>
    [await ensureWine(), await buildPatient("x86_64-pc-windows-msvc")] as const,
);
// Ending Wine ends every program that runs in it.
using _turn = await takeTurn("wine");
const env = {
  MEMORY_KEEPER_TEST_EXE: `Z:\\repo\\dist\\${name}`,
  MEMORY_KEEPER_TEST_PATIENCE: "40",
  MEMORY_KEEPER_PATIENCE: "10",
};
const isGood = await runPlatformTests(
  filesFor(Deno.args),
  (file, flags) => wine.deno(["test", ...flags, "--cached-only", file], env),
);
await wine.end();
Deno.exit(isGood ? 0 : 1);
