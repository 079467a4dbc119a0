import { assertEquals } from "@std/assert";
import { nameSimilarity, SAME_NAME } from "./_name_similarity.ts";

Deno.test("nameSimilarity() finds the same concept by its name", async (t) => {
  const same: [string, string][] = [
    ["token refresh", "Token Refresh"],
    ["TokenRefresh", "token_refresh"],
    ["token-refresh", "tokenRefresh"],
    ["token refresh", "refresh tokens"],
    ["HTTPServer", "http server"],
    ["tide table", "tide tables"],
    ["getUserByName", "get_users_by_name"],
    ["Authentication flow", "authentication"],
    ["auth token refresh", "token refresh"],
    ["src/tide.ts", "tide.ts src"],
    ["토큰 갱신", "토큰갱신"],
    ["토큰 갱신", "토큰을 갱신"],
    ["데이터베이스 연결", "데이터베이스 연결들"],
    ["토큰 갱신".normalize("NFD"), "토큰 갱신"],
    ["トークン更新", "トークン 更新"],
    ["令牌轮换", "令牌轮换"],
    ["fullwidth", "fullwidth"],
  ];
  const different: [string, string][] = [
    ["auth login", "auth logout"],
    ["auth", "auth login"],
    ["test v1", "test v2"],
    ["integration test suite v1", "integration test suite v2"],
    ["L1 log", "L2 log"],
    ["API server", "API client"],
    ["getUserByName", "getUserById"],
    ["read_session_log", "read_session_lock"],
    ["로그인", "로그아웃"],
    ["토큰 갱신", "토큰 삭제"],
    ["조석표", "요금표"],
    ["tides", ""],
    ["!!!", "!!!"],
  ];
  for (const [a, b] of same) {
    await t.step(`${a} = ${b}`, () => check(a, b, true));
  }
  for (const [a, b] of different) {
    await t.step(`${a} ≠ ${b}`, () => check(a, b, false));
  }
});

function check(a: string, b: string, same: boolean) {
  const score = nameSimilarity(a, b);
  assertEquals(score >= SAME_NAME, same, String(score));
  assertEquals(nameSimilarity(b, a), score);
}

Deno.test("nameSimilarity() of a name with itself is 1", () => {
  for (const name of ["a", "토", "a b c", "x".repeat(5000)]) {
    assertEquals(nameSimilarity(name, name), 1);
  }
});
