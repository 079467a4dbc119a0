import { assertEquals } from "@std/assert";
import { judgeUsage } from "./check_work.ts";

const day = (calls: number, failed: number) => ({
  calls,
  failed,
  inputTokens: 0,
  outputTokens: 0,
});

Deno.test("judgeUsage() warns where half of the completions fail", async (t) => {
  const rows: [
    days: ReturnType<typeof day>[],
    outcome: string,
    says: string,
  ][] = [
    [
      [day(3, 0), day(1, 0)],
      "good",
      "4 calls of the hooks module in seven days, all recorded",
    ],
    [
      [day(3, 1)],
      "good",
      "3 calls of the hooks module in seven days, 1 failed",
    ],
    [
      [day(1, 1), day(1, 0)],
      "warning",
      "2 calls of the hooks module in seven days, 1 failed",
    ],
  ];
  for (const [days, outcome, reason] of rows) {
    await t.step(reason, () => {
      const found = judgeUsage(days);
      assertEquals([found.outcome, found.reason], [outcome, reason]);
    });
  }
});
