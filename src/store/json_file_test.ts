import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { SealedWorld } from "../../tests/support/world/sealed_world.ts";
import { UserError } from "../base/errors.ts";
import type { JsonObject } from "../base/json.ts";
import {
  field,
  loadForUpdate,
  loadJson,
  saveJson,
  ShapeError,
} from "./json_file.ts";
import { StoreFiles } from "./store_files.ts";

/** A reader that insists on one number. */
const parse = (raw: JsonObject): JsonObject => ({
  ...raw,
  n: field.number(raw, "n", 0),
});

const utf16 = (text: string) =>
  new Uint8Array(
    Uint16Array.from(`\ufeff${text}`, (c) => c.charCodeAt(0)).buffer,
  );

const DAMAGED: Record<string, [string | Uint8Array, string]> = {
  "an empty file": ["", "not valid JSON"],
  "only spaces": [" \r\n", "not valid JSON"],
  "half a file": ['{"n": 1, "li', "not valid JSON"],
  "zeros after a crash": ["\0\0\0\0", "not valid JSON"],
  "two objects": ['{"n":1}{"n":2}', "not valid JSON"],
  "a comment": ['{"n":1} // one', "not valid JSON"],
  "a list": ["[1]", "not an object"],
  "null": ["null", "not an object"],
  "a word": ['"n"', "not an object"],
  "a wrong type": ['{"n":"1"}', '"n" has the wrong type'],
  "bytes that are not UTF-8": [
    new TextEncoder().encode('{"n":1,"x":"?"}').map((b) => b === 63 ? 255 : b),
    "not UTF-8",
  ],
  "UTF-16": [utf16('{"n":1}'), "not UTF-8"],
};

Deno.test("loadJson() reads what is whole", async (t) => {
  using world = new SealedWorld();
  const path = `${world.store}/a.json`;
  const rows: Record<string, string> = {
    "plain": '{"n":1,"x":[2]}',
    "with a byte order mark": '\ufeff{"n":1,"x":[2]}',
    "with CRLF": '{\r\n  "n": 1,\r\n  "x": [2]\r\n}\r\n',
  };
  for (const [name, text] of Object.entries(rows)) {
    await t.step(name, () => {
      world.write("a.json", text);
      assertEquals(loadJson(path, parse), {
        state: "ok",
        value: { n: 1, x: [2] },
      });
      assertEquals(world.read("a.json"), text);
    });
  }
});

Deno.test("loadJson() tells a missing file from a damaged one", async (t) => {
  using world = new SealedWorld();
  const path = `${world.store}/a.json`;
  await t.step("missing", () => {
    assertEquals(loadJson(path, parse), { state: "absent" });
  });
  for (const [name, [content, reason]] of Object.entries(DAMAGED)) {
    await t.step(name, () => {
      world.write("a.json", content);
      const loaded = loadJson(path, parse);
      assertEquals(loaded.state, "damaged");
      assertMatch(
        loaded.state === "damaged" ? loaded.reason : "",
        new RegExp(reason),
      );
      assertEquals(world.files(), ["a.json"]);
    });
  }
});

Deno.test("loadJson() keeps the error of a broken reader", () => {
  using world = new SealedWorld();
  world.write("a.json", "{}");
  const broken = () => {
    throw new RangeError("a bug");
  };
  assertThrows(
    () => loadJson(`${world.store}/a.json`, broken),
    RangeError,
    "a bug",
  );
});

Deno.test("loadForUpdate() sets a damaged file aside, byte for byte", async (t) => {
  for (const [name, [content]] of Object.entries(DAMAGED)) {
    await t.step(name, () => {
      using world = new SealedWorld();
      const files = new StoreFiles(world.project);
      const path = `${world.store}/a.json`;
      world.write("a.json", content);
      const before = Deno.readFileSync(path);
      const damages: (string | undefined)[] = [];
      const value = loadForUpdate(files, path, parse, (damage) => {
        damages.push(damage);
        return { n: 7 };
      });
      assertEquals([value["n"], damages.length], [7, 1]);
      assertEquals(typeof damages[0], "string");
      const [aside = "", ...others] = world.files();
      assertMatch(aside, /^a\.json\.damaged-\d{17}$/);
      assertEquals(others, []);
      assertEquals(Deno.readFileSync(`${world.store}/${aside}`), before);
    });
  }
});

Deno.test("loadForUpdate() rebuilds a missing file without a damage", () => {
  using world = new SealedWorld();
  const files = new StoreFiles(world.project);
  const value = loadForUpdate(
    files,
    `${world.store}/a.json`,
    parse,
    (damage) => ({ n: damage === undefined ? 1 : 2 }),
  );
  assertEquals(value["n"], 1);
});

Deno.test("loadForUpdate() refuses a folder in the place of the file", () => {
  using world = new SealedWorld();
  const path = `${world.store}/a.json`;
  world.write("a.json/inner", "kept");
  const load = () =>
    loadForUpdate(new StoreFiles(world.project), path, parse, () => ({ n: 0 }));
  assertEquals(assertThrows(load, UserError).kind, "store");
  assertEquals(world.files(), ["a.json/inner"]);
});

Deno.test({
  name: "moveAside() moves a link and leaves its place free",
  ignore: Deno.build.os === "windows",
  fn() {
    using world = new SealedWorld();
    const files = new StoreFiles(world.project);
    const path = `${world.store}/a.json`;
    world.write("elsewhere.json", "{oops");
    Deno.symlinkSync("elsewhere.json", path);
    assertEquals(Deno.readTextFileSync(files.moveAside(path)), "{oops");
    saveJson(files, path, { n: 1 });
    assertEquals(loadJson(path, parse), { state: "ok", value: { n: 1 } });
    assertEquals(world.read("elsewhere.json"), "{oops");
  },
});

Deno.test("saveJson() writes JSON that a person can read", () => {
  using world = new SealedWorld();
  const path = `${world.store}/a.json`;
  saveJson(new StoreFiles(world.project), path, { n: 1, text: "한글" });
  assertEquals(world.read("a.json"), '{\n  "n": 1,\n  "text": "한글"\n}\n');
});

Deno.test("field takes the default for what is absent and refuses what is wrong", async (t) => {
  const isText = (v: unknown) => typeof v === "string";
  const rows: [string, JsonObject, (raw: JsonObject) => unknown, unknown][] = [
    ["number", { k: 0 }, (raw) => field.number(raw, "k", 5), 0],
    ["number, absent", {}, (raw) => field.number(raw, "k", 5), 5],
    ["number, null", { k: null }, (raw) => field.number(raw, "k", 5), 5],
    [
      "number, text",
      { k: "1" },
      (raw) => field.number(raw, "k", 5),
      ShapeError,
    ],
    ["text", { k: "" }, (raw) => field.text(raw, "k", "d"), ""],
    ["text, absent", {}, (raw) => field.text(raw, "k", "d"), "d"],
    ["text, number", { k: 1 }, (raw) => field.text(raw, "k", "d"), ShapeError],
    ["object, absent", {}, (raw) => field.object(raw, "k"), {}],
    ["object, list", { k: [] }, (raw) => field.object(raw, "k"), ShapeError],
    ["list", { k: ["a"] }, (raw) => field.list(raw, "k", isText), ["a"]],
    ["list, absent", {}, (raw) => field.list(raw, "k", isText), []],
    [
      "list, one wrong",
      { k: ["a", 1] },
      (raw) => field.list(raw, "k", isText),
      ShapeError,
    ],
    // Not a field of the file, although every object inherits it.
    ["inherited", {}, (raw) => field.object(raw, "toString"), {}],
  ];
  for (const [name, raw, read, expected] of rows) {
    await t.step(name, () => {
      if (expected === ShapeError) assertThrows(() => read(raw), ShapeError);
      else assertEquals(read(raw), expected);
    });
  }
});
