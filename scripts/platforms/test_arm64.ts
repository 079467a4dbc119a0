/**
 * The program for Linux arm64, tried on x64 under qemu:
 *
 *     deno task test:arm64 [--smoke] [FILE...]
 */

import { DIST } from "../build.ts";
import { buildPatient } from "./build_patient.ts";
import { ensureDebianRoot, orSkip } from "./debian_root.ts";
import { filesFor } from "./platform_tests.ts";
import { runPlatformTests } from "./run_platform_tests.ts";

const PACKAGES = ["qemu-user", "libc6-arm64-cross", "libgcc-s1-arm64-cross"];
const [root, name] = await orSkip(
  "Linux arm64",
  async () =>
    [
      await ensureDebianRoot(PACKAGES),
      await buildPatient("aarch64-unknown-linux-gnu"),
    ] as const,
);
const env = {
  MEMORY_KEEPER_TEST_EXE: `${DIST}/${name}`,
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
