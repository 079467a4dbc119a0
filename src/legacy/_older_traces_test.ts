import { assertEquals } from "@std/assert";
import {
  findNotice,
  findRulesBlock,
  renderRemoval,
  withoutLines,
} from "./_older_traces.ts";

const BLOCK = "## CRITICAL RULES (Core Principles Alignment)\n" +
  "- Think first\n\n---Add your project-specific rules below this line---\n";
const NOTICE = "## Memory Keeper Plugin\n- one\n- two\n";

Deno.test("findRulesBlock() finds the block and nothing else", async (t) => {
  const rows: Record<string, [text: string, left: string]> = {
    "alone": [BLOCK, ""],
    "at the beginning": [`${BLOCK}\n# Mine\n`, "# Mine\n"],
    "in the middle": [`# A\n\n${BLOCK}\n# B\n`, "# A\n\n# B\n"],
    "glued to what is before": [`# A\n${BLOCK}# B\n`, "# A\n# B\n"],
    "the line ends of Windows": [
      `# A\r\n${BLOCK.replaceAll("\n", "\r\n")}# B\r\n`,
      "# A\r\n# B\r\n",
    ],
    "twice": [`${BLOCK}# A\n${BLOCK}# B`, "# A\n# B"],
    "without its end": [
      "## CRITICAL RULES (Core Principles Alignment)\nx\n",
      "same",
    ],
    "an end alone": [`x\n${BLOCK.split("\n")[3]}\n`, "same"],
    "a heading like it": ["## CRITICAL RULES\nmine\n", "same"],
    "a beginning that was left, then a whole one": [
      `${BLOCK.split("\n")[0]}\nmine\n${BLOCK}`,
      `${BLOCK.split("\n")[0]}\nmine\n`,
    ],
    "empty": ["", "same"],
  };
  for (const [name, [text, left]] of Object.entries(rows)) {
    await t.step(name, () => {
      const found = findRulesBlock(text);
      const expected = left === "same" ? text : left;
      assertEquals(withoutLines(text, found), expected);
    });
  }
});

Deno.test("findNotice() finds the notice and nothing else", async (t) => {
  const rows: Record<string, [text: string, left: string]> = {
    "alone": [NOTICE, ""],
    "before the user's own": [
      `${NOTICE}\n# Notes\n- mine\n`,
      "# Notes\n- mine\n",
    ],
    "right above a heading": [`${NOTICE}# Notes\n`, "# Notes\n"],
    "right above our own block": [
      `${NOTICE}<!-- memory-keeper:begin -->\n`,
      "<!-- memory-keeper:begin -->\n",
    ],
    "a sentence": [
      "# Notes\n\nMemory Keeper Plugin is here.\n\n- mine\n",
      "# Notes\n\n- mine\n",
    ],
    "an item of a list": [
      "- mine\n- Memory Keeper Plugin: see there\n- mine too\n",
      "- mine\n- mine too\n",
    ],
    "a comment and its text": [
      "- mine\n\n<!-- Memory Keeper Plugin -->\nIt is on.\n\n- mine too\n",
      "- mine\n\n- mine too\n",
    ],
    "between two comments": [
      "<!-- Memory Keeper Plugin -->\nOn.\n<!-- /Memory Keeper Plugin -->\n- mine\n",
      "- mine\n",
    ],
    "words of the user's own about it": [
      "I found the Memory Keeper Plugin useful.\n",
      "I found the Memory Keeper Plugin useful.\n",
    ],
    "none": ["# Notes\n", "# Notes\n"],
  };
  for (const [name, [text, left]] of Object.entries(rows)) {
    await t.step(name, () => {
      assertEquals(withoutLines(text, findNotice(text)), left);
    });
  }
});

Deno.test("renderRemoval() shows what goes and what is around it", () => {
  const text = `# A\nkept\n\n${BLOCK}\n# B\nmore\nfar\n`;
  assertEquals(
    renderRemoval("CLAUDE.md", text, findRulesBlock(text)),
    `--- CLAUDE.md
@@ line 4 to 8 @@
 kept

-## CRITICAL RULES (Core Principles Alignment)
-- Think first
-
----Add your project-specific rules below this line---
-
 # B
 more`,
  );
});
