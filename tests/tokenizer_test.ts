/**
 * The tokenizer is exact and slow to load: no hook may load it before an upper
 * estimate says that the count matters, so that estimate must be an upper one.
 */

import { assert, assertEquals, assertFalse } from "@std/assert";
import { bundle, MAIN } from "../scripts/build.ts";
import { HOOKS } from "../src/hooks/table.ts";
import { loadTokenCounter } from "../src/memory/count_tokens.ts";
import { refineTranscript } from "../src/capture/refine_transcript.ts";
import { renderEntry } from "../src/summary/_delta_text.ts";
import { estimateTokens } from "../src/base/estimate_tokens.ts";
import { findTranscriptData } from "./support/world/real_transcripts.ts";
import { parseL1, TemporaryStore } from "./support/world/in_process.ts";

const DATA = findTranscriptData();
const TRANSCRIPTS = `${DATA}/transcripts`;
/** About a memory.md that is nearly full. */
const PIECE_CHARS = 60_000;
/** Words of the tokenizer that no bundling takes away. */
const TOKENIZER = /pat_str|bpe_ranks/;

/** What a chunk loads at once, itself included. */
function closureOf(dir: string, start: string, seen = new Set<string>()) {
  if (seen.has(start)) return seen;
  seen.add(start);
  const text = Deno.readTextFileSync(`${dir}/${start}`);
  const imports = text.matchAll(/(?:from|^import)\s*"\.\/([\w-]+\.js)"/gm);
  for (const [, next] of imports) closureOf(dir, next as string, seen);
  return seen;
}

Deno.test("no hook loads the tokenizer with its own chunks", async (t) => {
  const dir = await Deno.makeTempDir({ prefix: "memory-keeper-chunks-" });
  try {
    await bundle(MAIN, dir);
    const chunks = Array.from(Deno.readDirSync(dir), ({ name }) => name)
      .filter((name) => name.endsWith(".js"));
    const hasTokenizer = (name: string) =>
      TOKENIZER.test(Deno.readTextFileSync(`${dir}/${name}`));
    assert(chunks.some(hasTokenizer), "the tokenizer is in a chunk");
    for (const { word } of HOOKS) {
      const file = word === "stop-failure" ? "stop" : word.replaceAll("-", "_");
      await t.step(word, () => {
        const starts = chunks.filter((name) =>
          new RegExp(`^(?:main|${file}-\\w+)\\.js$`).test(name)
        );
        // The one after every tool call comes with the door, in main.
        const own = word === "post-tool-use" ? 1 : 2;
        assertEquals(starts.length, own, starts.join(" "));
        const loaded = new Set<string>();
        for (const start of starts) closureOf(dir, start, loaded);
        for (const chunk of loaded) assertFalse(hasTokenizer(chunk), chunk);
      });
    }
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

const hex = (seed: number) =>
  (Math.imul(seed + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");

const digest = (seed: number) =>
  Array.from({ length: 8 }, (_, i) => hex(seed * 8 + i)).join("");

const LETTERS =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const key = (seed: number) =>
  Array.from(
    { length: 72 },
    (_, i) =>
      LETTERS[parseInt(hex(seed * 72 + i).slice(2, 6), 16) % LETTERS.length],
  )
    .join("");

/** Words as memory.md has them, and what is denser than words. */
const TEXTS: readonly (readonly [string, string])[] = [
  ["English", "We round last, because the tides were late. ".repeat(50)],
  ["German", "Weil die Gezeiten später kamen, runden wir zuletzt. ".repeat(50)],
  ["Korean", "조수가 늦어서 마지막에 반올림한다. ".repeat(50)],
  ["Japanese", "潮が遅れたので、最後に丸めます。".repeat(50)],
  ["bullets", "- Fixed `rotate()` in src/keeper: it lost a line.\n".repeat(50)],
  ["a table", "| a | b | 12 | 3.5 |\n".repeat(50)],
  ["hashes", Array.from({ length: 200 }, (_, i) => hex(i)).join("\n")],
  ["numbers", Array.from({ length: 200 }, (_, i) => `${i / 7}`).join(" ")],
  ["box drawing", "┌──┬──┐\n│ a│ b│\n├──┼──┤\n".repeat(40)],
  ["digests", Array.from({ length: 40 }, (_, i) => digest(i)).join("\n")],
  ["a key", Array.from({ length: 40 }, (_, i) => key(i)).join("\n")],
  ["paths", "/srv/ferry/.cache/a81f/x-4711.ts:12:3\n".repeat(50)],
  ["Amharic", "አማርኛ ቋንቋ ነው ".repeat(40)],
  ["code", "if(!(a[i]<=b)){return`${x}-${y}`;}".repeat(50)],
  ["emoji", "👩‍👩‍👧‍👦🏳️‍🌈 done ✅\n".repeat(50)],
  ["nothing", ""],
];

Deno.test("estimateTokens() is never below the true count of words", async (t) => {
  const count = await loadTokenCounter();
  for (const [name, text] of TEXTS) {
    await t.step(name, () => assert(estimateTokens(text) >= count(text)));
  }
  const files = [
    "./tokenizer_test.ts",
    "../src/digest/cues.ts",
    "../deno.json",
  ];
  for (const file of files) {
    const text = await Deno.readTextFile(new URL(file, import.meta.url));
    await t.step(file, () => assert(estimateTokens(text) >= count(text)));
  }
});

async function unpack(path: string, to: string): Promise<void> {
  const { readable } = await Deno.open(path);
  const unpacked = readable.pipeThrough(new DecompressionStream("gzip"));
  await Deno.writeFile(to, unpacked);
}

Deno.test({
  name: "estimateTokens() is an upper estimate of real sessions",
  ignore: DATA === undefined,
  fn: async () => {
    await using temporary = await TemporaryStore.create();
    const count = await loadTokenCounter();
    let [least, most] = [Infinity, 0];
    for (const { name } of Deno.readDirSync(TRANSCRIPTS)) {
      if (!name.endsWith(".jsonl.gz")) continue;
      const path = `${temporary.dir}/${name.slice(0, -".gz".length)}`;
      await unpack(`${TRANSCRIPTS}/${name}`, path);
      let l1 = "";
      refineTranscript(path, temporary.store.config, (lines) => l1 += lines);
      const piece = parseL1(l1).map(renderEntry).join("").slice(0, PIECE_CHARS);
      if (piece.length < 1000) continue;
      const share = count(piece) / estimateTokens(piece);
      assert(share <= 1, `${name}: the true count is ${share} of it`);
      [least, most] = [Math.min(least, share), Math.max(most, share)];
    }
    console.log(
      `true counts are ${least.toFixed(2)} to ${most.toFixed(2)} of it`,
    );
  },
});
