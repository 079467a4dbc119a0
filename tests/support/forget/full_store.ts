/** A store with every kind of file a store can have, and words in all of them. */

import { gunzipSync } from "node:zlib";
import { shortHash } from "../../../src/base/text_digest.ts";
import { gzipBytes } from "../../../src/store/gzip.ts";
import { updateIndex } from "../../../src/session/memory_index.ts";
import type { World } from "../../../src/base/world.ts";
import { STILL_WORLD, TemporaryStore } from "../world/in_process.ts";
import { plantSession, waitingDelta } from "../world/planted_session.ts";

export const FULL = "f0110000-0000-4000-8000-000000000000";
export const PACKED = "9acced00-0000-4000-8000-000000000000";
const STEM = `2026-02-01_1700_${FULL.slice(0, 8)}`;
const PACKED_STEM = `2026-01-01_1700_${PACKED.slice(0, 8)}`;
const ARCHIVE = "memory_20260115_120000";

/** A person who has a Claude folder of their own. */
export const worldOf = ({ dir }: TemporaryStore): World => ({
  ...STILL_WORLD,
  env: (name) => name === "CLAUDE_CONFIG_DIR" ? `${dir}/claude` : undefined,
});

const WORDS = [
  "hunter2",
  "조수표 시간표",
  "naïve café",
  "Größe XL",
  "Ünïcödé",
  'a"quoted" word',
  "back\\slash path",
  "two\nlines of it",
  "tab\there too",
  "<b>bold</b> words",
  "under_score name",
  "kebab-case-name",
  "dotted.name.ts",
  "src/secret/path.ts",
  "mail@example.org",
  "+49 170 1234567",
  "50 % off today",
  "日本語の文章",
  "emoji 🌊 wave",
  "x=1;y=2",
];

/** Forty, none of which is a part of another. */
export const STRINGS = [...WORDS, ...WORDS.map((word, i) => `${word} no${i}th`)]
  .map((word, i) =>
    i < WORDS.length ? `zq${i}x ${word}` : word.replace(" ", " of ")
  );

/** Something in each record that must stay. */
export const KEPT = "the neighbour stays";

const item = (id: string, content: string, more = {}) => ({
  id,
  date: "2026-02-01",
  content,
  reason: "",
  sessions: [],
  evidence: "",
  files: [],
  keywords: [],
  ...more,
});

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const section = (at: string, body: string, comment = "") =>
  `## ${at} (local 02-01_1727)\n${comment}${body}\n\n`;

const entry = (text: string, i: number) => ({
  ts: `2026-02-01T17:${String(10 + i % 40)}:00.000Z`,
  role: "user" as const,
  text,
});

/** The text of every kind of file with these strings in it. */
function filesWith(strings: readonly string[]): Record<string, string> {
  const all = [KEPT, ...strings];
  const listed = all.map((text) => `- ${text}`).join("\n");
  const paragraphs = all.map((text) => `Said: ${text}.`).join("\n\n");
  const facts = all.map((text, i) =>
    item(`d${String(i + 1).padStart(3, "0")}`, `Fact ${text}`)
  );
  const rules = all.map((text, i) => ({
    id: `r${String(i + 1).padStart(3, "0")}`,
    content: `Rule ${text}`,
    sessions: [],
  }));
  const memory = `# Project Memory: project\n\n` +
    section("2026-02-01_1727", paragraphs) + section("2026-02-01_1728", listed);
  const lines = all.map((text, i) => `${JSON.stringify(entry(text, i))}\n`)
    .join("");
  const transcript = all.map((text, i) =>
    `${
      JSON.stringify({
        type: "user",
        uuid: `u${i}`,
        timestamp: entry(text, i).ts,
        message: { role: "user", content: text },
        toolUseResult: { stdout: JSON.stringify({ nested: text }) },
      })
    }\n`
  ).join("");
  const step = (text: string, i: number) =>
    `${
      JSON.stringify({
        id: `s${i}`,
        at: "2026-02-01T17:27:00.000Z",
        who: "save",
        path: "memory.md",
        place: 0,
        removed: text,
        inserted: 0,
        mark: "",
      })
    }\n`;
  const summary = json({
    sourceFile: `${ARCHIVE}.md`,
    themes: all.map((name) => ({ name, summary: name })),
    keyDecisions: [],
    issues: [],
    overallSummary: paragraphs,
  });
  return {
    "memory.md": memory,
    [`${ARCHIVE}.md`]: memory,
    [`${ARCHIVE}.summary.json`]: summary,
    "facts.json": json({
      _meta: { version: 4 },
      decisions: facts,
      patterns: [],
      issues: [],
      permanent: { rules, solutions: [], core_logic: [] },
      unread: { older: all },
    }),
    "concepts.json": json({
      concepts: all.map((name, i) => ({
        id: `c${String(i + 1).padStart(3, "0")}`,
        name,
        summary: name,
        files: [],
        keywords: [name],
        facts: [],
      })),
      nextId: 99,
    }),
    "project.md": `# Project\n\n${paragraphs}\n\n${listed}\n`,
    "rules.md": `${listed}\n`,
    "lessons.md.bak": `${listed}\n`,
    "delta_temp.txt": `${paragraphs}\n`,
    [`delta/${FULL.slice(0, 8)}-1.txt`]: all.map((text) => `◆ User: ${text}\n`)
      .join(""),
    [`sessions/${STEM}.l1.jsonl`]: lines,
    [`sessions/${STEM}.l2.json`]: json({
      session: FULL,
      facts,
      rejected: all.map((content) => ({ content, why: "no evidence" })),
    }),
    [`sessions/${STEM}.md`]: `${paragraphs}\n`,
    [`sessions/${PACKED_STEM}.l1.jsonl.gz`]: lines,
    [`sessions/${STEM}.raw.jsonl.gz`]: transcript,
    "sessions/week-2026-W04.md": "# Week\n\n" +
      all.map((text, i) =>
        `## 2026-01-2${i % 10}_100${i % 10}_0000000${i % 10}\n\n${text}.\n\n`
      ).join(""),
    "sessions/archive/2026-01.md": "# Month\n\n" +
      all.map((text, i) =>
        `- 2026-01-0${1 + i % 9}_1000_0000000${i % 10}: ${
          text.replaceAll("\n", " ")
        }\n`
      ).join(""),
    "journal/steps.jsonl": all.map(step).join(""),
    "logs/keeper.log": all.map((text) =>
      `2026-02-01T17:27:00.000Z stop - done file=${
        text.replaceAll("\n", "_")
      }\n`
    ).join(""),
    "team/0001.json": json({ text: paragraphs }),
    "report.html": `<!doctype html>${listed}`,
    ".cache/said-rules.json": json({ stamp: "", rules: all, doubts: {} }),
    [`.cache/given/${FULL}.json`]: json({ start: all, recalled: [] }),
    [`.cache/compaction/${FULL}.list.json`]: json({ items: all }),
    [`.cache/compaction/${FULL}.missing.json`]: json({ items: all }),
    ".cache/evidence.json": json({ names: all }),
    ".cache/work-times.json": json({ times: {}, archives: {}, more: all }),
    [`.cache/scribe/${FULL}`]: json({ missed: 0, more: all }),
    "sessions/.x.md.1-0123abcd.tmp": paragraphs,
    "facts.json.damaged-20260201172700000": `{ half ${all.join("\n")}`,
    "memory.md.damaged-20260201172700001": paragraphs,
    "backups/20260201-172700-legacy/memory.md": memory,
    "backups/20260201-172700-legacy/facts.json": json({ decisions: facts }),
    "backups/20260201-172700-legacy/outside/CLAUDE.md": `${paragraphs}\n`,
  };
}

/** With a backup next to the store and rules for all projects. */
export async function plantFullStore(
  temporary: TemporaryStore,
  strings: readonly string[],
): Promise<void> {
  const { store, dir } = temporary;
  const { layout } = store;
  const files = filesWith(strings);
  const all = [KEPT, ...strings].map(entry);
  plantSession(store, FULL, all, {
    stem: STEM,
    branch: `about/${strings[0] ?? ""}`,
    l2: {
      agent: "a",
      bytes: 0,
      concepts: strings.map((name) => ({ id: "c001", name })),
    },
    deltas: [waitingDelta(`${FULL.slice(0, 8)}-1`, 0, all.length)],
  });
  plantSession(store, PACKED, all, { stem: PACKED_STEM });
  Deno.removeSync(
    `${layout.sessions}/2026-02-01_1700_${PACKED.slice(0, 8)}.l1.jsonl`,
  );
  updateIndex(store.files, layout, (index) => ({
    ...index,
    remarks: strings,
    rotatedFiles: [{
      file: `${ARCHIVE}.md`,
      rotatedAt: null,
      tokens: 1,
      bytes: 1,
      summary: `${ARCHIVE}.summary.json`,
      summaryGenerated: true,
    }],
  }));
  const roots = [
    [layout.dir, Object.keys(files)],
    [`${layout.dir}.backup-20260101000000`, Object.keys(files)],
    [`${dir}/claude/memory-keeper`, ["rules.md"]],
    [
      `${dir}/claude/memory-keeper/backup/project-${await shortHash(
        store.project.home,
      )}/20260101000000000`,
      ["memory.md", "facts.json"],
    ],
  ] as const;
  for (const [root, names] of roots) {
    for (const name of names) {
      const path = `${root}/${name}`;
      await Deno.mkdir(path.replace(/\/[^/]*$/, ""), { recursive: true });
      const bytes = new TextEncoder().encode(files[name]);
      await Deno.writeFile(
        path,
        name.endsWith(".gz") ? await gzipBytes(bytes) : bytes,
      );
    }
  }
}

export interface Hit {
  readonly file: string;
  readonly how: "bytes" | "JSON" | "unpacked";
}

/** Knows nothing of stores: bytes, what JSON in them says, what is packed. */
export async function hitsOf(dir: string, text: string): Promise<Hit[]> {
  const found: Hit[] = [];
  for (const one of Deno.readDirSync(dir)) {
    const file = `${dir}/${one.name}`;
    if (one.isDirectory) {
      found.push(...await hitsOf(file, text));
      continue;
    }
    const bytes = await Deno.readFile(file);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const plain = isPacked ? gunzipSync(bytes) : bytes;
    const whole = new TextDecoder().decode(plain);
    if (has(whole, text)) {
      found.push({ file, how: isPacked ? "unpacked" : "bytes" });
    } else if (
      [whole, ...whole.split("\n")].some((part) => saysSo(part, text))
    ) {
      found.push({ file, how: "JSON" });
    }
  }
  return found;
}

const has = (whole: string, text: string) =>
  whole.toLowerCase().includes(text.toLowerCase());

function saysSo(part: string, text: string): boolean {
  try {
    const value: unknown = JSON.parse(part);
    const strings = (one: unknown): string[] =>
      typeof one === "string"
        ? [one]
        : one !== null && typeof one === "object"
        ? Object.entries(one).flat().flatMap(strings)
        : [];
    return strings(value).some((one) =>
      has(one, text) || one.startsWith("{") && saysSo(one, text)
    );
  } catch {
    return false;
  }
}
