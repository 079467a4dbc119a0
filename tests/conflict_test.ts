/** Conflict markers in memory.md or facts.json: both sides stay. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  hasConflict,
  keepBothSides,
  parseBothSides,
} from "../src/base/conflict_markers.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const torn = (ours: string, theirs: string, base = "") =>
  `<<<<<<< HEAD\n${ours}${base}=======\n${theirs}>>>>>>> feature/x\n`;

const section = (hour: number, words: string) =>
  `## 2026-02-01_${hour}00 (local 02-01_${hour}00)\n${words}\n\n`;

const fact = (id: string, content: string) =>
  `    {"id": "${id}", "date": "2026-02-01", "content": "${content}"}`;

const FACTS = `{
  "_meta": {"version": 4, "nextId": {"decisions": 3}},
  "decisions": [
${fact("d001", "Both know this")},
${torn(`${fact("d002", "Ours")}\n`, `${fact("d002", "Theirs")}\n`)}  ]
}
`;

const MEMORY = "# Project Memory: tides\n\n" + section(10, "Before.") +
  torn(section(11, "Our words."), section(12, "Their words."));

function assertNoMarks(text: string): void {
  assert(!/<{7}|={7}|>{7}/.test(text), text);
}

Deno.test("keepBothSides() keeps what each side has, once", () => {
  assertEquals(keepBothSides(`a\n${torn("b\n", "c\n")}d\n`), "a\nb\nc\nd\n");
  assertEquals(keepBothSides(torn("b\n", "b\n")), "b\n");
  assertEquals(keepBothSides(torn("", "b\n")), "b\n");
  const diff3 = torn("b\n", "c\n", "||||||| base\nold\n");
  assertEquals(keepBothSides(diff3), "b\nc\n");
  const crlf = torn("b\n", "c\n").replaceAll("\n", "\r\n");
  assertEquals(keepBothSides(crlf), "b\r\nc\r\n");
});

Deno.test("what is no conflict stays as it is", () => {
  for (
    const text of [
      "",
      "<<<<<<< HEAD\nno end\n",
      ">>>>>>> x\n=======\n<<<<<<< y\n",
      `\`\`\`\n${torn("b\n", "c\n")}\`\`\`\n`,
      "a\n=======\nb\n",
      "<<<<<<< a\n<<<<<<< b\n=======\n",
    ]
  ) {
    assertEquals([keepBothSides(text), hasConflict(text)], [text, false]);
  }
});

Deno.test("parseBothSides() joins lists, and counters go on", () => {
  const { value, isJoined } = parseBothSides(
    torn('{"n": 2, "l": [1, 2], "o": {"a": 1}}\n', '{"n": 3, "l": [2, 4]}\n'),
  );
  assertEquals(isJoined, true);
  assertEquals(value, { n: 3, l: [1, 2, 4], o: { a: 1 } });
});

Deno.test("a start tells of a conflict in one line, and gives both sides", async () => {
  using world = new SealedWorld();
  world.write("memory.md", MEMORY);
  world.write("facts.json", FACTS);
  const { stdout } = await world.hook(
    "session-start",
    payload("SessionStart", "aaaa0000-1111-4222-8333-444455556666", {
      source: "startup",
    }),
  );
  assertNoMarks(stdout);
  for (const words of ["Our words.", "Their words.", "Before."]) {
    assertStringIncludes(stdout, words);
  }
  for (const file of ["memory.md", "facts.json"]) {
    assertStringIncludes(stdout, `${file} had a merge conflict; both sides`);
    assertNoMarks(world.read(file));
  }
  assertEquals(
    JSON.parse(world.read("facts.json")).decisions.map(
      ({ id, content }: { id: string; content: string }) => [id, content],
    ),
    [["d001", "Both know this"], ["d002", "Ours"], ["d003", "Theirs"]],
  );
});

Deno.test("readers and writers understand a conflict without a start", async (t) => {
  const rows: [line: string, says: readonly string[]][] = [
    ["load", ["Our words.", "Their words.", "Ours", "Theirs"]],
    ["search words", ["Our words.", "Their words."]],
    ["facts list", ["Ours", "Theirs", "Both know this"]],
    ["timeline", []],
  ];
  for (const [line, says] of rows) {
    await t.step(line, async () => {
      using world = new SealedWorld();
      world.write("memory.md", MEMORY);
      world.write("facts.json", FACTS);
      const { code, stdout } = await world.run(line.split(" "));
      assertEquals(code, 0, stdout);
      assertNoMarks(stdout);
      for (const words of says) assertStringIncludes(stdout, words);
      assertEquals(world.read("memory.md"), MEMORY);
    });
  }
  await t.step("remember", async () => {
    using world = new SealedWorld();
    world.write("facts.json", FACTS);
    const { stderr } = await world.run(["remember", "Ring twice"]);
    assertStringIncludes(stderr, "facts.json had a merge conflict");
    const { decisions, permanent } = JSON.parse(world.read("facts.json"));
    assertEquals([decisions.length, permanent.rules.length], [3, 1]);
  });
  await t.step("save", async () => {
    using world = new SealedWorld();
    world.write("memory.md", MEMORY);
    await world.run(["save", "After."]);
    assertNoMarks(world.read("memory.md"));
    for (const words of ["Our words.", "Their words.", "After."]) {
      assertStringIncludes(world.read("memory.md"), words);
    }
  });
});
