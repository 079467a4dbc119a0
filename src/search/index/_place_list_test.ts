import { assertEquals } from "@std/assert";
import {
  addCodes,
  decodeList,
  decodePlaces,
  encodeList,
  encodePlace,
  lastOfPlace,
} from "./_place_list.ts";

Deno.test("decodeList() gives back what was encoded, in any order", () => {
  for (const numbers of [[], [0], [31, 32, 1023, 1024, 2 ** 30], [7, 7, 3]]) {
    assertEquals(decodeList(encodeList(numbers)), numbers);
  }
});

/** Of places, each followed by how often the word is there. */
function encodePlaces(places: readonly number[]): string {
  let [text, before] = ["", 0];
  for (let i = 0; i < places.length; i += 2) {
    const [entry, times] = [Math.floor(places[i]! / 1024), places[i + 1]!];
    text += encodePlace(entry, times, before);
    before = lastOfPlace(entry, times);
  }
  return text;
}

Deno.test("decodePlaces() gives back what was encoded", () => {
  const rows: readonly (readonly number[])[] = [
    [],
    [0, 1],
    [4, 1, 1028, 6, 2055, 7, 900_001, 250],
  ];
  for (const places of rows) {
    const codes = addCodes("", places.filter((_, i) => i % 2 === 0));
    assertEquals(decodePlaces(encodePlaces(places), codes), [...places]);
  }
});

Deno.test("decodePlaces() reads parts that were added one after another", () => {
  const [first, second] = [[4, 1, 1028, 9], [2048, 2, 4096, 1]];
  const codes = addCodes(addCodes("", [4, 1028]), [2048, 4096]);
  const both = `${encodePlaces(first)},${encodePlaces(second)}`;
  assertEquals(decodePlaces(both, codes), [...first, ...second]);
});
