/**
 * What tests and scripts use of `@std/fs`, with the library's own signature: the
 * npm build of the library leaves it out. To switch, point the `@std/fs` line in
 * deno.json at the real library.
 */

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
