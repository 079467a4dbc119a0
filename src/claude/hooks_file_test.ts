import { assertEquals } from "@std/assert";
import { HOOKS } from "../hooks/table.ts";
import { readHooksFile } from "./hooks_file.ts";
import { isBefore, OLDEST_CLIENT } from "./versions.ts";

const OURS = Deno.readTextFileSync(
  new URL("../../plugin/hooks/hooks.json", import.meta.url),
);

const file = (event: string, hook: unknown) =>
  JSON.stringify({ hooks: { [event]: [{ hooks: [hook] }] } });

Deno.test("readHooksFile() finds nothing wrong with ours", () => {
  const { registered, problems } = readHooksFile(OURS, OLDEST_CLIENT);
  assertEquals(problems, []);
  assertEquals(
    registered.map(({ word }) => word),
    HOOKS.map(({ word }) => word),
  );
});

Deno.test("readHooksFile() says what switches all hooks off", async (t) => {
  const good = { type: "command", command: "x" };
  const rows: [string, string, string[]][] = [
    ["a stray comma", OURS.replace(/\}\s*$/, "},"), ["it is not valid JSON"]],
    ["a list", "[]", ['it has no "hooks"']],
    ["no list", '{"hooks":{"Stop":{}}}', ['"Stop" is not a list']],
    ["a misspelt event", OURS.replace('"Stop":', '"Stopp":'), [
      '"Stopp" is no event',
    ]],
    ["an inherited name", file("constructor", good), [
      '"constructor" is no event',
    ]],
    ["an event of later", file("DirectoryAdded", good), [
      '"DirectoryAdded" is an event only from 2.1.219 on',
    ]],
    ["a type", file("Stop", { type: "comand", command: "x" }), [
      '"Stop" has a hook of the unknown type "comand"',
    ]],
    ["no command", file("Stop", { type: "command" }), [
      '"Stop" has a hook without a command',
    ]],
    ["a timeout of 0", file("Stop", { ...good, timeout: 0 }), [
      '"Stop" has the timeout 0',
    ]],
    ["no hook", '{"hooks":{"Stop":[7]}}', [
      '"Stop" has an entry without hooks',
    ]],
    ["an unknown field", file("Stop", { ...good, colour: "red" }), []],
  ];
  for (const [name, text, expected] of rows) {
    await t.step(name, () => {
      assertEquals(readHooksFile(text, "2.1.197").problems, expected);
    });
  }
});

Deno.test("isBefore() compares versions by their numbers", async (t) => {
  const rows: [string, string, boolean][] = [
    ["2.1.163", "2.1.163", false],
    ["2.1.97", "2.1.163", true],
    ["2.2.0", "2.1.163", false],
    ["2.1", "2.1.1", true],
    ["2.1.163-beta.1", "2.1.163", false],
    ["what", "2.1.163", true],
  ];
  for (const [a, b, expected] of rows) {
    await t.step(`${a} before ${b}`, () => {
      assertEquals(isBefore(a, b), expected);
    });
  }
});
