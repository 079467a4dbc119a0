/** Markdown code fences: everything inside one is code, whatever it looks like. */

/**
 * The fence that is open after a line, or undefined. Call it line by line with
 * its last result.
 */
export function fenceAfter(
  open: string | undefined,
  line: string,
): string | undefined {
  const found = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line);
  const mark = found?.[1];
  const rest = found?.[2] ?? "";
  if (mark === undefined) return open;
  if (open === undefined) {
    // With another backtick after it, it is inline code.
    return mark.startsWith("`") && rest.includes("`") ? undefined : mark;
  }
  const closes = mark.startsWith(open) && rest.trim() === "";
  return closes ? undefined : open;
}

/** A fence that names a language always opens a block. */
export function isOpeningFence(line: string): boolean {
  return /^ {0,3}(?:`{3,}[ \t]*[^\s`]|~{3,}[ \t]*[^\s~])[^`]*$/.test(line);
}

/** A fence left open would swallow whatever is written after the text. */
export function closeFence(text: string): string {
  let open: string | undefined;
  for (const line of text.split("\n")) open = fenceAfter(open, line);
  if (open === undefined) return text;
  return text.endsWith("\n") ? text + open : `${text}\n${open}`;
}
