/** The counts of a JUnit report: what a Deno on another system leaves of a run. */

import type { Counts } from "../test_progress.ts";

export function readReport(xml: string): Counts {
  const sum = (name: string) =>
    xml.matchAll(new RegExp(`<testsuite [^>]*\\b${name}="(\\d+)"`, "g"))
      .reduce((all, [, count]) => all + Number(count), 0);
  const failed = sum("failures") + sum("errors");
  const skipped = sum("disabled");
  return { passed: sum("tests") - failed - skipped, failed, skipped };
}
