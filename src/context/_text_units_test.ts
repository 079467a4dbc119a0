import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { textUnits } from "./_text_units.ts";

const digests = (text: string) => textUnits(text).map(({ digest }) => digest);
const firstOf = (text: string) => digests(text)[0];

Deno.test("textUnits() splits lines and sentences", () => {
  const [one, two, three] = digests("Round last. Never before!\nUse tabs");
  assertEquals(digests("never  before!"), [two]);
  assertEquals(digests(" Round\tlast.\n"), [one]);
  assertEquals(digests("- use TABS"), [three]);
  assertEquals(digests("\n \n- \n"), []);
  assertEquals(textUnits("a b. c").map(({ length }) => length), [3, 1]);
  assertEquals(digests("src/tide.ts 1.5").length, 1, "no sentence ends there");
});

Deno.test("textUnits() knows a fact with its reason behind it", () => {
  assert(
    digests("- Round last (spring was late; 2026-02-01)")
      .includes(firstOf("Round last") ?? 0),
  );
  assertNotEquals(firstOf("Round last"), firstOf("Round first"));
});
