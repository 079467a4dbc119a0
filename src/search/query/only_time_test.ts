import { assertEquals } from "@std/assert";
import { isOnlyTime } from "./only_time.ts";
import { parseQuery } from "./query.ts";

/** Questions without their time, and whether nothing else is in them. */
const CASES: readonly (readonly [rest: string, only: boolean])[] = [
  ["what did we do", true],
  ["what did we work on ", true],
  ["summary of the sessions of ", true],
  ["which parser did we fix ", false],
  ["redirect loop", false],
  ["에 뭐 했지?", true],
  ["에 고친 일", true],
  ["에 고객 목록", false],
  ["에 바이너리 배포", false],
  ["何をした", true],
  ["の認証", false],
  ["我们做了什么", true],
  ["修改了登录", false],
];

Deno.test("isOnlyTime()", async (t) => {
  for (const [rest, only] of CASES) {
    await t.step(rest, () => {
      assertEquals(isOnlyTime(parseQuery(rest)), only);
    });
  }
});
