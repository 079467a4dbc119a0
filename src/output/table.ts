/** Columns as wide as their widest cell; colours and wide letters counted right. */

import { stripAnsiCode } from "@std/fmt/colors";
import { lazyPattern } from "../base/lazy_pattern.ts";

export function renderTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, displayWidth(cell));
    });
  }
  return rows.map((row) =>
    row.map((cell, i) =>
      i === row.length - 1
        ? cell
        : cell + " ".repeat((widths[i] ?? 0) - displayWidth(cell))
    ).join("  ").trimEnd()
  ).join("\n");
}

/** Columns on a terminal: East Asian letters and emoji take two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const char of stripAnsiCode(text)) {
    width += char <= "~"
      ? 1
      : WIDE().test(char)
      ? 2
      : ZERO().test(char)
      ? 0
      : 1;
  }
  return width;
}

const WIDE = lazyPattern(
  String.raw`[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf` +
    String.raw`\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff` +
    String.raw`\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}`,
  "u",
);
const ZERO = lazyPattern(String.raw`\p{Mn}|[\u200b-\u200d]`, "u");

/** Break text at spaces so that no line is wider than `width`. */
export function wrapText(text: string, width: number): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (
      last === undefined || displayWidth(last) + 1 + displayWidth(word) > width
    ) {
      lines.push(word);
    } else {
      lines[lines.length - 1] = `${last} ${word}`;
    }
  }
  return lines.join("\n");
}
