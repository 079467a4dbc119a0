/**
 * Compile the program with a death in it, for long runs of the kill tests: it
 * starts in a third of the time.
 *
 *     deno run --allow-all tests/support/build_crash.ts [--offline-runtime]
 *
 * It prints what to set MEMORY_KEEPER_CRASH_EXE to.
 */

import { fromFileUrl } from "@std/path";
import { build, chooseToolchain, DIST } from "../../../scripts/build.ts";

if (import.meta.main) {
  const tools = await chooseToolchain(Deno.args.includes("--offline-runtime"));
  const entry = fromFileUrl(new URL("crash_main.ts", import.meta.url));
  console.log(
    await build(tools, { entry, out: `${DIST}/memory-keeper-crash` }),
  );
}
