/**
 * Tool lines for sets that have texts only. They are calls and results of real
 * transcripts; after each answer come two that followed one another there, from
 * the place, of twenty drawn, that shares most words with the answer. So files
 * and commands fit what is talked about, and are named in many sessions.
 */

import {
  isObject,
  type JsonObject,
  objectOf,
  tryParseJson,
} from "../src/base/json.ts";
import { wordsOf } from "../src/base/tokens.ts";
import { gunzipBytes } from "../src/store/gzip.ts";
import { seededRandom } from "../tests/support/world/seeded_random.ts";

const DRAWN = 20;
const LINES_EACH = 2;
const MAX_RESULT_CHARS = 4000;
const SEED = 11;

interface ToolLine {
  readonly call: JsonObject;
  readonly result: JsonObject;
  readonly words: ReadonlySet<string>;
}

export type ToolLines = readonly ToolLine[];

export async function readToolLines(folder: string): Promise<ToolLines> {
  const lines: ToolLine[] = [];
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name)
    .filter((name) => name.endsWith(".jsonl.gz")).sort();
  for (const name of names) {
    const bytes = await gunzipBytes(await Deno.readFile(`${folder}/${name}`));
    const calls = new Map<unknown, JsonObject>();
    for (const block of blocksIn(new TextDecoder().decode(bytes))) {
      if (block["type"] === "tool_use") calls.set(block["id"], block);
      const call = calls.get(block["tool_use_id"]);
      if (block["type"] !== "tool_result" || call === undefined) continue;
      const content = typeof block["content"] === "string"
        ? block["content"].slice(0, MAX_RESULT_CHARS)
        : "";
      const words = new Set(wordsOf(JSON.stringify(call["input"])));
      lines.push({ call, result: { ...block, content }, words });
    }
  }
  return lines;
}

function* blocksIn(text: string): Generator<JsonObject> {
  for (const line of text.split("\n")) {
    // Some of the transcripts are broken on purpose.
    const { message } = objectOf(tryParseJson(line));
    const { content } = objectOf(message);
    if (!Array.isArray(content)) continue;
    yield* content.filter(isObject);
  }
}

export function weaveTools(lines: string, tools: ToolLines): string {
  const random = seededRandom(SEED + lines.length);
  let count = 0;
  return lines.split("\n").flatMap((line) => {
    if (line === "") return [line];
    const entry = JSON.parse(line);
    if (entry.type !== "assistant") return [line];
    const words = new Set(wordsOf(JSON.stringify(entry.message.content)));
    return [
      line,
      ...drawNear(tools, words, random).flatMap(({ call, result }) => {
        const id = `toolu_${entry.uuid}_${count++}`;
        const of = (type: string, role: string, block: JsonObject) =>
          JSON.stringify({
            ...entry,
            type,
            uuid: `${entry.uuid}-${id}-${type}`,
            message: { ...entry.message, id, role, content: [block] },
          });
        return [
          of("assistant", "assistant", { ...call, id }),
          of("user", "user", { ...result, tool_use_id: id }),
        ];
      }),
    ];
  }).join("\n");
}

function drawNear(
  tools: ToolLines,
  words: ReadonlySet<string>,
  random: () => number,
): ToolLines {
  const drawn = Array.from({ length: DRAWN }, () => {
    const at = Math.floor(random() * (tools.length - LINES_EACH));
    const near = tools[at]?.words.intersection(words).size ?? 0;
    return { at, near };
  });
  const best = drawn.reduce((a, b) => b.near > a.near ? b : a);
  return tools.slice(best.at, best.at + LINES_EACH);
}
