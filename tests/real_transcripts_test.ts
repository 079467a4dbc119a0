/**
 * Real transcripts of many versions, compared with an independent slow reading
 * of the same files: nothing is lost, nothing doubled, nothing made up.
 */

import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { formatBytes } from "../src/output/sizes.ts";
import { renderTable } from "../src/output/table.ts";
import type { L1Entry } from "../src/transcript/l1_entry.ts";
import { Redactor } from "../src/transcript/redact.ts";
import { TemporaryStore } from "./support/world/in_process.ts";
import {
  readSlowly,
  readSubagents,
  type SlowReading,
  type SlowToolCall,
} from "./support/oracle/slow_reading.ts";

const DATA = fromFileUrl(new URL("../../shared/data/", import.meta.url));
const LEAST_REDUCTION = 0.945;

/** The transcripts of a folder and below it, each unpacked into a folder of its own. */
async function unpack(from: string, to: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    const path = `${from}/${name}`;
    if (isDirectory && name === "subagents") continue;
    if (isDirectory) found.push(...await unpack(path, to));
    const session = /^(.*)\.jsonl(\.gz)?$/.exec(name)?.[1];
    if (session === undefined) continue;
    const dir = `${to}/${found.length}-${crypto.randomUUID()}`;
    await Deno.mkdir(dir);
    const transcript = `${dir}/${session.replaceAll(".", "-")}.jsonl`;
    const { readable } = await Deno.open(path);
    await Deno.writeFile(
      transcript,
      name.endsWith(".gz")
        ? readable.pipeThrough(new DecompressionStream("gzip"))
        : readable,
    );
    await copyAgents(`${from}/${session}/subagents`, transcript);
    found.push(transcript);
  }
  return found.sort();
}

async function copyAgents(from: string, transcript: string): Promise<void> {
  const to = transcript.replace(/\.jsonl$/, "/subagents");
  try {
    for await (const { name } of Deno.readDir(from)) {
      await Deno.mkdir(to, { recursive: true });
      await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

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
  agents: readonly SlowReading[],
): void {
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
  assertNotified(spoken, main);
  assertEquals(
    said("summary"),
    main.compactSummaries.map(stored),
    "summaries",
  );
  assertCalls(entries, [main, ...agents].flatMap((one) => one.toolCalls));
}

/** Every remark stands in one of these texts, an answer behind its question. */
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
    assert(/^$|^.* → (?:; )?$/.test(line), `nobody typed: ${line}`);
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
  const agents = (await readSubagents(transcript)).filter(({ own }) => !own);
  assertComplete(store.entries(), main, agents.map(({ reading }) => reading));
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

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

Deno.test("real transcripts lose nothing but bytes", async (t) => {
  if (!isThere(DATA)) {
    console.log(`no real transcripts in ${DATA}: nothing compared`);
    return;
  }
  const dir = await Deno.makeTempDir({ prefix: "memory-keeper-real-" });
  try {
    const rows: Row[] = [];
    for (const path of await unpack(`${DATA}transcripts`, dir)) {
      await t.step(path.replace(/^.*\//, ""), async () => {
        rows.push(await refineAndCompare(path));
      });
    }
    const total = {
      name: "total",
      raw: rows.reduce((sum, { raw }) => sum + raw, 0),
      l1: rows.reduce((sum, { l1 }) => sum + l1, 0),
      entries: rows.reduce((sum, { entries }) => sum + entries, 0),
      skipped: "",
      redactions: rows.reduce((sum, { redactions }) => sum + redactions, 0),
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
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("real sessions of words only lose none of them", async (t) => {
  if (!isThere(DATA)) return;
  const dir = await Deno.makeTempDir({ prefix: "memory-keeper-real-" });
  try {
    for (const set of ["devmembench", "commit2session-dev"]) {
      await t.step(set, async () => {
        const sessions = `${DATA}recall-dev/${set}/sessions`;
        for (const path of await unpack(sessions, dir)) {
          await refineAndCompare(path);
        }
      });
    }
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
