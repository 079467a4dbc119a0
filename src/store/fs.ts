/**
 * The few functions of `@std/fs` the program uses, with the library's own
 * signatures: the npm build of the library leaves them out. To switch, point
 * the `@std/fs` line in deno.json at the real library.
 */

/** Ensure that a folder and its parents exist. */
export function ensureDirSync(dir: string | URL): void {
  try {
    Deno.mkdirSync(dir, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    if (!Deno.statSync(dir).isDirectory) throw error;
  }
}

/** Whether something exists at this path, a broken link excepted. */
export function existsSync(path: string | URL): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
