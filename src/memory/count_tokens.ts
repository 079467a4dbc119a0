/**
 * Token counts. The tokenizer takes about a second to load, so it is loaded
 * only when an upper estimate says that the count matters.
 */

import { estimateTokens, leastEstimate } from "../base/estimate_tokens.ts";
import { gunzipBytes } from "../store/gzip.ts";
import { parentOf } from "../base/path_text.ts";
import { statFile } from "../store/read_file.ts";

/** The tokenizer's data, written next to the executable by the build. */
export const RANKS_FILE = "o200k_base.json.gz";

type TokenCounter = (text: string) => number;

let loaded: Promise<TokenCounter> | undefined;

export function loadTokenCounter(): Promise<TokenCounter> {
  return loaded ??= makeTokenCounter();
}

async function makeTokenCounter(): Promise<TokenCounter> {
  const ranks = await loadRanks();
  // An executable that was moved without its data still rotates in time.
  if (ranks === undefined) return estimateTokens;
  const { Tiktoken } = await import("js-tiktoken/lite");
  const tokenizer = new Tiktoken(ranks);
  return (text) =>
    isCountable(text)
      ? tokenizer.encode(text, [], []).length
      : leastEstimate(text);
}

/** Ten times what memory.md has when it is full; more is full by any count. */
const MOST_COUNTED_CHARS = 1_000_000;
/** The tokenizer takes the square of a word's length. */
const LONG_WORD = /\S{4000}/;

/** Whether the exact count is worth its time; else the estimate will do. */
export function isCountable(text: string): boolean {
  return text.length <= MOST_COUNTED_CHARS && !LONG_WORD.test(text);
}

type Ranks = ConstructorParameters<
  typeof import("js-tiktoken/lite").Tiktoken
>[0];

/**
 * Two megabytes that would make every start of the executable slower, used or
 * not, if they were inside; so they lie next to it. From source they come from
 * the package. The build must not see that import, so it is not spelled out.
 */
async function loadRanks(): Promise<Ranks | undefined> {
  const file = `${parentOf(Deno.execPath())}/${RANKS_FILE}`;
  if (statFile(file)?.isFile) {
    const bytes = await gunzipBytes(Deno.readFileSync(file));
    return JSON.parse(new TextDecoder().decode(bytes));
  }
  try {
    const name = ["js-tiktoken", "ranks", "o200k_base"].join("/");
    return (await import(name)).default;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
