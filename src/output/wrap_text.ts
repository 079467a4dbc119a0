import { displayWidth } from "./table.ts";

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
