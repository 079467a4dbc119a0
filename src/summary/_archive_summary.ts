/** An archive's summary: what the agent answered, checked before it is saved. */

import { isObject, type JsonObject } from "../base/json.ts";
import { clip, clipSentence } from "../base/cut_text.ts";
import { findJson } from "../base/lenient_json.ts";
import { disarmMarks, normaliseText, oneLine } from "../base/safe_text.ts";

/** What the program knows about the archive. */
export interface ArchiveFacts {
  readonly sourceFile: string;
  readonly generatedAt: string;
  readonly dateRange: { readonly from: string; readonly to: string };
  readonly sectionCount: number;
}

/** summary.json */
export interface ArchiveSummary extends ArchiveFacts {
  readonly themes: readonly {
    readonly name: string;
    readonly summary: string;
  }[];
  readonly keyDecisions: readonly {
    readonly decision: string;
    readonly reason: string;
  }[];
  readonly issues: readonly {
    readonly issue: string;
    readonly status: string;
  }[];
  readonly overallSummary: string;
}

export type ArchiveAnswer =
  | { readonly kind: "ok"; readonly summary: ArchiveSummary }
  | { readonly kind: "refused"; readonly reason: string };

const MESSAGE_MAX_CHARS = 200_000;
const MOST_ITEMS = 10;
const ITEM_CHARS = 1000;
const OVERALL_CHARS = 6000;

/** A list of the answer: its key, and the fields of an item. */
interface ListShape {
  readonly key: string;
  readonly main: string;
  readonly second: string;
  /** In the place of a second field that is missing. */
  readonly otherwise: string;
}

const THEMES = {
  key: "themes",
  main: "name",
  second: "summary",
  otherwise: "",
};
const DECISIONS = {
  key: "keyDecisions",
  main: "decision",
  second: "reason",
  otherwise: "",
};
const ISSUES = {
  key: "issues",
  main: "issue",
  second: "status",
  otherwise: "open",
};

/** The two fields of an item, in the order of its shape. */
type Item = readonly [main: string, second: string];

/** An answer of the wrong shape, with what is wrong about it. */
class WrongShape extends Error {}

export function readArchiveSummary(
  message: unknown,
  known: ArchiveFacts,
): ArchiveAnswer {
  try {
    const answer = readJson(message);
    const { sourceFile, generatedAt, dateRange, sectionCount } = known;
    return {
      kind: "ok",
      summary: {
        sourceFile,
        generatedAt,
        dateRange,
        sectionCount,
        themes: readList(answer, THEMES)
          .map(([name, summary]) => ({ name, summary })),
        keyDecisions: readList(answer, DECISIONS)
          .map(([decision, reason]) => ({ decision, reason })),
        issues: readList(answer, ISSUES)
          .map(([issue, status]) => ({ issue, status })),
        overallSummary: readOverall(answer["overallSummary"]),
      },
    };
  } catch (error) {
    if (!(error instanceof WrongShape)) throw error;
    return { kind: "refused", reason: error.message };
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
function readList(answer: JsonObject, shape: ListShape): Item[] {
  const list = answer[shape.key] ?? [];
  if (!Array.isArray(list)) {
    throw new WrongShape(`${shape.key} is ${kindOf(list)}, not a list`);
  }
  return list.slice(0, MOST_ITEMS).map((item, i) =>
    readItem(item, shape, `${shape.key}[${i}]`)
  );
}

function readItem(item: unknown, shape: ListShape, where: string): Item {
  const { main, second, otherwise } = shape;
  if (!isObject(item)) {
    throw new WrongShape(`${where} is ${kindOf(item)}, not an object`);
  }
  const text = (key: string, value: unknown) => {
    if (typeof value === "string") {
      return clipSentence(clean(value), ITEM_CHARS);
    }
    throw new WrongShape(`${where}.${key} is ${kindOf(value)}, not text`);
  };
  const words = text(main, item[main]);
  if (words === "") throw new WrongShape(`${where}.${main} is empty`);
  return [words, text(second, item[second] ?? otherwise) || otherwise];
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
