import { assertEquals } from "@std/assert";
import { bareWord, tokenize, wordsOf } from "./tokens.ts";

const TABLE: readonly (readonly [name: string, text: string, words: string])[] =
  [
    ["English, without stop words", "How did we fix the loop?", "fix loop"],
    [
      "an identifier whole and in its parts",
      "lastSeenAt last_seen_at",
      "lastseenat last seen lastseenat last seen",
    ],
    [
      "letters in a row and digits",
      "parseHTTPHeader OAuth2Token v2",
      "parsehttpheader parse http header oauth2token oauth2 token v2",
    ],
    ["paths", "src/store/lock.ts:42", "src store lock ts 42"],
    ["error texts", "TS2345: can't read 'x'", "ts2345 read"],
    ["accents and case folded", "Café NAÏVE Ångström", "cafe naive angstrom"],
    ["ß is ss", "Größe GRÖSSE", "grosse grosse"],
    ["full-width letters", "ＡＰＩ", "api"],
    ["an accent written apart", "cafe\u0301", "cafe"],
    ["Korean without particles", "인증을 인증에서 인증했다", "인증 인증 인증"],
    ["Korean nouns that end like one", "회의 회의를", "회의 회의"],
    ["Korean of one syllable", "집을", "집을 집"],
    ["Korean after Latin letters", "API를 수정했습니다", "api 수정"],
    ["Korean in overlapping pairs", "데이터베이스", "데이 이터 터베 베이 이스"],
    [
      "Japanese with its grammar left out",
      "認証を修正しました",
      "認証 修正",
    ],
    ["Japanese whatever its ending", "届いた 届く", "届 届"],
    ["Japanese katakana", "データ", "デー ータ"],
    ["Chinese", "数据库连接", "数据 据库 库连 连接"],
    [
      "Chinese with an identifier",
      "修复useAuth的问题",
      "修复 useauth use auth 的问 问题",
    ],
    ["a character beyond the basic plane", "𠮷野家", "𠮷野 野家"],
    ["Cyrillic", "Ошибка входа", "ошибка входа"],
    ["Hindi keeps its vowel signs", "समस्या", "समस्या"],
    ["marks, arrows and pictures", "→ ✓ 🎉 — “fix”", "fix"],
    ["a lone surrogate", "a\ud83d fix", "fix"],
    ["nothing", "", ""],
    ["stop words only", "what is this", ""],
  ];

Deno.test("wordsOf()", async (t) => {
  for (const [name, text, words] of TABLE) {
    await t.step(
      name,
      () => assertEquals(wordsOf(text).map(bareWord).join(" "), words),
    );
  }
});

Deno.test("wordsOf() leaves out what is never searched for", () => {
  assertEquals(wordsOf(`x${"0f".repeat(40)} fix`), ["fix"]);
});

Deno.test("tokenize() tells scripts apart as Unicode does", () => {
  const cjk = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
  const wrong: string[] = [];
  for (let code = 0xc0; code <= 0xffdc; code++) {
    const char = String.fromCharCode(code);
    const isLetter = /\p{L}/u.test(char) && /[^\u2000-\u2bff]/.test(char);
    // Letters like signs and those of private use are in no word.
    if (!isLetter || tokenize(char).length === 0) continue;
    // Pairs of three, or one word.
    const expected = cjk.test(char) || char === "〆" || char === "ー" ? 2 : 1;
    if (tokenize(char.repeat(3)).length !== expected) wrong.push(char);
  }
  assertEquals(wrong, []);
});
