// The texts in the results of tools, as the slow reading needs them.

import { isObject } from "./slow_lines.ts";

export function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.filter(isObject).map(({ text }) =>
    typeof text === "string" ? text : ""
  ).join("\n");
}

/**
 * The answers to AskUserQuestion: structured where the entry has them, else cut
 * out of the sentence around them.
 */
export function answers(structured: unknown, sentence: string): string[] {
  if (isObject(structured) && isObject(structured.answers)) {
    const notes = Object.values(structured.annotations ?? {}).map((one) =>
      isObject(one) ? one.notes : undefined
    );
    return [...Object.values(structured.answers), ...notes].filter((one) =>
      typeof one === "string" && one !== ""
    );
  }
  const quoted =
    /(?:answered your questions|have been answered): ([\s\S]*)\. You can now continue/
      .exec(sentence)?.[1];
  return quoted === undefined ? [] : [quoted];
}
