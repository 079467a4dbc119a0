/** Text in columns of a terminal; colours and wide letters counted right. */

import { stripAnsiCode } from "@std/fmt/colors";
import { lazyPattern } from "../base/lazy_pattern.ts";

/** What fits a terminal of the usual size. */
export const SCREEN_COLUMNS = 80;

/** In a narrower column each line would be one word. */
const LEAST_ROOM = 20;

/** Columns as wide as needed; else the widest one is wrapped under itself. */
export function renderTable(
  rows: readonly (readonly string[])[],
  width = Infinity,
): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, displayWidth(cell));
    });
  }
  const widest = widths.indexOf(Math.max(0, ...widths));
  const all = widths.reduce((sum, one) => sum + one + 2, -2);
  if (all > width) {
    widths[widest] = Math.max((widths[widest] ?? 0) - all + width, LEAST_ROOM);
  }
  return rows.flatMap((row) => {
    const cells = row.map((cell, i) =>
      i === widest ? wrapText(cell, widths[i] ?? 0).split("\n") : [cell]
    );
    const height = Math.max(1, ...cells.map(({ length }) => length));
    return Array.from(
      { length: height },
      (_, line) =>
        cells.map((cell, i) => padEnd(cell[line] ?? "", widths[i] ?? 0))
          .join("  ").trimEnd(),
    );
  }).join("\n");
}

/** Filled up with spaces to a number of columns. */
export const padEnd = (text: string, width: number) =>
  text + " ".repeat(Math.max(0, width - displayWidth(text)));

/** Columns on a terminal: East Asian letters and emoji take two. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const char of stripAnsiCode(text)) {
    width += char === "\t"
      ? TAB_WIDTH
      : char <= "~"
      ? 1
      : WIDE().test(char)
      ? 2
      : ZERO().test(char)
      ? 0
      : 1;
  }
  return width;
}

const PLAIN = /^[ -~]*$/;
/** At most; a tab goes to the next stop. */
const TAB_WIDTH = 8;
const WIDE = lazyPattern(
  String.raw`[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf` +
    String.raw`\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff` +
    String.raw`\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}`,
  "u",
);
/** Marks on the letter before them; Korean vowels and finals that follow one. */
const ZERO = lazyPattern(
  String.raw`\p{Mn}|\p{Me}|[\u1160-\u11ff\u200b-\u200f\u2060\ufeff]`,
  "u",
);

/** Chinese and Japanese have no spaces: a line may end between two letters. */
const HAN_OR_KANA = lazyPattern(
  String
    .raw`(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}、。])(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])`,
  "u",
);

export function wrapText(text: string, width: number): string {
  if (width === Infinity || displayWidth(text) <= width) return text;
  const lines: string[] = [];
  let used = Infinity;
  const put = (piece: string, space: string) => {
    const wide = displayWidth(piece);
    if (used + space.length + wide > width) {
      lines.push(piece);
      used = wide;
    } else {
      lines[lines.length - 1] += space + piece;
      used += space.length + wide;
    }
  };
  for (const word of text.split(" ")) {
    const pieces = displayWidth(word) > width
      ? word.split(HAN_OR_KANA())
      : [word];
    pieces.forEach((piece, i) => put(piece, i === 0 ? " " : ""));
  }
  return lines.join("\n");
}

/** A command to be copied is not wrapped. */
const COMMAND =
  /^\s*(?:→ )?(?:claude|chmod|sudo|memory-keeper|rm|git|\$\{EDITOR:-vi\}|notepad) /;
/** Nor is one within a sentence, if it fits into a line. */
const QUOTED = /"memory-keeper [^"\n]*"|(?<=: )memory-keeper [^"\n]*$/g;
/** No text for a terminal has it: see plain_terminal.ts. */
const UNBROKEN = "\x01";
const LEAD = /^\s*(?:[-*!→✓✗] |\d+\. )?/;
/** A label of one or two words, in a column of its own. */
const LABEL = /^[\p{L}.]+(?: [\p{L}]+)? {2,}/u;
const LABEL_COLUMNS = 20;

/** Every line of a text wrapped where it is too wide, under its own beginning. */
export function fitLines(text: string, width: number): string {
  if (width === Infinity) return text;
  return text.split("\n").map((line) => {
    if (displayWidth(line) <= width || COMMAND.test(line)) return line;
    const label = LABEL.exec(line)?.[0] ?? "";
    const lead = label !== "" && displayWidth(label) <= LABEL_COLUMNS
      ? label
      : LEAD.exec(line)?.[0] ?? "";
    const room = width - displayWidth(lead);
    if (room < LEAST_ROOM) return line;
    const whole = line.slice(lead.length).replace(
      QUOTED,
      (command) =>
        displayWidth(command) < room
          ? command.replaceAll(" ", UNBROKEN)
          : command,
    );
    return lead + wrapText(whole, room).replaceAll(UNBROKEN, " ")
      .replaceAll("\n", `\n${" ".repeat(displayWidth(lead))}`);
  }).join("\n");
}

/** The beginning of a text that fits, up to a space where one is near. */
export function clipToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let end = 0;
  for (let used = 1; end < text.length;) {
    const char = String.fromCodePoint(text.codePointAt(end) ?? 0);
    used += displayWidth(char);
    if (used > width) break;
    end += char.length;
  }
  const space = text.lastIndexOf(" ", end);
  return `${text.slice(0, space > end / 2 ? space : end).trimEnd()}…`;
}

/** The end of a path that fits, from the beginning of a name where one is near. */
export function clipPath(path: string, width: number): string {
  if (displayWidth(path) <= width) return path;
  const parts = path.split(/(?=[\\/])/);
  let kept = parts.at(-1) ?? "";
  for (const part of parts.slice(0, -1).toReversed()) {
    if (displayWidth(part + kept) >= width) break;
    kept = part + kept;
  }
  return `…${kept}`;
}
