/** Words from outside for a terminal: one line, and nothing that moves it. */

import { normaliseText } from "../base/safe_text.ts";

export function printable(text: string): string {
  return normaliseText(text).replaceAll("\n", " ");
}
