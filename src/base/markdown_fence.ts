/** Code fences of Markdown: what stands inside one is code, whatever it looks like. */

/**
 * The fence that is open after a line, or undefined. Called line by line with
 * what it returned before.
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
    // With a backtick behind it, it is inline code of three backticks.
    return mark.startsWith("`") && rest.includes("`") ? undefined : mark;
  }
  const closes = mark.startsWith(open) && rest.trim() === "";
  return closes ? undefined : open;
}

/** A fence that names its language can only open one. */
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
