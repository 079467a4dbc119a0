import { assertEquals } from "@std/assert";
import { datedMemory } from "./_place_older_memory.ts";

const AT = new Date("2025-12-30T14:12:00Z");
const HEADER = "## 2025-12-30_1412 (local 12-30_2312)\n";

Deno.test("datedMemory()", async (t) => {
  const rows: Record<string, [text: string, dated: string]> = {
    "headings without a date": [
      "# Project Memory: p\n\n## Core Decisions\n- a\n",
      `# Project Memory: p\n\n${HEADER}## Core Decisions\n- a\n`,
    ],
    "no title": ["## Core Decisions\n- a", `${HEADER}## Core Decisions\n- a`],
    "a title alone": ["# Project Memory: p\n", "# Project Memory: p\n"],
    "sections with a date": [
      "a\n## 2025-12-01_1200\nb\n",
      "a\n## 2025-12-01_1200\nb\n",
    ],
    "nothing": ["", ""],
  };
  for (const [name, [text, dated]] of Object.entries(rows)) {
    await t.step(name, () => assertEquals(datedMemory(text, AT, 540), dated));
  }
});
