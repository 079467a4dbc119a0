/**
 * The tokenizer is exact and slow to load: it is loaded when an upper estimate
 * says that the count matters, so that estimate must be an upper one.
 */

import { assert, assertEquals } from "@std/assert";
import { loadTokenCounter } from "../src/memory/count_tokens.ts";
import { refineTranscript } from "../src/capture/refine_transcript.ts";
import { renderEntry } from "../src/summary/_delta_text.ts";
import { COMMON_HAN, estimateTokens } from "../src/base/estimate_tokens.ts";
import { findTranscriptData } from "./support/world/real_transcripts.ts";
import { parseL1, TemporaryStore } from "./support/world/in_process.ts";

const DATA = findTranscriptData();
const TRANSCRIPTS = `${DATA}/transcripts`;
/** About a memory.md that is nearly full. */
const PIECE_CHARS = 60_000;

const hex = (seed: number) =>
  (Math.imul(seed + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");

const digest = (seed: number) =>
  Array.from({ length: 8 }, (_, i) => hex(seed * 8 + i)).join("");

/** Characters of an alphabet without any order. */
const random = (alphabet: string, length: number, seed: number) =>
  Array.from(
    { length },
    (_, i) =>
      alphabet[
        parseInt(hex(seed * length + i).slice(1, 6), 16) %
        alphabet.length
      ],
  ).join("");

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const MIXED = `${UPPER}${LOWER}0123456789`;
const names = (make: (seed: number) => string) =>
  Array.from({ length: 200 }, (_, seed) => make(seed)).join("\n");
/** The tokenizer takes the square of a line's length. */
const HAN_IN_A_LINE = 100;
const han = (from: number, count: number) =>
  Array.from(
    { length: 1000 },
    (_, i) =>
      String.fromCodePoint(from + parseInt(hex(i), 16) % count) +
      (i % HAN_IN_A_LINE === 0 ? "\n" : ""),
  ).join("");

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
  ["keys", names((seed) => random(MIXED, 72, seed))],
  ["random lower case", names((seed) => random(LOWER, 4 + seed % 9, seed))],
  ["random upper case", names((seed) => random(UPPER, 4 + seed % 9, seed))],
  ["random long names", names((seed) => random(LOWER, 24, seed))],
  ["random letters and digits", names((seed) => random(MIXED, 10, seed))],
  [
    "random names in snake case",
    names((seed) => `${random(LOWER, 4, seed)}_${random(LOWER, 5, seed + 7)}`),
  ],
  [
    "random names in camel case",
    names((seed) =>
      `get${random(UPPER, 1, seed)}${random(LOWER, 5, seed + 7)}`
    ),
  ],
  [
    "syllables",
    names((seed) =>
      random("bdfgklmnprstvz", 5, seed).replace(
        /./g,
        (one, i) => one + "aeiou"[(seed + i) % 5],
      )
    ),
  ],
  ["rare Han characters", han(0x4e00, 20_000)],
  ["rarer Han characters", han(0x3400, 6500)],
  [
    "Chinese",
    "因为潮汐晚到，所以我们最后才进行四舍五入。修复了时区错误。".repeat(40),
  ],
  ["paths", "/srv/ferry/.cache/a81f/x-4711.ts:12:3\n".repeat(50)],
  ["Amharic", "አማርኛ ቋንቋ ነው ".repeat(40)],
  ["code", "if(!(a[i]<=b)){return`${x}-${y}`;}".repeat(50)],
  ["emoji", "👩‍👩‍👧‍👦🏳️‍🌈 done ✅\n".repeat(50)],
  ["nothing", ""],
];

Deno.test("COMMON_HAN has one token each", async () => {
  const count = await loadTokenCounter();
  assertEquals([...COMMON_HAN].filter((one) => count(one) > 1), []);
});

Deno.test("estimateTokens() of plain English and Chinese is not far off", async () => {
  const count = await loadTokenCounter();
  const shareOf = (text: string) => count(text) / estimateTokens(text);
  const prose = await Deno.readTextFile(
    new URL("../docs/how-it-works.md", import.meta.url),
  );
  assert(shareOf(prose) > 0.6, `${shareOf(prose)}`);
  const [, chinese = ""] = TEXTS.find(([name]) => name === "Chinese") ?? [];
  assert(shareOf(chinese) > 0.5, `${shareOf(chinese)}`);
});

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
