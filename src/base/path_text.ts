/**
 * The few operations on path text that a hook needs, for both kinds of system.
 * Hooks must not load a path library: start-up is what a hook costs.
 */

export const WINDOWS = Deno.build.os === "windows";

const separators = (windows: boolean) => windows ? /[\\/]+/ : /\/+/;

/** The last name of a path: `/a/b/` → `b`. */
export function baseName(path: string, windows = WINDOWS): string {
  const cut = path.lastIndexOf("/") + 1;
  if (!windows && cut < path.length) return path.slice(cut);
  return path.split(separators(windows)).findLast((part) => part !== "") ?? "";
}

/** The folder above, or undefined at the top. */
export function parentOf(path: string, windows = WINDOWS): string | undefined {
  const trimmed = path.replace(windows ? /[\\/]+$/ : /\/+$/, "");
  const cut = windows
    ? Math.max(trimmed.lastIndexOf("/"), trimmed.lastIndexOf("\\"))
    : trimmed.lastIndexOf("/");
  if (cut < 0) return undefined;
  if (windows && /^[A-Za-z]:[\\/][^\\/]*$/.test(trimmed)) {
    return trimmed.length > 3 ? trimmed.slice(0, 3) : undefined;
  }
  // A UNC path ends at its share: \\server\share has no parent.
  if (windows && /^[\\/]{2}[^\\/]+[\\/][^\\/]+$/.test(trimmed)) {
    return undefined;
  }
  return cut === 0 ? (trimmed === "" ? undefined : "/") : trimmed.slice(0, cut);
}

export function isAbsolute(path: string, windows = WINDOWS): boolean {
  return windows
    ? /^(?:[A-Za-z]:[\\/]|[\\/]{2}[^\\/])/.test(path)
    : path.startsWith("/");
}

/** Whether `path` is `folder` or lies below it. Both absolute and resolved. */
export function isInside(
  path: string,
  folder: string,
  windows = WINDOWS,
): boolean {
  // The fast path, nearly always taken.
  if (path.startsWith(`${folder}/`)) return true;
  const parts = (text: string) => {
    const folded = windows ? text.toLowerCase() : text;
    return folded.split(separators(windows)).filter((part) => part !== "");
  };
  const inner = parts(path);
  return parts(folder).every((part, i) => inner[i] === part);
}

/** Whether two absolute paths name the same place, as far as text tells. */
export function isSamePath(a: string, b: string, windows = WINDOWS): boolean {
  return isInside(a, b, windows) && isInside(b, a, windows);
}

/**
 * A path that a person wrote, from the folder they are in. On Windows `\\a`
 * begins at the top of that folder's drive.
 */
export function absolutePath(
  path: string,
  cwd: string,
  windows = WINDOWS,
): string {
  if (isAbsolute(path, windows)) return path;
  const [drive] = /^(?:[A-Za-z]:|[\\/]{2}[^\\/]+[\\/][^\\/]+)/.exec(cwd) ?? [];
  if (windows && /^[\\/]/.test(path) && drive) return `${drive}${path}`;
  return `${cwd}/${path}`;
}
