/** src/ is as its map says, and its files stay small. */

import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { ROOMS } from "../scripts/check_layers.ts";
import { readSources } from "../scripts/read_imports.ts";

const ROOT = fromFileUrl(new URL("..", import.meta.url));
const MOST_LINES = 350;

const SOURCES = new Map(
  readSources(ROOT).map(({ path, text }) => [
    path.replaceAll("\\", "/"),
    text.replaceAll("\r\n", "\n"),
  ]),
);
const MAP = SOURCES.get("src/README.md") ?? "";
const linesOf = (text: string) => text.split("\n").length - 1;

Deno.test(`no file of src has more than ${MOST_LINES} lines`, () => {
  const long = [...SOURCES].filter(([path, text]) =>
    /^src\/.*\.ts$/.test(path) && !path.endsWith("_test.ts") &&
    linesOf(text) > MOST_LINES
  );
  assertEquals(long.map(([path, text]) => `${path}: ${linesOf(text)}`), []);
});

Deno.test("each room is on the map", async (t) => {
  for (const room of ROOMS.flat()) {
    await t.step(room, () => assert(MAP.includes(`\n      ${room}/ `)));
  }
});

Deno.test("the ways on the map lead through files that exist", async (t) => {
  const ways = MAP.slice(MAP.indexOf("\n## Six ways"), MAP.indexOf("\n## How"));
  const files = ways.match(/\w+(?:\/\w+)+/g) ?? [];
  assert(files.length > 30, "no ways");
  for (const file of files) {
    await t.step(file, () => assert(SOURCES.has(`src/${file}.ts`)));
  }
});
