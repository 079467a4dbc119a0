/**
 * Shows what redaction does to real transcripts: how often each kind matches,
 * and with `--show` where. Run it after a change of the pattern table and read
 * every hit; a false positive is a hole in the user's memory.
 *
 *   deno run --allow-read scripts/measure_redaction.ts [--show] [--data=DIR] [KIND…]
 */

import { existsSync } from "@std/fs";
import { tryParseJson } from "../src/base/json.ts";
import { Redactor } from "../src/redact/redactor.ts";
import { readUnpacked, SHARED_DATA, transcriptsBelow } from "./recall_sets.ts";

const GIVEN = Deno.args.find((arg) => arg.startsWith("--data="));
const DATA = GIVEN?.slice("--data=".length) ?? SHARED_DATA;
const CONTEXT_CHARS = 40;

interface Totals {
  strings: number;
  chars: number;
  readonly hits: Map<string, string[]>;
}

function walk(value: unknown, totals: Totals): void {
  if (typeof value === "string") measureString("", value, totals);
  else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === "string") measureString(key, item, totals);
      else walk(item, totals);
    }
  }
}

function measureString(key: string, text: string, totals: Totals): void {
  totals.strings++;
  totals.chars += text.length;
  const redactor = new Redactor();
  const redacted = redactor.value({ [key]: text }) as Record<string, string>;
  if (redactor.counts.size === 0) return;
  for (const { kind, context } of compare(text, redacted[key] ?? "")) {
    const contexts = totals.hits.get(kind) ?? [];
    contexts.push(key === "" ? context : `${key}: ${context}`);
    totals.hits.set(kind, contexts);
  }
}

/** Every mark in the redacted text, with the original text. */
function* compare(text: string, redacted: string) {
  const parts = redacted.split(/\[(?:REDACTED:([a-z0-9-]+)|(PRIVATE))\]/);
  let at = parts[0]?.length ?? 0;
  for (let i = 1; i < parts.length; i += 3) {
    const kept = parts[i + 2] ?? "";
    const isLast = i + 3 >= parts.length;
    const end = isLast ? text.length - kept.length : text.indexOf(kept, at);
    const before = text.slice(Math.max(0, at - CONTEXT_CHARS), at);
    const after = text.slice(end, end + CONTEXT_CHARS);
    const context = `${before}⟦${text.slice(at, end)}⟧${after}`;
    yield { kind: parts[i] ?? "private", context: JSON.stringify(context) };
    at = end + kept.length;
  }
}

function print(totals: Totals, show: boolean, kinds: readonly string[]): void {
  const rows = [...totals.hits].sort((a, b) => b[1].length - a[1].length);
  let redactions = 0;
  for (const [kind, contexts] of rows) {
    redactions += contexts.length;
    if (kinds.length > 0 && !kinds.includes(kind)) continue;
    console.log(`${String(contexts.length).padStart(7)}  ${kind}`);
    if (show) {
      for (const context of contexts) console.log(`         ${context}`);
    }
  }
  const perMillion = (redactions * 1e6 / totals.chars).toFixed(1);
  console.log(
    `${totals.strings} strings, ${totals.chars} characters, ` +
      `${redactions} redactions, ${perMillion} a million characters`,
  );
}

async function main(): Promise<void> {
  if (DATA === undefined || !existsSync(DATA)) {
    console.log("No transcripts to measure: the development data is not here");
    return;
  }
  const totals: Totals = { strings: 0, chars: 0, hits: new Map() };
  for await (const path of transcriptsBelow(DATA)) {
    for (const line of (await readUnpacked(path)).split("\n")) {
      // The transcripts hold broken lines on purpose.
      walk(tryParseJson(line), totals);
    }
  }
  const kinds = Deno.args.filter((arg) => !arg.startsWith("--"));
  print(totals, Deno.args.includes("--show"), kinds);
}

if (import.meta.main) await main();
