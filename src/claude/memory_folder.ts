/**
 * Where Claude Code keeps its built-in memory of a project: a setting, or a
 * folder below its own that is named after the project's path.
 */

/** Longer names end in a hash of the whole path. */
const NAME_CHARS = 200;

/** The built-in memory's index; a session sees its beginning. */
export const BUILTIN_INDEX = "MEMORY.md";
export const BUILTIN_LINES = 200;
export const BUILTIN_CHARS = 25_000;

/** What Claude Code calls a project's folder below `projects/`. */
export function projectFolderName(path: string): string {
  const name = path.replace(/[^a-zA-Z0-9]/g, "-");
  if (name.length <= NAME_CHARS) return name;
  return `${name.slice(0, NAME_CHARS)}-${hashOf(path)}`;
}

function hashOf(text: string): string {
  let hash = 0;
  for (let i = 0; i < text.length; i++) {
    hash = (hash << 5) - hash + text.charCodeAt(i) | 0;
  }
  return Math.abs(hash).toString(36);
}

/** The setting `autoMemoryDirectory`; undefined where Claude Code refuses it. */
export function memoryDirectorySetting(
  value: unknown,
  home: string | undefined,
): string | undefined {
  if (typeof value !== "string") return undefined;
  const isOfHome = /^~[\\/]/.test(value);
  if (isOfHome && (home === undefined || !/[^./\\]/.test(value.slice(2)))) {
    return undefined;
  }
  const path = (isOfHome ? `${home}/${value.slice(2)}` : value)
    .replace(/[\\/]+$/, "");
  const isUsable = /^(?:\/(?!\/)|[A-Za-z]:[\\/])/.test(path) &&
    path.length >= 3 && !path.includes("\0") &&
    !path.split(/[\\/]/).includes("..");
  return isUsable ? path : undefined;
}
