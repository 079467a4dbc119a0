import { assertEquals } from "@std/assert";
import { stemEnglish } from "./_stem_english.ts";

/** Words of one row have one stem. */
const FAMILIES = [
  "fix fixes fixed fixing",
  "run runs running",
  "add adds added adding",
  "config configs",
  "configure configured configuring",
  "query queries queried",
  "rotate rotates rotated rotating rotation",
  "authentication authenticate authenticated",
  "index indexes indexed indexing",
  "session sessions",
];

Deno.test("stemEnglish() brings the forms of a word together", async (t) => {
  for (const family of FAMILIES) {
    await t.step(family, () => {
      const stems = new Set(family.split(" ").map(stemEnglish));
      assertEquals(stems.size, 1, [...stems].join(" "));
    });
  }
});

Deno.test("stemEnglish() keeps apart what is not the same", () => {
  const words = ["test", "text", "cache", "catch", "log", "login"];
  assertEquals(new Set(words.map(stemEnglish)).size, words.length);
});

Deno.test("stemEnglish() leaves other words alone", () => {
  for (const word of ["인증", "ts2345", "is", "çalışıyor"]) {
    assertEquals(stemEnglish(word), word);
  }
});
