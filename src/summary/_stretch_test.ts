import { assertEquals } from "@std/assert";
import { TemporaryStore } from "../../tests/support/world/in_process.ts";
import {
  plantSession,
  stateOf,
  wordsOf,
} from "../../tests/support/world/planted_session.ts";
import { readStretch } from "./_stretch.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";
const RANGE = { from: 17, to: 19 };

for (
  const [name, text] of [
    ["short", "word"],
    // Together more than is read at once.
    ["long", "w".repeat(1024 * 1024)],
  ] as const
) {
  Deno.test(`readStretch() finds entries of a ${name} log by their number`, async () => {
    await using temporary = await TemporaryStore.create();
    const { store } = temporary;
    plantSession(store, ID, wordsOf(20, text));
    const { log, from, to, entries } = readStretch(
      store,
      stateOf(store, ID),
      RANGE,
    );
    const numbers = entries.map((entry) =>
      "text" in entry ? entry.text?.slice(-2) : undefined
    );
    assertEquals(numbers, ["17", "18"]);
    assertEquals(log.slice(from, to), entries);
    assertEquals(log.length === 20, name === "short");
  });
}
