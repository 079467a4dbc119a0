/**
 * Years of work in minutes: does memory stay whole, and does it stay quick?
 * `deno task soak [--minutes 10 | --days N] [--seed 1]`, with the compiled
 * executable.
 */

import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl } from "@std/path";

const root = fromFileUrl(new URL("../", import.meta.url));
const { minutes, days, seed } = parseArgs(Deno.args, {
  string: ["minutes", "days", "seed"],
});
// Read when the support is loaded, so before it.
if (!Deno.env.get("MEMORY_KEEPER_TEST_EXE")) {
  Deno.env.set("MEMORY_KEEPER_TEST_EXE", `${root}dist/memory-keeper`);
}
const { runSoak } = await import("../tests/support/soak/run_soak.ts");
await runSoak({
  seed: Number(seed ?? 1),
  ...(days === undefined
    ? { untilMs: performance.now() + Number(minutes ?? 10) * 60_000 }
    : { untilMs: Infinity, days: Number(days) }),
  print: (line) => console.log(line),
});
