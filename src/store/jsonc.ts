/** JSON with comments: reading it, and changing one key of it in place. */

import { parse } from "@std/jsonc";
import { applyEdits, modify } from "jsonc-parser";

export function parseJsonc(text: string): unknown {
  return parse(text);
}

/** Set one key (undefined removes it); comments and layout stay. */
export function editJsonc(
  text: string,
  keyPath: readonly string[],
  value: unknown,
): string {
  const source = text.trim() === "" ? "{}\n" : text;
  const eol = source.includes("\r\n") ? "\r\n" : "\n";
  const edits = modify(source, [...keyPath], value, {
    formattingOptions: { insertSpaces: true, tabSize: 2, eol },
  });
  return applyEdits(source, edits);
}
