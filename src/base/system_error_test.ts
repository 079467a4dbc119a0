import { assertEquals } from "@std/assert";
import { describeFailure } from "./system_error.ts";

Deno.test("describeFailure() turns a system's refusal into a sentence", async (t) => {
  const rows: [unknown, string][] = [
    [
      new Error("Permission denied (os error 13): mkdir '/a b/c'"),
      'Cannot make "/a b/c": permission denied',
    ],
    [
      new Error("Permission denied (os error 13): stat '/a/.git'"),
      'Cannot read "/a/.git": permission denied',
    ],
    [
      new Error("No such file or directory (os error 2): rename '/a' -> '/b'"),
      'Cannot move "/a": no such file or directory',
    ],
    [
      new Error(
        "The process cannot access the file because it is being used by " +
          "another process. (os error 32): rename " +
          "'C:\\s\\.facts.json.7-0a1b2c3d.tmp' -> 'C:\\s\\facts.json'",
      ),
      'Cannot write "C:\\s\\facts.json": the process cannot access the file ' +
      "because it is being used by another process",
    ],
    [
      new Error("Access is denied. (os error 5): open 'C:\\it's'"),
      'Cannot open "C:\\it\'s": access is denied',
    ],
    [
      new Error("No space left on device (os error 28)"),
      "The system refused: no space left on device",
    ],
    [new TypeError("x is undefined"), "x is undefined"],
    ["words", "words"],
  ];
  for (const [error, expected] of rows) {
    await t.step(
      expected,
      () => assertEquals(describeFailure(error), expected),
    );
  }
});
