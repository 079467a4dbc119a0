/** src/ is as its map says, and its files stay small. */

import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { ROOMS } from "../scripts/check_layers.ts";
import { importsOf, readSources } from "../scripts/read_imports.ts";

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

const FILE = /\w+(?:\/\w+)+/g;

/** The arrows of one way, as pairs of files; see "ways" in src/README.md. */
function arrowsOf(way: string): [from: string, to: string][] {
  const [first = ""] = way.match(FILE) ?? [];
  return way.split(";").flatMap((chain) => {
    let last = first;
    return chain.split("→").flatMap((link, i) => {
      const files = link.match(FILE) ?? [];
      const from = last;
      last = files.at(-1) ?? last;
      return i === 0 ? [] : files.map((to): [string, string] => [from, to]);
    });
  });
}

const imports = (from: string, to: string) =>
  importsOf(`src/${from}.ts`, SOURCES.get(`src/${from}.ts`) ?? "")
    .some((one) => !one.isType && one.to === `src/${to}.ts`);

Deno.test("arrowsOf() reads what a way says", () => {
  const way = "a/b → c/d, c/e (words) → f/g; later → h/i; j/k → l/m";
  assertEquals(arrowsOf(way).map((pair) => pair.join(" ")), [
    "a/b c/d",
    "a/b c/e",
    "c/e f/g",
    "a/b h/i",
    "j/k l/m",
  ]);
});

Deno.test("the arrows on the map are imports", async (t) => {
  const ways = MAP.slice(
    MAP.indexOf("\n## Nine ways"),
    MAP.indexOf("\n## How"),
  ).split("\n- **").slice(1);
  assertEquals(ways.length, 9);
  for (const [from, to] of ways.flatMap(arrowsOf)) {
    await t.step(`${from} → ${to}`, () => assert(imports(from, to)));
  }
});

Deno.test("the recipes on the map name files that exist", async (t) => {
  const recipes = MAP.slice(MAP.indexOf("\n## How"), MAP.indexOf("\n## Rules"));
  const names = recipes.match(/(?<=`)[\w./]+\/\w+\.(?:ts|json|md)(?=`)/g) ?? [];
  assert(names.length > 15, "no recipes");
  for (const name of names) {
    await t.step(name, () => {
      const place = /^(?:tests|scripts|docs|plugin)\//.test(name) ? "" : "src/";
      assert(Deno.statSync(`${ROOT}/${place}${name}`).isFile);
    });
  }
});
