import { assertEquals } from "@std/assert";
import { compareItems, isItemChange, revertItems } from "./json_items.ts";

const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const fact = (n: number, content = `fact ${n}`) => ({ id: `d00${n}`, content });
const three = { _meta: { n: 3 }, decisions: [fact(1), fact(2), fact(3)] };

Deno.test("revertItems() takes back one item among others", async (t) => {
  const rows: [string, unknown, unknown, unknown, unknown][] = [
    [
      "one that was added",
      { decisions: [fact(1)] },
      { decisions: [fact(1), fact(2)] },
      three,
      { _meta: { n: 3 }, decisions: [fact(1), fact(3)] },
    ],
    [
      "one that was changed",
      { decisions: [fact(1)] },
      { decisions: [fact(1, "other")] },
      { decisions: [fact(2), fact(1, "other")] },
      { decisions: [fact(2), fact(1)] },
    ],
    [
      "one that was removed, to its place",
      { permanent: { rules: [fact(1), fact(2), fact(3)] } },
      { permanent: { rules: [fact(1), fact(3)] } },
      { permanent: { rules: [fact(1), fact(3), fact(4)] } },
      { permanent: { rules: [fact(1), fact(2), fact(3), fact(4)] } },
    ],
  ];
  for (const [name, before, after, now, expected] of rows) {
    await t.step(name, () => {
      const items = compareItems(text(before), text(after));
      assertEquals(items?.every(isItemChange), true);
      assertEquals(revertItems(text(now), items ?? []), text(expected));
    });
  }
});

Deno.test("revertItems() refuses what is not as it was left", () => {
  const items = compareItems("", text({ decisions: [fact(1)] })) ?? [];
  const one = text({ decisions: [fact(1)] });
  const gone = compareItems(one, text({ decisions: [] })) ?? [];
  for (const now of ["", "[]", "{", text({ decisions: [fact(1, "x")] })]) {
    assertEquals(revertItems(now, items), undefined, now);
  }
  assertEquals(revertItems(text({ decisions: "none" }), gone), undefined);
});

Deno.test("compareItems() tells nothing of other differences", () => {
  const before = text({ decisions: [fact(1)], note: "a" });
  for (
    const after of [
      text({ decisions: [], note: "b" }),
      text({ decisions: [fact(1)], note: "a", _meta: { n: 2 } }),
      text({ decisions: [fact(1), fact(1)], note: "a" }),
      "no JSON",
    ]
  ) assertEquals(compareItems(before, after), undefined, after);
});

Deno.test("isItemChange() refuses forged ones", () => {
  const good = { id: "d001", list: ["a"], at: 0, before: null, after: null };
  assertEquals(isItemChange(good), true);
  for (
    const bad of [
      { ...good, list: "a" },
      { ...good, list: ["__proto__", "x"] },
      { ...good, list: [] },
      { ...good, at: "0" },
      { ...good, before: 1 },
      null,
    ]
  ) assertEquals(isItemChange(bad), false, JSON.stringify(bad));
});
