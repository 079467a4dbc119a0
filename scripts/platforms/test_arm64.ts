/**
 * The finished file for Linux arm64, tried on x64 under qemu:
 *
 *     deno task test:arm64 [--smoke] [FILE...]
 */

import { build, DIST, executableName, ROOT } from "../build.ts";
import { CACHE, ensureDebianRoot, orSkip } from "./debian_root.ts";
import { newerToolchain } from "./newer_runtime.ts";
import { filesFor } from "./platform_tests.ts";
import { runPlatformTests } from "./run_platform_tests.ts";

const TARGET = "aarch64-unknown-linux-gnu";

const PACKAGES = ["qemu-user", "libc6-arm64-cross", "libgcc-s1-arm64-cross"];
const [root, tools] = await orSkip("Linux arm64", async () =>
  [
    await ensureDebianRoot(PACKAGES),
    await newerToolchain(TARGET, `${CACHE}/npm`),
  ] as const);
const entry = `${ROOT}tests/support/world/patient_main.ts`;
const out = `${DIST}/patient-${executableName(TARGET)}`;
await build(tools, { entry, out, target: TARGET });
const env = {
  MEMORY_KEEPER_TEST_EXE: out,
  // Debian's qemu needs nothing of the system it comes from.
  MEMORY_KEEPER_TEST_RUNNER: [
    root.path("/usr/bin/qemu-aarch64"),
    "-L",
    root.path("/usr/aarch64-linux-gnu"),
  ].join(" "),
  MEMORY_KEEPER_TEST_PATIENCE: "60",
  MEMORY_KEEPER_PATIENCE: "60",
  DENO_NO_UPDATE_CHECK: "1",
  NO_COLOR: "1",
  TZ: "UTC",
};
for (const [name, value] of Object.entries(env)) Deno.env.set(name, value);
const isGood = await runPlatformTests(
  filesFor(Deno.args),
  (file, flags) => [Deno.execPath(), "test", ...flags, file],
);
Deno.exit(isGood ? 0 : 1);
