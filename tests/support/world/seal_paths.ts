/** Paths of a sealed world as they would be in any other, on any system. */

const literal = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "\\$&");

/** What a name in a path is made of. */
const NAME = String.raw`[^\s"'\`<>|*?:\\]`;

/** `dir` has slashes; the text may have it in any form. */
export function sealPaths(text: string, dir: string, windows: boolean): string {
  if (!windows) return text.replaceAll(dir, "$WORLD");
  const native = dir.replaceAll("/", "\\");
  const inJson = native.replaceAll("\\", "\\\\");
  const below = (folder: string, separator: string) =>
    new RegExp(`${literal(folder)}((?:${separator}|${NAME})*)`, "g");
  const sealed = (_: string, rest: string) =>
    `$WORLD${rest.replace(/\\+/g, "/")}`;
  return text
    // A single backslash in JSON is no part of a path.
    .replace(below(inJson, String.raw`\\\\`), sealed)
    .replace(below(native, String.raw`\\(?!["'])`), sealed)
    .replaceAll(dir, "$WORLD")
    .replaceAll("file:///$WORLD", "file://$WORLD")
    .replace(
      new RegExp(`(?<![^\\s"'\`(])~(?:\\\\${NAME}+)+`, "g"),
      (path) => path.replaceAll("\\", "/"),
    );
}
