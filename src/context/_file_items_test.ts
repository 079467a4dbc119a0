import { assertEquals } from "@std/assert";
import { parseFacts } from "../knowledge/facts.ts";
import { parseMemory } from "../memory/memory_text.ts";
import { fileItems } from "./_file_items.ts";

const ROOT = "/home/ann/app";

const itemsOf = (facts: object, memory = "") =>
  fileItems(parseFacts({ ...facts }), parseMemory(memory).sections, ROOT);

const section = (body: string) =>
  "# Project Memory: tides\n\n## 2026-02-01_1727 (local 02-01_0927)\n" +
  `<!-- session 3f2a9c11 · entries 120-214 · branch main -->\n${body}\n`;

Deno.test("fileItems() reads the files of facts and of their evidence", () => {
  const items = itemsOf({
    decisions: [{
      id: "d001",
      content: "Round once",
      reason: "tides were late",
      evidence: "so src/high/water.ts:12 rounds, not https://a.b/c/d.ts",
      files: ["./src/tide.ts:40", "README.md", "src"],
    }],
    issues: [
      { id: "i001", content: "1999", status: "open", files: ["src/a.ts"] },
      { id: "i002", content: "2000", status: "resolved", files: ["src/a.ts"] },
    ],
  });
  assertEquals(items, [
    { id: "i001", files: ["src/a.ts"], text: "open: 1999" },
    {
      id: "d001",
      files: ["src/tide.ts", "README.md", "src", "src/high/water.ts"],
      text: "Round once, because tides were late",
    },
  ]);
});

Deno.test("fileItems() reads what a fact without files says", () => {
  const content = "src/tide.ts rounds half up, unlike src/moon.ts";
  const items = itemsOf({
    decisions: [{ id: "d001", content }],
    patterns: [{ id: "p001", content, files: ["src/tide.ts"] }],
    issues: [{ id: "i001", content, status: "open" }],
  });
  assertEquals(
    Object.fromEntries(items.map(({ id, files }) => [id, files])),
    {
      d001: ["src/tide.ts", "src/moon.ts"],
      p001: ["src/tide.ts"],
      i001: ["src/tide.ts", "src/moon.ts"],
    },
  );
});

/** A file of a fact, and what it is from the project's folder. */
const FILES: readonly (readonly [string, string[]])[] = [
  ["Makefile", ["Makefile"]],
  ["deploy/Dockerfile", ["deploy/Dockerfile"]],
  [".env", [".env"]],
  ["docs/my file.md", ["docs/my file.md"]],
  ["app/[id]/page.tsx", ["app/[id]/page.tsx"]],
  [`${ROOT}/src/abs.ts`, ["src/abs.ts"]],
  ["src\\deep\\tide.ts", ["src/deep/tide.ts"]],
  ["/home/ann/apple/src/tide.ts", []],
  ["../other/tide.ts", []],
  ["src/", []],
  ["src/*.ts", []],
  ["https://example.org/tide.ts", []],
  ["C:\\other\\tide.ts", []],
  ["a\nb.ts", []],
  ["x".repeat(400), []],
  ["", []],
];

Deno.test("fileItems() takes any file of the project", async (t) => {
  for (const [file, files] of FILES) {
    await t.step(file || "nothing", () => {
      const content = "Kept as it is";
      const decisions = [{ id: "d001", content, files: [file] }];
      const items = files.map((_) => ({ id: "d001", files, text: content }));
      assertEquals(itemsOf({ decisions }), items);
    });
  }
});

Deno.test("fileItems() reads the rules and solutions that name a file", () => {
  const items = itemsOf({
    permanent: {
      rules: [
        { id: "r001", content: "Times in src/tide.ts are UTC" },
        { id: "r002", content: "don't edit src/generated.ts" },
        { id: "r003", content: "Use src/ for code, and tide.ts first" },
      ],
      solutions: [{
        id: "s001",
        problem: "The lamp flickers",
        solution: "restart it in 등대/램프.ts",
        attempts: 3,
      }],
    },
  });
  assertEquals(items, [
    {
      id: "r001",
      files: ["src/tide.ts"],
      text: "rule: Times in src/tide.ts are UTC",
    },
    {
      id: "s001",
      files: ["등대/램프.ts"],
      text: "The lamp flickers: restart it in 등대/램프.ts",
    },
  ]);
});

Deno.test("fileItems() reads the sentences of memory.md that name a file", () => {
  const items = itemsOf(
    {},
    section(
      "Moved rounding into `src/tide.ts`. Nothing else. Tried tests.ts and " +
        "gave ebb.ts a lamp.\n" +
        "Files: `src/ebb.ts`, `src/unsaid.ts`\n" +
        "Failed: `deno test src/tide_test.ts` (1 failed)\n" +
        "Open: 등대.ts in src/등대.ts is not done",
    ),
  );
  const id = "3f2a9c11#120";
  assertEquals(items, [
    {
      id,
      files: ["src/tide_test.ts"],
      text: "failed: `deno test src/tide_test.ts` (1 failed)",
    },
    {
      id,
      files: ["src/ebb.ts"],
      text: "Tried tests.ts and gave ebb.ts a lamp.",
    },
    {
      id,
      files: ["src/tide.ts"],
      text: "Moved rounding into `src/tide.ts`.",
    },
    {
      id,
      files: ["src/등대.ts"],
      text: "open: 등대.ts in src/등대.ts is not done",
    },
  ]);
  const byHand = section("See src/tide.ts").replace(/<!--.*-->\n/, "");
  assertEquals(itemsOf({}, byHand).map(({ id }) => id), ["memory.md#1"]);
});
