/**
 * Turns a memory.md from before sections had stamps (Core Decisions, Current
 * State, Recent Context, Known Issues) into one section with a date, so that it
 * is shown, rotated and found like any other. Every line stays.
 */

import { parseMemory, renderHeader } from "../memory/memory_text.ts";
import { titleOf } from "../memory/rotation.ts";

export function datedMemory(
  text: string,
  at: Date,
  localOffsetMinutes: number,
): string {
  const { preamble, sections } = parseMemory(text);
  if (sections.length > 0) return text;
  const title = titleOf(preamble);
  const rest = preamble.slice(title.length);
  if (rest.trim() === "") return text;
  const glue = title === "" || title.endsWith("\n") ? "" : "\n";
  return `${title}${glue}${renderHeader(at, localOffsetMinutes)}\n${rest}`;
}
