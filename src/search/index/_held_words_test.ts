import { assertEquals, assertThrows } from "@std/assert";
import { COLUMNS, encodeDoc } from "./doc_id.ts";
import { openTemporaryIndex } from "./open_search_index.ts";

Deno.test("a word is numbered again where its number was rolled back", async () => {
  using index = await openTemporaryIndex();
  const add = () =>
    index.transaction(() => {
      const doc = encodeDoc({ source: 1, entry: 0, length: 1 }) ?? 0;
      index.add({
        doc,
        column: COLUMNS.indexOf("user"),
        words: ["zeppelin"],
        key: "0",
        ts: null,
        fromTs: null,
        session: null,
        offset: 0,
        bytes: 10,
      });
    });
  index.db.exec(
    "CREATE TRIGGER full BEFORE INSERT ON unit BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  assertThrows(add, Error, "full");
  index.db.exec("DROP TRIGGER full");
  add();
  const [[word] = []] = index.forms(["zeppelin"]);
  assertEquals(index.collection().overview([word?.id ?? -1]), [
    [word?.id ?? -1, [1], [1], [0]],
  ]);
});
