/** Which tests are run on the systems that this machine only plays. */

import { filesOf } from "../test_tiers.ts";

/** Every event, every command, installation: what a release must do there. */
const SMOKE = [
  "tests/platform_smoke_test.ts",
  "tests/every_capability_test.ts",
];

export function filesFor(args: readonly string[]): string[] {
  if (args.includes("--smoke")) return SMOKE;
  const named = args.filter((arg) => !arg.startsWith("-"));
  return named.length > 0 ? named : filesOf("executable");
}
