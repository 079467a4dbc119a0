import { assertEquals } from "@std/assert";
import { encodeDoc } from "./doc_id.ts";
import {
  addUnits,
  headOf,
  packUnit,
  partOf,
  PARTS,
  readUnits,
  type UnitColumns,
  withMore,
  withoutUnit,
} from "./_held_units.ts";

type Read = [unit: number, count: number, tools: number, places: string];

function read(part: number, text: string): Read[] {
  const units: Read[] = [];
  readUnits({ part, text }, (unit, count, tools, from, to) => {
    units.push([unit, count, tools, text.slice(from, to)]);
  });
  // The other reader comes to the same.
  const columns: UnitColumns = [[], [], []];
  addUnits({ part, text }, columns);
  assertEquals(columns, [
    units.map(([unit]) => unit),
    units.map(([, count]) => count),
    units.map(([, , tools]) => tools),
  ]);
  return units;
}

const doc = (source: number, entry: number) =>
  encodeDoc({ source, entry, length: 90 }) ?? -1;

/** Of logs, and of documents; the first and the last of a part among them. */
const ALIKE: readonly (readonly number[])[] = [
  [1, 2, 31],
  [32, 33, 63],
  [doc(32, 0), doc(32, 1), doc(33, 0), doc(63, 255)],
  [doc(7, 256), doc(7, 511), doc(9, 300)],
  // Beyond what parts are numbered for: the last has all of them.
  [2 ** 25, 2 ** 25 + 1],
  [doc(2 ** 24 - 1, 2 ** 20 - 1), doc(2 ** 24 - 1, 2 ** 19)],
];

Deno.test("readUnits() gives back what was packed", async (t) => {
  for (const units of ALIKE) {
    await t.step(units.join(), () => {
      const part = partOf(units[0] as number);
      assertEquals(units.map(partOf), units.map(() => part));
      assertEquals(part < PARTS, true);
      const packed = units.flatMap((unit): Read[] => [
        [unit, 0, 40, "Ab,C"],
      ]);
      const text = packed.map(([unit, count, tools, places]) =>
        packUnit(headOf(unit), { count, tools, places })
      ).join("");
      assertEquals(read(part, text), packed);
    });
  }
});

Deno.test("withMore() adds to the unit that is meant, and to no other", () => {
  for (const units of ALIKE) {
    const part = partOf(units[0] as number);
    const text = units.map((unit) =>
      packUnit(headOf(unit), { count: 20, tools: 0, places: "A" })
    )
      .join("");
    for (const unit of units) {
      const more = withMore(text, headOf(unit), {
        count: 1,
        tools: 3,
        places: "B",
      });
      assertEquals(
        read(part, more),
        units.map((one): Read =>
          one === unit ? [one, 21, 3, "A,B"] : [one, 20, 0, "A"]
        ),
      );
    }
  }
});

Deno.test("withMore() begins a unit that has not had the word", () => {
  const text = withMore("", headOf(3), { count: 1, tools: 0, places: "B" });
  assertEquals(read(partOf(3), text), [[3, 1, 0, "B"]]);
});

Deno.test("withoutUnit() takes out one unit", () => {
  for (const units of ALIKE) {
    const part = partOf(units[0] as number);
    let text = units.map((unit) =>
      packUnit(headOf(unit), { count: 1, tools: 1, places: "A" })
    ).join("");
    units.forEach((unit, i) => {
      text = withoutUnit(text, headOf(unit));
      assertEquals(read(part, text).map(([one]) => one), units.slice(i + 1));
    });
    assertEquals(text, "");
  }
});

Deno.test("readUnits() comes to the end of a damaged text", () => {
  for (const text of ["A", "f", "BCD", "////", ";;", "B?é;C"]) {
    for (const part of [0, 1]) {
      readUnits({ part, text }, () => {});
      addUnits({ part, text }, [[], [], []]);
    }
  }
});
