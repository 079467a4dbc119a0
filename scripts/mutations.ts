/** Ways to break a source text by one line: negate a condition, drop a statement. */

export interface Mutation {
  /** Counted from 1. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly text: string;
}

const CONDITION =
  /^(\s*(?:\} else )?if \()(.+)(\)(?: \{| return\b.*;| throw .*;| continue;| break;)?)$/;
const TERNARY =
  /^(\s*(?:return |const \w+ = )?)([\w.!]+(?: (?:===|!==|<|>|<=|>=) [\w."]+)?)( \? .+)$/;
const STATEMENT = /^\s+(?:await )?[\w#][\w.#]*\(.*\);$/;

export function mutationsOf(text: string): Mutation[] {
  const lines = text.split("\n");
  return lines.flatMap((before, i) => {
    if (isComment(before)) return [];
    const after = broken(before, lines[i - 1] ?? "");
    if (after === undefined) return [];
    return [{
      line: i + 1,
      before: before.trim(),
      after: after.trim() || "(nothing)",
      text: lines.with(i, after).join("\n"),
    }];
  });
}

const isComment = (line: string) => /^\s*(?:\/\/|\*|\/\*)/.test(line);

/** A statement may follow; otherwise a line goes on with an expression. */
const isEnd = (line: string) => /^\s*$|[;{}:]$/.test(line) || isComment(line);

/** Undefined if there is nothing in it to break. */
function broken(line: string, last: string): string | undefined {
  const condition = CONDITION.exec(line);
  if (condition) {
    const [, start, inner, end] = condition;
    return isBalanced(inner as string)
      ? `${start}!(${inner})${end}`
      : undefined;
  }
  const ternary = TERNARY.exec(line);
  if (ternary) return `${ternary[1]}!(${ternary[2]})${ternary[3]}`;
  // `super()` must stay, or the file does not even load.
  if (!STATEMENT.test(line) || /^\s+super\(/.test(line)) return undefined;
  return isEnd(last) ? "" : undefined;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "(") depth++;
    if (char === ")" && --depth < 0) return false;
  }
  return depth === 0;
}
