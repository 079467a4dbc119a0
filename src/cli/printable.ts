/** Outside text for a terminal: one line without control characters. */

import { normaliseText } from "../base/safe_text.ts";

export function printable(text: string): string {
  return normaliseText(text).replaceAll("\n", " ");
}
