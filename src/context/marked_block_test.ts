import { assert, assertEquals } from "@std/assert";
import { randomText } from "../../tests/support/world/random_text.ts";
import { changeBlock } from "./marked_block.ts";

function changed(text: string | undefined, body: string | undefined): string {
  const change = changeBlock(text, body);
  assert(change.kind === "changed", change.kind);
  return change.text;
}

Deno.test("changeBlock() adds, changes and takes out one block", () => {
  const once = changed("# Mine\n", "Rule 1");
  assertEquals(
    once,
    "# Mine\n<!-- memory-keeper:begin -->\nRule 1\n<!-- memory-keeper:end -->\n",
  );
  assertEquals(changeBlock(once, "Rule 1").kind, "same");
  const twice = changed(`${once}More of mine`, "Rule 2");
  assertEquals(twice, `${once.replace("1", "2")}More of mine`);
  assertEquals(changed(twice, undefined), "# Mine\nMore of mine");
  assertEquals(changeBlock("# Mine\n", undefined).kind, "same");
});

Deno.test("changeBlock() leaves nothing of a file made for it", () => {
  const made = changed(undefined, "Rule");
  assertEquals(changeBlock(made, undefined).kind, "gone");
  const emptied = changed("", "Rule");
  assertEquals(changed(emptied, undefined), "");
  assertEquals(changed(`${made}Mine\n`, undefined), "Mine\n");
});

Deno.test("changeBlock() restores every byte outside, whatever they are", () => {
  const words = randomText(3, [
    "\ufeff",
    "a",
    "\r\n",
    "\n",
    "\r",
    "가",
    "\0",
    "```\n",
    "<!-- x -->",
    "\t",
  ]);
  for (let round = 0; round < 1000; round++) {
    const text = words(12);
    const withBlock = changed(text, "one\ntwo");
    assert(withBlock.startsWith(text));
    const next = changed(withBlock, "three");
    assertEquals(changed(next, undefined), text);
    const behind = `${next}behind`;
    const kept = changed(behind, undefined);
    assert(kept.startsWith(text) && kept.endsWith("behind"));
  }
});

Deno.test("changeBlock() keeps a joined line apart from what came behind it", () => {
  const joined = changed("no end", "Rule");
  assertEquals(changed(`${joined}new line\n`, undefined), "no end\nnew line\n");
});

Deno.test("changeBlock() writes the line ends of the file", () => {
  const text = changed("a\r\nb\r\n", "one\ntwo");
  assertEquals(text.replaceAll("\r\n", "").includes("\n"), false);
});

Deno.test("changeBlock() does not touch marks that are no pair", async (t) => {
  const begin = "<!-- memory-keeper:begin -->";
  const end = "<!-- memory-keeper:end -->";
  for (
    const text of [
      begin,
      end,
      `${end}${begin}`,
      `${begin}${begin}${end}`,
      `${begin}${end}${end}`,
    ]
  ) {
    await t.step(text, () => {
      assertEquals(changeBlock(text, "Rule").kind, "unclear");
      assertEquals(changeBlock(text, undefined).kind, "unclear");
    });
  }
});

Deno.test("changeBlock() bears a body that contains its marks", () => {
  const body = "<!-- memory-keeper:end -->\n<!-- memory-keeper:begin -->";
  const text = changed("mine\n", body);
  assertEquals(changeBlock(text, body).kind, "same");
  assertEquals(changed(text, undefined), "mine\n");
});

Deno.test("changeBlock() leaves marks alone that are quoted as code", () => {
  const quoted = "# Notes\n\n```md\n<!-- memory-keeper:begin -->\nmine\n" +
    "<!-- memory-keeper:end -->\n```\n";
  const put = changeBlock(quoted, "Round last.");
  assertEquals(put.kind, "changed");
  const text = put.kind === "changed" ? put.text : "";
  assertEquals(text.startsWith(quoted), true);
  assertEquals(changeBlock(text, "Round last."), { kind: "same" });
  assertEquals(changeBlock(text, undefined), { kind: "changed", text: quoted });
});

Deno.test("changeBlock() finds its block though a fence opens within it", () => {
  const put = changeBlock("# Notes\n", "```\nRound last.");
  const text = put.kind === "changed" ? put.text : "";
  assertEquals(changeBlock(`${text}\n\`\`\`\ncode\n`, undefined), {
    kind: "changed",
    text: "# Notes\n\n```\ncode\n",
  });
});
