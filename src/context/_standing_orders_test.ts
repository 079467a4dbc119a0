import { assertEquals } from "@std/assert";
import { findStandingOrders } from "./_standing_orders.ts";

const CASES: readonly [prompt: string, orders: readonly string[]][] = [
  ["Always run the tests before a commit.", [
    "Always run the tests before a commit.",
  ]],
  ["Please never push to main. Then fix the login.", [
    "Please never push to main.",
  ]],
  ["Fix the pier. From now on use tabs, not spaces.", [
    "From now on use tabs, not spaces.",
  ]],
  ["You must always ask before you delete a file.", [
    "You must always ask before you delete a file.",
  ]],
  ["- never touch vendor/\n- round once", ["never touch vendor/"]],
  ["remember: tide tables are in UTC", ["tide tables are in UTC"]],
  ["Remember:\n- one lamp\n- two buoys\n\nThen go on.", [
    "one lamp",
    "two buoys",
  ]],
  ["기억해: 조석표는 UTC로", ["조석표는 UTC로"]],
  ["앞으로 주석은 한국어로 써줘.", ["앞으로 주석은 한국어로 써줘."]],
  ["절대로 main에 푸시하지 마.", ["절대로 main에 푸시하지 마."]],
  ["항상 테스트를 먼저 실행해 주세요.", ["항상 테스트를 먼저 실행해 주세요."]],
  // Reports, questions and manners.
  ["The build always fails on Mondays.", []],
  ["It never worked.", []],
  ["Why should we always round?", []],
  ["Never mind, I found it.", []],
  ["빌드가 항상 실패합니다.", []],
  ["```\nalways_run: true\n# always keep this\n```", []],
  ["remember:", []],
  ["", []],
];

Deno.test("findStandingOrders() tells orders from reports", async (t) => {
  for (const [prompt, orders] of CASES) {
    await t.step(prompt || "nothing", () => {
      assertEquals(findStandingOrders(prompt).map(({ text }) => text), orders);
    });
  }
});

Deno.test("findStandingOrders() knows which were said to be orders", () => {
  const isExplicit = (prompt: string) =>
    findStandingOrders(prompt).map((order) => order.isExplicit);
  assertEquals(isExplicit("remember: one lamp"), [true]);
  assertEquals(isExplicit("From now on use tabs."), [true]);
  assertEquals(isExplicit("Always use tabs."), [false]);
});
