import { assertEquals } from "@std/assert";
import { overlap, readStatement, saysTheSame } from "./_statement.ts";

Deno.test("saysTheSame() tells sentences apart", async (t) => {
  const rows: Record<string, [a: string, b: string, same: boolean]> = {
    "the same words": ["Round last", "round last.", true],
    "other order": ["Retry 3 times on 429", "On 429 retry 3 times", true],
    "endings and stop words": [
      "Refresh tokens are rotated at each login",
      "Rotate the refresh token with each login",
      true,
    ],
    "identifiers": [
      "`highWater()` rounds after the correction",
      "highWater() rounds after the moon's correction",
      true,
    ],
    "one identifier is another": [
      "highWater() rounds late",
      "lowWater() rounds late",
      false,
    ],
    "a not": [
      "Use Redis for the cache",
      "Do not use Redis for the cache",
      false,
    ],
    "an avoid": ["Use mocks in tests", "Avoid mocks in tests", false],
    "another number": [
      "The timeout of the login request is 30 seconds",
      "The timeout of the login request is 60 seconds",
      false,
    ],
    "one more number": [
      "The login request waits 30 seconds before it fails",
      "The login request waits 30 seconds before it fails, 2 tries",
      true,
    ],
    "another layer": ["L1 is never rewritten", "L2 is never rewritten", false],
    "one word of three": [
      "Use tabs for indentation",
      "Use spaces for indentation",
      false,
    ],
    "half the words": [
      "Tests run in a sealed world",
      "Tests run on Windows",
      false,
    ],
    "Korean particles": [
      "반올림은 보정 다음에 마지막으로 한다",
      "반올림을 보정 다음에 마지막으로 한다",
      true,
    ],
    "Korean, other topic": [
      "로그인 토큰을 갱신한다",
      "조석표를 다시 계산한다",
      false,
    ],
    "Korean not": [
      "캐시에 레디스를 사용한다",
      "캐시에 레디스를 사용하지 않는다",
      false,
    ],
    "Korean, short not": ["캐시를 매번 비운다", "캐시를 매번 안 비운다", false],
    "Korean, no not in it": [
      "보안 토큰은 하루마다 갱신한다",
      "보안토큰은 하루마다 갱신한다",
      true,
    ],
    "Japanese": ["丸めは最後に行う", "丸めは最後に行う。", true],
    "Chinese": ["令牌在每次登录时轮换", "每次登录时轮换令牌", true],
    "Chinese not": ["令牌在每次登录时轮换", "令牌在每次登录时不轮换", false],
    "the opposite verb": [
      "Enable caching for the user profile endpoint",
      "Disable caching for the user profile endpoint",
      false,
    ],
    "on and off": ["Turn caching on", "Turn caching off", false],
    "both sides named": [
      "Show the old and hide the new banner of the shop",
      "Hide the new banner of the shop and show the old",
      true,
    ],
    "instead of": [
      "Use Postgres instead of MySQL for the job queue",
      "Use MySQL instead of Postgres for the job queue",
      false,
    ],
    "over": [
      "Prefer tabs over spaces in this repository",
      "Prefer spaces over tabs in this repository",
      false,
    ],
    "not but": [
      "Round not early but late in the tide table",
      "Round not late but early in the tide table",
      false,
    ],
    "from and to": [
      "Move the jobs from Redis to Kafka",
      "Move the jobs from Kafka to Redis",
      false,
    ],
    "the same preference": [
      "Use Postgres instead of MySQL for the job queue",
      "For the job queue use Postgres rather than MySQL",
      true,
    ],
    "another path": [
      "All defaults live in src/settings.ts and are read once",
      "All defaults live in src/config.ts and are read once",
      false,
    ],
    "the end of a path": [
      "All defaults live in src/config.ts and are read once",
      "All defaults live in config.ts and are read once",
      true,
    ],
    "another product": [
      "Keep the login sessions of all users in Redis for a day",
      "Keep the login sessions of all users in Memcached for a day",
      false,
    ],
    "another tool": [
      "Install the packages of the web client with yarn",
      "Install the packages of the web client with npm",
      false,
    ],
    "capitals are no name": [
      "Round the tide last, after the correction",
      "ROUND the Tide LAST, after the Correction",
      true,
    ],
    "another word in common use": [
      "Choose one date format for the primary report",
      "Choose one date format for the main report",
      true,
    ],
    "Korean, the opposite": [
      "사용자 프로필 캐시를 활성화한다",
      "사용자 프로필 캐시를 비활성화한다",
      false,
    ],
    "Korean, instead of": [
      "작업 큐에 MySQL 대신 Postgres를 쓴다",
      "작업 큐에 Postgres 대신 MySQL을 쓴다",
      false,
    ],
    "nothing in it": ["the of", "a to", false],
  };
  for (const [name, [a, b, same]] of Object.entries(rows)) {
    await t.step(name, () => {
      const [first, second] = [readStatement(a), readStatement(b)];
      const shown = `${overlap(first, second).toFixed(2)} ${
        [...first.words].join(" ")
      } | ${[...second.words].join(" ")}`;
      assertEquals(saysTheSame(first, second), same, shown);
      assertEquals(saysTheSame(second, first), same, shown);
    });
  }
});
