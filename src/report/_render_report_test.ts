import { assert, assertEquals, assertMatch } from "@std/assert";
import { emptyConcepts } from "../knowledge/concepts.ts";
import { emptyFacts } from "../knowledge/facts.ts";
import { renderReport, REPORT_MARK } from "./_render_report.ts";
import type { ReportData } from "./_report_data.ts";

const EMPTY: ReportData = {
  project: "tide & <table>",
  version: "1.2.3",
  madeAt: new Date("2026-03-02T23:30:00Z"),
  // An hour ahead, so that it is the next day there.
  offsetMinutes: () => 60,
  sessions: [],
  generations: [],
  tokens: 0,
  isCounted: false,
  rotateAt: 23_750,
  facts: emptyFacts(),
  doubts: new Map(),
  sessionNames: new Map(),
  concepts: emptyConcepts(),
  archives: [],
  written: [],
  unread: [],
};

async function digest(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `'sha256-${btoa(String.fromCharCode(...hash))}'`;
}

Deno.test("renderReport() allows its own script and style by their digests", async () => {
  const { html } = await renderReport(EMPTY);
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
  const script = /<script>([^]*?)<\/script>/.exec(html)?.[1] ?? "";
  const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? "";
  assert(script.length > 1000 && style.length > 1000);
  assertEquals(
    policy,
    `default-src 'none'; style-src ${await digest(
      style,
    )}; script-src ${await digest(
      script,
    )}; base-uri 'none'; form-action 'none'`,
  );
});

Deno.test("renderReport() says that a store is empty", async () => {
  const { html, leftOut } = await renderReport(EMPTY);
  assert(html.startsWith(`${REPORT_MARK}\n`));
  assertEquals(leftOut, []);
  assertMatch(html, /<title>tide &amp; &lt;table&gt;: memory<\/title>/);
  assertMatch(html, /Nothing has been saved yet\./);
  assertMatch(html, /on 3 March 2026 at 00:30/);
  const chapters = [...html.matchAll(/<a href="#(\w+)">/g)].map(([, id]) => id);
  assertEquals(chapters, ["sessions", "knowledge"]);
});

Deno.test("renderReport() never names an address", async () => {
  const { html } = await renderReport(EMPTY);
  assertEquals(html.match(/(?:https?:)?\/\/[\w.]+\.\w+|url\(/g), null);
});
