/**
 * Transcripts of many versions, compared with an independent slow reading of
 * the same files: nothing is lost, nothing doubled, nothing made up. Three of
 * our own making are always there; real ones where they are, outside the
 * project.
 */

import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { formatBytes } from "../src/output/words.ts";
import { renderTable } from "../src/output/table.ts";
import type { L1Entry } from "../src/session/log_entry.ts";
import { Redactor } from "../src/redact/redactor.ts";
import {
  findTranscriptData,
  unpackTranscripts,
} from "./support/world/real_transcripts.ts";
import { TemporaryStore } from "./support/world/in_process.ts";
import {
  readSlowly,
  readSubagents,
  type SlowReading,
  type SlowSubagent,
  type SlowToolCall,
} from "./support/oracle/slow_reading.ts";

const OWN_MAKING = fromFileUrl(new URL("./transcripts", import.meta.url));
const DATA = findTranscriptData();
const LEAST_REDUCTION = 0.945;

/** Take one away that matches; undefined if there is none. */
function takeFrom<T>(
  list: T[],
  matches: (one: T) => boolean,
): T | undefined {
  const at = list.findIndex(matches);
  return at < 0 ? undefined : list.splice(at, 1)[0];
}

/** What L1 must hold of a slow reading, word for word after redaction. */
function assertComplete(
  entries: readonly L1Entry[],
  main: SlowReading,
  subagents: readonly SlowSubagent[],
): void {
  const agents = subagents.filter(({ own }) => !own)
    .map(({ reading }) => reading);
  const redactor = new Redactor();
  const stored = (text: string) => redactor.text(text).trim();
  const said = (role: string) =>
    entries.flatMap((entry) =>
      entry.role === role && entry.role !== "tool" ? [entry.text] : []
    );
  const users = said("user");
  for (const { text, images } of main.typedUserTexts) {
    const whole = redactor.blocks([text, ...Array(images).fill("[image]")])
      .join("\n").trim();
    if (whole === "") continue;
    assert(takeFrom(users, (one) => one === whole), `typed: ${whole}`);
  }
  assertRemarks(users, main.userRemarks.map(({ text }) => stored(text)));
  const spoken = said("assistant");
  for (const reading of [main, ...agents]) {
    const texts = [...reading.assistantTexts, ...reading.sidechainTexts];
    for (const { text } of texts) {
      const words = stored(text);
      if (words === "") continue;
      assert(takeFrom(spoken, (one) => one === words), `said: ${words}`);
    }
  }
  for (const { from, text, isEnd } of main.agentMessages) {
    const hasFile = subagents.some(({ name }) => name === `agent-${from}`);
    if (hasFile && isEnd) continue;
    const words = stored(text);
    assert(takeFrom(spoken, (one) => one === words), `reported: ${words}`);
  }
  assertNotified(spoken, main);
  for (const words of main.repliesToOwn.map(stored)) {
    assert(!said("assistant").includes(words), `about our own: ${words}`);
  }
  assertNoFrames(entries);
  assertEquals(
    said("summary"),
    main.compactSummaries.map(stored),
    "summaries",
  );
  assertCalls(entries, [main, ...agents].flatMap((one) => one.toolCalls));
}

/** Every remark is in one of these texts, an answer after its question. */
function assertRemarks(
  texts: readonly string[],
  remarks: readonly string[],
): void {
  const rests = [...texts];
  for (const remark of remarks) {
    const at = rests.findIndex((text) => text.includes(remark));
    assert(at >= 0, `remarked: ${remark}`);
    rests[at] = rests[at]?.replace(remark, () => "") ?? "";
  }
  for (const line of rests.flatMap((rest) => rest.split("\n"))) {
    assert(/^$|^.* → (?:; )?$/.test(line), `not typed: ${line}`);
  }
}

/** What is left was said by agents in the background, and told by notifications. */
function assertNotified(spoken: readonly string[], main: SlowReading): void {
  const redactor = new Redactor();
  const told = main.droppedUserTexts
    .filter(({ reason }) => reason === "task notification")
    .map(({ text }) => redactor.text(text)).join("\n");
  for (const words of spoken) assert(told.includes(words), `made up: ${words}`);
}

/** What the client puts around the words of agents is in no entry. */
function assertNoFrames(entries: readonly L1Entry[]): void {
  const frames = [
    "[Subagent hand-back]",
    "Async agent launched",
    "<tools-used-before-summary>",
    "Another Claude session sent a message",
  ];
  const kept = entries.map((entry) => JSON.stringify(entry)).join("\n");
  for (const frame of frames) assert(!kept.includes(frame), frame);
}

function assertCalls(
  entries: readonly L1Entry[],
  calls: readonly SlowToolCall[],
): void {
  const found = entries.flatMap((entry) =>
    entry.role === "tool"
      ? [`${entry.id} ${entry.name} ${entry.result ?? "no result"}`]
      : []
  );
  const expected = calls.map(({ id, name, hasResult, isError }) =>
    `${id} ${name} ${!hasResult ? "no result" : isError ? "error" : "ok"}`
  );
  assertEquals(found.sort(), expected.sort(), "calls");
}

interface Row {
  readonly name: string;
  readonly raw: number;
  readonly l1: number;
  readonly entries: number;
  readonly skipped: string;
  readonly redactions: number;
}

async function refineAndCompare(transcript: string): Promise<Row> {
  await using store = await TemporaryStore.create();
  const refined = await store.refine(transcript);
  const main = await readSlowly(transcript);
  assertComplete(store.entries(), main, await readSubagents(transcript));
  const skipped = [...refined?.skipped ?? []].sort((a, b) => b[1] - a[1])
    .map(([type, count]) => `${type} ${count}`).join(", ");
  return {
    name: transcript.replace(/^.*\/|\.jsonl$/g, ""),
    raw: Deno.statSync(transcript).size,
    l1: refined?.state.l1Bytes ?? 0,
    entries: refined?.state.entries ?? 0,
    skipped,
    redactions: [...refined?.redactions.values() ?? []]
      .reduce((sum, count) => sum + count, 0),
  };
}

const percent = (row: { raw: number; l1: number }) =>
  row.raw === 0 ? "-" : `${(100 * (1 - row.l1 / row.raw)).toFixed(1)} %`;

async function withUnpacked(
  from: string,
  use: (transcripts: readonly string[]) => Promise<void>,
): Promise<void> {
  const dir = await Deno.makeTempDir({ prefix: "memory-keeper-real-" });
  try {
    await use(await unpackTranscripts(from, dir));
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("generated transcripts lose nothing", async (t) => {
  await withUnpacked(OWN_MAKING, async (transcripts) => {
    for (const path of transcripts) {
      await t.step(path.replace(/^.*\//, ""), async () => {
        const { entries } = await refineAndCompare(path);
        assert(entries > 10, `${entries} entries`);
      });
    }
    assertEquals(transcripts.length, 3);
  });
});

Deno.test({
  name: "real transcripts lose nothing but bytes",
  ignore: DATA === undefined,
  fn: async (t) => {
    await withUnpacked(`${DATA}/transcripts`, async (transcripts) => {
      const rows: Row[] = [];
      for (const path of transcripts) {
        await t.step(path.replace(/^.*\//, ""), async () => {
          rows.push(await refineAndCompare(path));
        });
      }
      const sum = (of: (row: Row) => number) =>
        rows.reduce((total, row) => total + of(row), 0);
      const total = {
        name: "total",
        raw: sum(({ raw }) => raw),
        l1: sum(({ l1 }) => l1),
        entries: sum(({ entries }) => entries),
        skipped: "",
        redactions: sum(({ redactions }) => redactions),
      };
      console.log(renderTable([
        ["file", "raw", "L1", "entries", "less", "removed", "passed over"],
        ...[...rows, total].map((row) => [
          row.name,
          formatBytes(row.raw),
          formatBytes(row.l1),
          String(row.entries),
          percent(row),
          String(row.redactions),
          row.skipped,
        ]),
      ]));
      assert(rows.length >= 30, `${rows.length} transcripts`);
      assert(1 - total.l1 / total.raw >= LEAST_REDUCTION, percent(total));
    });
  },
});

Deno.test({
  name: "real sessions of words only lose none of them",
  ignore: DATA === undefined,
  fn: async (t) => {
    for (const set of ["devmembench", "commit2session-dev"]) {
      await t.step(set, async () => {
        await withUnpacked(
          `${DATA}/recall-dev/${set}/sessions`,
          async (transcripts) => {
            for (const path of transcripts) await refineAndCompare(path);
          },
        );
      });
    }
  },
});
