import { assertEquals } from "@std/assert";
import { codeFileOf, packCode, readCode } from "./code_file.ts";

const part = (part: string, word: string, ...code: number[]) => ({
  part,
  word,
  digest: `of ${part}`,
  code: new Uint8Array(code),
});

Deno.test("readCode() finds the code of a word", async (t) => {
  const path = Deno.makeTempFileSync();
  const parts = [
    part("hooks", "session-start", 1, 2, 3),
    part("cli", "search", 10, 4),
    part("cli", "", 5),
  ];
  Deno.writeFileSync(path, packCode(parts));
  const read = (part: string, word: string, digest = `of ${part}`) => {
    const code = readCode(path, part, word, digest);
    return code && [...code];
  };
  const rows: [string, number[] | undefined, number[] | undefined][] = [
    ["its own", read("hooks", "session-start"), [1, 2, 3]],
    ["in the event's other spelling", read("hooks", "SessionStart"), [1, 2, 3]],
    ["with a line break in it", read("cli", "search"), [10, 4]],
    ["that of any command", read("cli", "facts"), [5]],
    ["no code of any event", read("hooks", "stop"), undefined],
    ["a word that objects have", read("hooks", "constructor"), undefined],
    ["not that of another script", read("cli", "search", "new"), undefined],
  ];
  for (const [name, found, wanted] of rows) {
    await t.step(name, () => assertEquals(found, wanted));
  }

  const whole = Deno.readFileSync(path);
  const broken: [string, Uint8Array][] = [
    ["an empty file", new Uint8Array()],
    ["half of it", whole.subarray(0, whole.length - 4)],
    ["a page of zeros", whole.slice().fill(0, whole.length - 4)],
    ["no index", new TextEncoder().encode("null\n123")],
    ["an index of other things", new TextEncoder().encode('{"cli ":7}\n1')],
    ["no line at all", new Uint8Array(20_000).fill(65)],
  ];
  for (const [name, bytes] of broken) {
    await t.step(`${name}: nothing`, () => {
      Deno.writeFileSync(path, bytes);
      assertEquals(read("cli", "search"), undefined);
    });
  }
  Deno.removeSync(path);
  await t.step("no file: nothing", () => {
    assertEquals(read("cli", "search"), undefined);
  });
});

Deno.test("codeFileOf() is next to the executable", () => {
  assertEquals(codeFileOf("/opt/memory-keeper"), "/opt/memory-keeper.code");
  assertEquals(codeFileOf("C:\\mk\\a.EXE"), "C:\\mk\\a.code");
});
