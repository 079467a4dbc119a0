/** Some days of the soak, which `deno task soak` plays for years. */

import { assert } from "@std/assert";
import { runSoak } from "../support/soak/run_soak.ts";

const DAYS = 8;

Deno.test(`${DAYS} days of work with sessions that end, die and come back`, async () => {
  const lines: string[] = [];
  const { checked, counts, dated } = await runSoak({
    seed: 3,
    days: DAYS,
    untilMs: Infinity,
    print: (line) => lines.push(line),
  });
  assert(checked > 0 && counts.ended > 0, lines.join("\n"));
  assert(dated > 0, lines.join("\n"));
  console.log(lines.at(-1));
});
