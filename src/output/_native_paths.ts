/** Paths with one kind of separator, for people; the program joins with `/`. */

/** To the end; a blank belongs to it if a name follows that goes on. */
const WINDOWS_PATH =
  /(?:\b[A-Za-z]:|(?<![^\s"'`(])~)\\(?:[^\s"'`<>|*?:]| (?=[^\s"'`<>|*?:]*[\\/]))*/g;

/** A text in which such paths have one kind of separator. */
export function nativePaths(
  text: string,
  windows = Deno.build.os === "windows",
): string {
  if (!windows || !/[:~]\\/.test(text)) return text;
  return text.replace(WINDOWS_PATH, (path) => path.replaceAll("/", "\\"));
}

/** The same for a value that is to become JSON. */
export function withNativePaths(
  _key: string,
  value: unknown,
  windows = Deno.build.os === "windows",
): unknown {
  return windows && typeof value === "string" && /^[A-Za-z]:\\/.test(value)
    ? nativePaths(value, true)
    : value;
}
