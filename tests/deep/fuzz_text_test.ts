/**
 * Text from outside, in any shape, given to what reads it in this process:
 * transcripts, payloads, configuration, agents' answers, questions. Seeded.
 *
 * MEMORY_KEEPER_FUZZ sets how many cases of each; MEMORY_KEEPER_FUZZ_SEED where
 * the seeds begin.
 */

import { assert, assertEquals } from "@std/assert";
import { tryParseJson } from "../../src/base/json.ts";
import { readHookPayload } from "../../src/claude/payload.ts";
import { searchMemory } from "../../src/search/search_memory.ts";
import { readAgentAnswer } from "../../src/summary/_agent_answer.ts";
import { readArchiveSummary } from "../../src/summary/_archive_summary.ts";
import { changeBlock } from "../../src/context/marked_block.ts";
import {
  joinSection,
  parseMemory,
  renderSection,
} from "../../src/memory/memory_text.ts";
import { disarmForModel } from "../../src/base/safe_text.ts";
import { sortSettings } from "../../src/store/_config.ts";
import { CONFIG_KEYS } from "../../src/store/config_keys.ts";
import { openProject } from "../../src/store/project.ts";
import { openStore } from "../../src/store/store.ts";
import { makeBase } from "../support/world/attacked_store.ts";
import {
  HostileValues,
  IMITATIONS,
  type Json,
} from "../support/world/hostile_values.ts";
import { TemporaryStore } from "../support/world/in_process.ts";
import {
  generateTranscript,
  VERSIONS,
} from "../support/generator/transcript_generator.ts";

const WANTED = Deno.env.get("MEMORY_KEEPER_FUZZ");
const FIRST_SEED = Number(Deno.env.get("MEMORY_KEEPER_FUZZ_SEED") ?? 1);
const many = (otherwise: number) => Number(WANTED ?? otherwise);

function* seeds(count: number): Generator<number> {
  for (let i = 0; i < count; i++) yield FIRST_SEED + i;
}

const DEEP = 100_000;

/** Lines that should never be in a transcript. */
function oddLines(hostile: HostileValues, good: readonly string[]): string[] {
  return Array.from({ length: 1 + hostile.below(4) }, () => {
    const line = hostile.pick(good);
    switch (hostile.below(5)) {
      case 0:
        return line.slice(0, hostile.below(line.length));
      case 1:
        return `{"type":"user","message":{"content":${"[".repeat(DEEP)}${
          "]".repeat(DEEP)
        }}}`;
      case 2:
        return JSON.stringify(hostile.value());
      case 3:
        return `\u0000${line.slice(hostile.below(line.length))}`;
      default:
        return withNewId(JSON.stringify(hostile.change(JSON.parse(line))));
    }
  }).map((line) => line.replaceAll("\n", " "));
}

/** An entry that says it is another's would rightly be left out as a repeat. */
const withNewId = (line: string) =>
  line.replace(/"uuid":"[^"]*"/, `"uuid":"odd-${line.length}"`);

const textsIn = (lines: string) =>
  lines.split("\n").filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter(({ role }) => role === "user").map(({ text }) => text as string);

Deno.test(`transcripts with odd lines between, ${many(60)} of them`, async () => {
  for (const seed of seeds(many(60))) {
    const hostile = new HostileValues(seed);
    const { lines } = generateTranscript({
      seed,
      turns: 4,
      version: hostile.pick(VERSIONS),
    });
    await using clean = await TemporaryStore.create();
    const path = `${clean.dir}/3f2a9c11-0000-4000-8000-000000000001.jsonl`;
    Deno.writeTextFileSync(path, `${lines.join("\n")}\n`);
    await clean.refine(path);
    const typed = textsIn([...clean.l1Texts().values()].join(""));
    await using store = await TemporaryStore.create();
    const at = hostile.below(lines.length + 1);
    const odd = [
      ...lines.slice(0, at),
      ...oddLines(hostile, lines),
      ...lines.slice(at),
    ];
    Deno.writeTextFileSync(path, `${odd.join("\n")}\n`);
    await store.refine(path, { close: false });
    await store.refine(path);
    const once = [...store.l1Texts().values()].join("");
    await store.refine(path);
    assertEquals([...store.l1Texts().values()].join(""), once, `seed ${seed}`);
    const kept = textsIn(once).join("\n");
    for (const text of typed) assert(kept.includes(text), `seed ${seed}`);
  }
});

Deno.test(`payloads of any shape, ${many(3000)} of them`, () => {
  const good: Json = {
    session_id: "3f2a9c11-0000-4000-8000-000000000001",
    hook_event_name: "Stop",
    transcript_path: "/nowhere",
    agent_id: "a",
    agent_type: "memory-keeper:delta-summarizer",
  };
  for (const seed of seeds(many(3000))) {
    const hostile = new HostileValues(seed);
    const text = JSON.stringify(hostile.change(good));
    const torn = new TextDecoder().decode(
      hostile.bytes(new TextEncoder().encode(text)),
    );
    for (const one of [text, torn]) {
      const parsed = readHookPayload(tryParseJson(one));
      for (const value of Object.values({ ...parsed, raw: undefined })) {
        assert(value === undefined || typeof value === "string", `${seed}`);
      }
    }
  }
  assertEquals(readHookPayload(tryParseJson("[".repeat(DEEP))), undefined);
  assertEquals(({} as Record<string, unknown>)["polluted"], undefined);
});

Deno.test(`configuration of any shape, ${many(3000)} of them`, () => {
  const good = Object.fromEntries(
    Object.entries(CONFIG_KEYS).map(([name, { fallback }]) => [name, fallback]),
  ) as Json;
  for (const seed of seeds(many(3000))) {
    const raw = new HostileValues(seed).change(good);
    const { values } = sortSettings("config.json", raw);
    for (const [name, value] of Object.entries(values)) {
      const key = CONFIG_KEYS[name as keyof typeof CONFIG_KEYS];
      assert(key.accepts(value as never), `seed ${seed}: ${name}`);
    }
  }
});

Deno.test(`agents' answers of any shape, ${many(3000)} of them`, () => {
  const good: Json = {
    facts: [{
      type: "decision",
      content: "Round once",
      evidence: "at the end",
    }],
    themes: [{ name: "tides", summary: "Rounded." }],
    keyDecisions: [{ decision: "Round", reason: "errors" }],
    issues: [{ issue: "Drift", status: "open" }],
    overallSummary: "Rounded once.",
  };
  const about = {
    sourceFile: "memory_20260101_000000.md",
    generatedAt: "2026-01-01T00:00:00Z",
    dateRange: { from: "", to: "" },
    sectionCount: 1,
  };
  for (const seed of seeds(many(3000))) {
    const hostile = new HostileValues(seed);
    const json = JSON.stringify(hostile.change(good));
    const words = `${hostile.text()}\nDone.\n${hostile.text()}`;
    const message = hostile.pick<unknown>([
      `${words}\n\`\`\`json\n${json}\n\`\`\``,
      `${words}\n${json}`,
      json,
      json.slice(0, hostile.below(json.length)),
      words,
      hostile.value(),
    ]);
    const answer = readAgentAnswer(message);
    readArchiveSummary(message, about);
    if (answer.kind !== "refused") assertOneSection(answer.text, seed);
  }
});

/** Whatever the words imitate, they become one section of this session. */
function assertOneSection(text: string, seed: number): void {
  const at = new Date("2026-02-01T17:27:00Z");
  const section = renderSection({
    at,
    localOffsetMinutes: 0,
    session: "3f2a9c11",
    from: 3,
    to: 7,
    text,
  });
  const before =
    "# Project Memory: p\n\n## 2026-01-01_0000 (local 01-01_0000)\n" +
    "<!-- session aaaaaaaa · entries 0-2 -->\nBefore.\n";
  const { sections } = parseMemory(joinSection(before, section));
  assertEquals(
    sections.map(({ session, from, to }) => [session, from, to]),
    [["aaaaaaaa", 0, 2], ["3f2a9c11", 3, 7]],
    `seed ${seed}: ${text}`,
  );
}

Deno.test(`words that imitate ours, ${many(1000)} mixtures`, () => {
  for (const seed of seeds(many(1000))) {
    const hostile = new HostileValues(seed);
    const spaced = (text: string) =>
      text.split("").map((char) => hostile.chance(0.02) ? `${char} ` : char)
        .join("");
    const text = Array.from({ length: 1 + hostile.below(5) }, () => {
      const start = hostile.pick([
        "",
        "> ",
        "- ",
        "  ",
        "```\n",
        "\r",
        "\u2028",
      ]);
      const words = hostile.pick(IMITATIONS);
      return start + (hostile.chance(0.3) ? spaced(words) : words);
    }).join(hostile.pick(["\n", "\r\n", "\n\n", " "]));
    assertOneSection(text, seed);
    const told = disarmForModel(text);
    assert(!/\[\s*MEMORY_KEEPER_\w+\s*\]/i.test(told), `seed ${seed}`);
    assert(!/<\s*\/?\s*system-reminder/i.test(told), `seed ${seed}`);
    const file = `Mine before.\n\nMine after.\n`;
    const change = changeBlock(file, text);
    if (change.kind !== "changed") continue;
    const undone = changeBlock(change.text, undefined);
    assertEquals(undone.kind, "changed", `seed ${seed}`);
    if (undone.kind === "changed") assertEquals(undone.text, file, `${seed}`);
  }
});

Deno.test(`questions of any shape, ${many(150)} of them`, async () => {
  using world = await makeBase();
  const store = openStore(await openProject(world.world, world.project));
  const words = [
    "tide",
    "round",
    "AND",
    "NEAR(",
    '"',
    "*",
    "-",
    "^",
    ":",
    "(",
    ")",
  ];
  for (const seed of seeds(many(150))) {
    const hostile = new HostileValues(seed);
    const text = Array.from(
      { length: hostile.below(12) },
      () => hostile.chance(0.5) ? hostile.pick(words) : hostile.text(),
    ).join(hostile.pick([" ", "", "\n"]));
    const { value, scanned } = await searchMemory(store, {
      text,
      limit: 5,
      deep: hostile.chance(0.5),
      context: hostile.below(3),
      here: { now: new Date(world.clock), offsetMinutes: 0 },
    });
    assertEquals(scanned, null, `seed ${seed}: ${JSON.stringify(text)}`);
    assert(value.hits.length <= 5, `seed ${seed}`);
  }
});
