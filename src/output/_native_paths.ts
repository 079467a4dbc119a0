/**
 * Paths as Windows writes them. The program joins with `/`, which every system
 * takes; what people read and copy must not mix the two.
 */

/**
 * From a drive or the home folder to the end; a blank belongs to it if a name
 * follows that goes on.
 */
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
