import { assert, assertEquals } from "@std/assert";
import { stemOf, STOP_WORDS } from "../../base/tokens.ts";
import { isPlainWord } from "./plain_words.ts";

Deno.test("isPlainWord() knows words of every project by their stems", () => {
  for (const word of ["current", "behavior", "configuration", "github"]) {
    assert(isPlainWord(stemOf(word)), word);
  }
  for (const word of ["ferry", "webhook", "zeppelin", "constructor"]) {
    assert(!isPlainWord(stemOf(word)), word);
  }
});

Deno.test("isPlainWord() has no word that is never asked for", () => {
  assertEquals([...STOP_WORDS].filter(isPlainWord), []);
});
