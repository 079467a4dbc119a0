import { assert, assertEquals } from "@std/assert";
import { cutPassage } from "./_passage.ts";
import { cutSnippet } from "./_snippet.ts";

const weights = (...words: string[]) =>
  new Map(words.map((word) => [word, { term: word, weight: 1 }]));

const marked = (text: string, words: string[], max = 240) => {
  const snippet = cutSnippet(text, weights(...words), max);
  return snippet.marks.map(([start, end]) => snippet.text.slice(start, end));
};

Deno.test("cutSnippet() shows the match in its context", () => {
  const text = `${"before ".repeat(100)}the redirect loop${
    " after".repeat(100)
  }`;
  const snippet = cutSnippet(text, weights("redirect", "loop"), 100);
  assert(snippet.text.includes("the redirect loop"), snippet.text);
  assert(snippet.text.startsWith("… ") && snippet.text.endsWith(" …"));
  assert(snippet.text.length <= 104);
});

Deno.test("cutSnippet() marks words whole, whatever their case", () => {
  assertEquals(marked("Fix LastSeenAt and catalogs, log it", ["seen", "log"]), [
    "LastSeenAt",
    "log",
  ]);
});

Deno.test("cutSnippet() marks accents and pairs of characters", () => {
  assertEquals(marked("Le Café du coin", ["cafe"]), ["Café"]);
  assertEquals(marked("인증을 고쳤다", ["인증"]), ["인증을"]);
  assertEquals(marked("数据库连接失败", ["数据", "据库"]), ["数据库"]);
});

Deno.test("cutSnippet() never cuts a character in two", () => {
  const { text } = cutSnippet("🎉".repeat(500), weights("x"), 101);
  assert(text.isWellFormed());
});

Deno.test("cutPassage() gives whole lines and sentences, and marks what it left out", () => {
  const text = "First line.\n" +
    `${"Filler that is long enough to be left out. ".repeat(12)}\n` +
    "The redirect loop came from a stale cookie. We clear it now.\nLast.";
  const passage = cutPassage(text, weights("redirect", "cookie"), 100);
  assertEquals(
    passage,
    "… The redirect loop came from a stale cookie. We clear it now.\nLast.",
  );
  assertEquals(
    cutPassage(text, weights("redirect"), 66),
    "… The redirect loop came from a stale cookie. We clear it now. …",
  );
  assertEquals(cutPassage("A loop.", weights("loop"), 64), "A loop.");
});

Deno.test("cutPassage() is silent where nothing fits", () => {
  assertEquals(cutPassage("nothing here", weights("loop"), 100), undefined);
  assertEquals(
    cutPassage(`loop${"x".repeat(300)}`, weights("loop"), 100),
    undefined,
  );
});
