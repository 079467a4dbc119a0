/** An archive's summary: what the agent answered, checked before it is saved. */

import { isObject, type JsonObject } from "../base/json.ts";
import { clip, clipSentence } from "../base/cut_text.ts";
import { findJson } from "../base/lenient_json.ts";
import { disarmMarks, normaliseText, oneLine } from "../base/safe_text.ts";

interface ArchiveFacts {
  readonly sourceFile: string;
  readonly generatedAt: string;
  readonly dateRange: { readonly from: string; readonly to: string };
  readonly sectionCount: number;
}

const MESSAGE_MAX_CHARS = 200_000;
const MOST_ITEMS = 10;
const ITEM_CHARS = 1000;
const OVERALL_CHARS = 6000;

/** The lists of an answer: an item's two fields, and the second if missing. */
const LISTS = {
  themes: ["name", "summary", ""],
  keyDecisions: ["decision", "reason", ""],
  issues: ["issue", "status", "open"],
} as const;

class WrongShape extends Error {}

/** summary.json, or what is wrong with the answer. */
export function readArchiveSummary(message: unknown, known: ArchiveFacts) {
  try {
    const answer = readJson(message);
    const summary = {
      ...known,
      themes: readList(answer, "themes"),
      keyDecisions: readList(answer, "keyDecisions"),
      issues: readList(answer, "issues"),
      overallSummary: readOverall(answer["overallSummary"]),
    };
    return { kind: "ok", summary } as const;
  } catch (error) {
    if (!(error instanceof WrongShape)) throw error;
    return { kind: "refused", reason: error.message } as const;
  }
}

function readJson(message: unknown): JsonObject {
  if (isObject(message)) return message;
  if (typeof message !== "string") {
    throw new WrongShape("The answer is not text");
  }
  if (message.length > MESSAGE_MAX_CHARS) {
    throw new WrongShape(`The answer has ${message.length} characters`);
  }
  if (message.trim() === "") throw new WrongShape("The answer is empty");
  const objects = findJson(message, /\{\s*["}]/).map(({ value }) => value)
    .filter(isObject);
  const answer = objects.find((one) => "overallSummary" in one) ?? objects[0];
  if (answer !== undefined) return answer;
  const error = /^[\s*_#>`"'-]*ERROR[*_`]*\s*:(.*)/.exec(message);
  if (error === null) throw new WrongShape("The answer holds no JSON object");
  const said = clip(oneLine(error[1] ?? ""), 100);
  throw new WrongShape(`The agent answered ERROR: ${said}`.trim());
}

function readOverall(value: unknown): string {
  if (typeof value !== "string") {
    throw new WrongShape(`overallSummary is ${kindOf(value)}, not text`);
  }
  const text = clipSentence(clean(value), OVERALL_CHARS);
  if (text === "") throw new WrongShape("overallSummary is empty");
  return text;
}

/** A list that is missing is empty; anything else must be a list of items. */
function readList(answer: JsonObject, key: keyof typeof LISTS) {
  const list = answer[key] ?? [];
  if (!Array.isArray(list)) {
    throw new WrongShape(`${key} is ${kindOf(list)}, not a list`);
  }
  const [main, second, otherwise] = LISTS[key];
  return list.slice(0, MOST_ITEMS).map((item: unknown, i) => {
    const where = `${key}[${i}]`;
    if (!isObject(item)) {
      throw new WrongShape(`${where} is ${kindOf(item)}, not an object`);
    }
    const text = (field: string, value: unknown) => {
      if (typeof value === "string") {
        return clipSentence(clean(value), ITEM_CHARS);
      }
      throw new WrongShape(`${where}.${field} is ${kindOf(value)}, not text`);
    };
    const words = text(main, item[main]);
    if (words === "") throw new WrongShape(`${where}.${main} is empty`);
    const more = text(second, item[second] ?? otherwise) || otherwise;
    return { [main]: words, [second]: more };
  });
}

function clean(text: string): string {
  return disarmMarks(normaliseText(text)).trim();
}

function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "text";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
