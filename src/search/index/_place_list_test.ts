import { assertEquals } from "@std/assert";
import { decodePlaces, encodePlaces } from "./_place_list.ts";

Deno.test("decodePlaces() gives back what was encoded", () => {
  const rows: readonly (readonly number[])[] = [
    [],
    [0, 1],
    [4, 1, 1028, 6, 1029, 7, 900_000, 250],
    [900_000, 2, 4, 1],
  ];
  for (const places of rows) {
    assertEquals(decodePlaces(encodePlaces(places)), [...places]);
  }
});

Deno.test("decodePlaces() reads parts that were added one after another", () => {
  const [first, second] = [[4, 1, 1028, 9], [2048, 2, 4096, 1]];
  const both = [...encodePlaces(first), ...encodePlaces(second)];
  assertEquals(decodePlaces(both), [...first, ...second]);
});
