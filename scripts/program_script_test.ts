import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  digestOf,
  runCompiled,
  runScript,
  wrapScript,
} from "../src/start/script.ts";
import { escapeText, linkChunks } from "./program_script.ts";

type Exports = Record<string, unknown>;

const wrap = (chunks: Record<string, string>) =>
  wrapScript(linkChunks(new Map(Object.entries(chunks))), "main.js", "0a1b");

const WAYS: Record<string, (source: string) => Promise<Exports>> = {
  "as a whole": async (source) =>
    (await runCompiled<Exports>(source, undefined)).exports,
  "chunk by chunk": (source) => Promise.resolve(runScript<Exports>(source)),
};

for (const [way, runSource] of Object.entries(WAYS)) {
  const run = (chunks: Record<string, string>) => runSource(wrap(chunks));

  Deno.test(`a script joins modules by what they import, ${way}`, async (t) => {
    await t.step("names, other names, and an order without names", async () => {
      const { sum } = await run({
        "main.js":
          'import{a as x,b}from"./chunk-A.js";import"./chunk-B.js";var s=x+b;export{s as sum};',
        "chunk-A.js": "var a=1,c=2;export{a,c as b};",
        "chunk-B.js": 'throw new Error("loaded for nothing");export{};',
      });
      assertEquals(sum, 3);
    });

    await t.step(
      "a chunk runs once, and a later one when it is wanted",
      async () => {
        const { first, later } = await run({
          "main.js": 'import{made}from"./chunk-A.js";' +
            'var l=()=>import("./later.js");export{made as first,l as later};',
          "chunk-A.js": "var made={};export{made};",
          "later.js": 'import{made as m}from"./chunk-A.js";export{m as again};',
        });
        const { again } = await (later as () => Promise<{ again: unknown }>)();
        assertStrictEquals(again, first);
      },
    );

    await t.step("modules of the runtime", async () => {
      const { join, load } = await run({
        "main.js": 'import{join as j}from"node:path";' +
          'var n="node:path",l=async()=>(await import(n)).basename("a/b");' +
          "export{j as join,l as load};",
      });
      assertEquals((join as (...parts: string[]) => string)("a", "b"), "a/b");
      assertEquals(await (load as () => Promise<string>)(), "b");
    });
  });
}

Deno.test("escapeText() keeps what strings and patterns mean", () => {
  const code = escapeText(
    '["가→😀", /^[가-힣]$/.test("힣"), /^😀$/u.test("😀")]',
  );
  // deno-lint-ignore no-control-regex
  assertEquals(/^[\x00-\x7f]*$/.test(code), true);
  assertEquals(globalThis.eval(code), ["가→😀", true, true]);
});

Deno.test("digestOf() is what wrapScript() was given", () => {
  assertEquals(digestOf(wrap({ "main.js": "export{};" })), "0a1b");
});
