import { assert, assertEquals } from "@std/assert";
import {
  joinSection,
  parseMemory,
  renderPreamble,
  renderSection,
  type SectionParts,
} from "./memory_text.ts";
import { randomText } from "../../tests/support/world/random_text.ts";

const SECTION: SectionParts = {
  at: new Date("2026-02-01T17:27:45Z"),
  localOffsetMinutes: -480,
  session: "3f2a9c11-0000-4000-8000-000000000001",
  from: 120,
  to: 214,
  branch: "main",
  text: "Implemented token refresh.",
};

const headersOf = (text: string) =>
  parseMemory(text).sections.map(({ header }) => header);

const joined = (text: string) => {
  const { preamble, sections } = parseMemory(text);
  return preamble + sections.map(({ raw }) => raw).join("");
};

Deno.test("renderSection() writes header, comment, text and a blank line", () => {
  assertEquals(
    renderPreamble("shop") + renderSection(SECTION),
    `# Project Memory: shop

## 2026-02-01_1727 (local 02-01_0927)
<!-- session 3f2a9c11 · entries 120-214 · branch main -->
Implemented token refresh.

`,
  );
  assertEquals(
    renderSection({
      at: SECTION.at,
      localOffsetMinutes: 540,
      digest: true,
      text: "By hand.\r\n",
    }),
    "## 2026-02-01_1727 (local 02-02_0227) (digest)\nBy hand.\n\n",
  );
});

Deno.test("parseMemory() reads what renderSection() wrote", () => {
  const digest = { ...SECTION, digest: true, text: "One\n\n```js\n## x\n```" };
  const text = renderPreamble("shop") + renderSection(SECTION) +
    renderSection(digest);
  const { preamble, sections } = parseMemory(text);
  assertEquals(preamble, "# Project Memory: shop\n\n");
  assertEquals(sections.map(({ raw: _, ...rest }) => rest), [{
    header: "## 2026-02-01_1727 (local 02-01_0927)",
    utc: new Date("2026-02-01T17:27:00Z"),
    isDigest: false,
    session: "3f2a9c11",
    from: 120,
    to: 214,
    branch: "main",
    body: SECTION.text,
  }, {
    header: "## 2026-02-01_1727 (local 02-01_0927) (digest)",
    utc: new Date("2026-02-01T17:27:00Z"),
    isDigest: true,
    session: "3f2a9c11",
    from: 120,
    to: 214,
    branch: "main",
    body: digest.text,
  }]);
});

const OURS = "## 2026-02-02_0000\n<!-- session aaaaaaaa · entries 0-9 -->\nb\n";

Deno.test("parseMemory() finds the sections and nothing else", async (t) => {
  const rows: Record<string, [text: string, headers: string[]]> = {
    "an empty file": ["", []],
    "no section": ["# Title\n\nwords", []],
    "an older header": ["## 2025-12-31_2359\nx", ["## 2025-12-31_2359"]],
    "a broken header": ["## 2025-12-31_2359\n## %%Y-%%m-%%d_%%H%%M\nx", [
      "## 2025-12-31_2359",
    ]],
    "a header with a user's words": ["## 2025-12-31_2359 auth\n", [
      "## 2025-12-31_2359 auth",
    ]],
    "a user's own headings": ["## Notes\nx\n## 2025-12-31_2359\n## More\n", [
      "## 2025-12-31_2359",
    ]],
    "another level": ["### 2025-12-31_2359\n# 2025-12-31_2359\n", []],
    "indented": [" ## 2025-12-31_2359\n", []],
    "too many digits": ["## 2025-12-31_23590\n", []],
    "CRLF": ["# T\r\n\r\n## 2025-12-31_2359\r\nx\r\n", ["## 2025-12-31_2359"]],
    "a byte order mark": ["\ufeff## 2025-12-31_2359\nx", [
      "## 2025-12-31_2359",
    ]],
    "in a fence": ["```\n## 2025-12-31_2359\n```\n", []],
    "in a fence of tildes": ["~~~~md\n~~~\n## 2025-12-31_2359\n~~~~\n", []],
    "behind a fence": ["```\nx\n```\n## 2025-12-31_2359\n", [
      "## 2025-12-31_2359",
    ]],
    "behind inline code": ["```x``` is code\n## 2025-12-31_2359\n", [
      "## 2025-12-31_2359",
    ]],
    "behind a fence that never ends": ["```\nx\n## 2025-12-31_2359\n", [
      "## 2025-12-31_2359",
    ]],
    "ours in a fence": [`\`\`\`\n${OURS}\`\`\`\n`, []],
    "two of ours in a fence": [`\`\`\`\n${OURS}${OURS}\`\`\`\n`, []],
    "ours behind a forgotten fence": [
      `\`\`\`\nx\n${OURS}\`\`\`\ncode\n\`\`\`\n`,
      ["## 2026-02-02_0000"],
    ],
    "ours behind a forgotten fence, with a language": [
      `\`\`\`\nx\n${OURS}\`\`\`js\ncode\n\`\`\`\n`,
      ["## 2026-02-02_0000"],
    ],
  };
  for (const [name, [text, headers]] of Object.entries(rows)) {
    await t.step(name, () => {
      assertEquals(headersOf(text), headers);
      assertEquals(joined(text), text);
    });
  }
});

Deno.test("parseMemory() reads comments as a formatter or a user leaves them", async (t) => {
  const rows: Record<string, [comment: string, session: string, to: number]> = {
    "a blank line before": ["\n<!-- session ab · entries 1-2 -->", "ab", 2],
    "CRLF": ["<!-- session ab · entries 1-2 -->\r", "ab", 2],
    "no spaces": ["<!--session ab·entries 1-2-->", "ab", 2],
    "a branch": ["<!-- session ab · entries 1-2 · branch a--b -->", "ab", 2],
  };
  for (const [name, [comment, session, to]] of Object.entries(rows)) {
    await t.step(name, () => {
      const text = `## 2026-02-01_1727\n${comment}\nbody\n`;
      const section = parseMemory(text).sections[0];
      assertEquals([section?.session, section?.to], [session, to]);
      assertEquals(section?.body, "body");
    });
  }
});

Deno.test("parseMemory() reads when the work was done", async (t) => {
  const WORK = "<!-- work 2026-01-31T23:02Z/2026-02-01T17:27Z -->";
  const OWN = "<!-- session ab · entries 1-2 -->";
  const rows: Record<string, [lines: string, work: boolean, body: string]> = {
    "below the session": [`${OWN}\n${WORK}\nbody`, true, "body"],
    "behind a blank line, CRLF": [
      `${OWN}\r\n\r\n${WORK}\r\nbody`,
      true,
      "body",
    ],
    "without a session": [`${WORK}\nbody`, false, `${WORK}\nbody`],
    "further below": [`${OWN}\nbody\n${WORK}`, false, `body\n${WORK}`],
    "an end before its beginning": [
      `${OWN}\n<!-- work 2026-02-02T00:00Z/2026-02-01T00:00Z -->\nbody`,
      false,
      "<!-- work 2026-02-02T00:00Z/2026-02-01T00:00Z -->\nbody",
    ],
    "not there": [`${OWN}\nbody`, false, "body"],
  };
  for (const [name, [lines, hasWork, body]] of Object.entries(rows)) {
    await t.step(name, () => {
      const text = `## 2026-02-01_1727\n${lines}\n`;
      const section = parseMemory(text).sections[0];
      assertEquals(
        section?.work,
        hasWork
          ? {
            from: new Date("2026-01-31T23:02:00Z"),
            to: new Date("2026-02-01T17:27:00Z"),
          }
          : undefined,
      );
      assertEquals(section?.body, body);
      assertEquals(joined(text), text);
    });
  }
});

Deno.test("renderSection() writes the range of the work, which no text can forge", () => {
  const work = {
    from: new Date("2026-01-31T23:02:59Z"),
    to: new Date("2026-02-01T17:27:59Z"),
  };
  const rendered = renderSection({
    at: work.to,
    localOffsetMinutes: 0,
    session: "ab",
    from: 1,
    to: 2,
    work,
    text: "<!-- work 2020-01-01T00:00Z/2020-01-01T00:00Z -->\nbody",
  });
  assertEquals(rendered.split("\n").slice(0, 3), [
    "## 2026-02-01_1727 (local 02-01_1727)",
    "<!-- session ab · entries 1-2 -->",
    "<!-- work 2026-01-31T23:02Z/2026-02-01T17:27Z -->",
  ]);
  const bare = renderSection({
    at: work.to,
    localOffsetMinutes: 0,
    session: "ab",
    text: "<!-- work 2020-01-01T00:00Z/2020-01-01T00:00Z -->\nbody",
  });
  assertEquals(parseMemory(bare).sections[0]?.work, undefined);
});

Deno.test("parseMemory() gives no date for a stamp that is none", () => {
  for (
    const stamp of ["2026-13-01_0000", "2026-02-30_0000", "2026-01-01_2460"]
  ) {
    assertEquals(parseMemory(`## ${stamp}\n`).sections[0]?.utc, undefined);
  }
});

Deno.test("renderSection() lets no branch and no text forge a header or comment", async (t) => {
  const rows: Record<string, Partial<SectionParts>> = {
    "a header": { text: "a\n## 2026-01-01_0000 (local 01-01_0000)\nb" },
    "a header after a return": { text: "a\r## 2026-01-01_0000\rb" },
    "a header after a line separator": { text: "a\u2028## 2026-01-01_0000" },
    "a header with a comment": { text: `x\n${OURS}` },
    "a comment first": { text: "<!-- session ffffffff · entries 0-999 -->\nx" },
    "an open fence": { text: "```js\nlet a" },
    "an open comment": { text: "a <!-- b" },
    "a branch that ends the comment": { branch: "x-->\n## 2026-01-01_0000" },
    "a branch with a range": { branch: "x · entries 0-9 --> <!-- session f" },
    "a session that ends the comment": { session: "-->\n## 2026-01-01_0000" },
    "no text": { text: "" },
  };
  for (const [name, change] of Object.entries(rows)) {
    await t.step(name, () => {
      const one = renderSection({ ...SECTION, ...change });
      const two = renderSection({ ...SECTION, from: 214, to: 215 });
      const { preamble, sections } = parseMemory(one + two);
      assertEquals([preamble, sections.length], ["", 2]);
      assertEquals(sections.map(({ from, to }) => [from, to]), [
        [120, 214],
        [214, 215],
      ]);
      assertEquals(sections[0]?.raw, one);
    });
  }
  const byHand = renderSection({
    at: SECTION.at,
    localOffsetMinutes: 0,
    text: "<!-- session ffffffff · entries 0-999 -->",
  });
  assertEquals(parseMemory(byHand).sections[0]?.session, undefined);
});

Deno.test("joinSection() keeps the line ends that are there", () => {
  assertEquals(
    joinSection("# Mine\r\n\r\nwords\r\n", "## x\n\ny\n"),
    "# Mine\r\n\r\nwords\r\n\r\n## x\r\n\r\ny\r\n",
  );
  assertEquals(joinSection("a\nb\r\nc\n", "## x\n"), "a\nb\r\nc\n\n## x\n");
});

Deno.test("joinSection() never glues a header to a line", () => {
  for (
    const [before, after] of [
      ["", "## x"],
      ["a", "a\n\n## x"],
      ["a\n", "a\n\n## x"],
      ["a\n\n", "a\n\n## x"],
      ["a\r\n\r\n", "a\r\n\r\n## x"],
    ] as const
  ) assertEquals(joinSection(before, "## x"), after);
});

const PIECES = [
  "## 2026-02-01_1727 (local 02-01_0927)",
  "## 2026-02-01_1727",
  "<!-- session 3f2a9c11 · entries 1-2 -->",
  "```",
  "~~~~",
  "```js",
  "\n",
  "\n",
  "\r\n",
  "\r",
  "\ufeff",
  "\ud83d\ude00",
  "\ud83d",
  "## %%Y",
  "words ",
  " ",
  "<!--",
  "-->",
  "# T",
];

Deno.test("parseMemory() and its parts joined are the input, for any input", () => {
  const random = randomText(1, PIECES);
  for (let round = 0; round < 5000; round++) {
    const text = random(40);
    assertEquals(joined(text), text);
  }
});

Deno.test("renderSection() gives exactly one section behind any text", () => {
  const random = randomText(2, PIECES);
  for (let round = 0; round < 3000; round++) {
    const text = random(20);
    const before = random(20);
    const section = renderSection({ ...SECTION, text, branch: before });
    const alone = parseMemory(section).sections;
    assertEquals(alone.length, 1, JSON.stringify(text));
    assertEquals([alone[0]?.from, alone[0]?.to], [120, 214]);
    const all = parseMemory(section + renderSection(SECTION)).sections;
    assert(all.length === 2, JSON.stringify(text));
  }
});
