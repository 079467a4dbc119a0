/**
 * Where the tests of a run put their worlds: one folder, which goes with the
 * run, whatever a test that was ended has left there.
 */

import { isSystemError } from "../src/base/errors.ts";

export class RunFolder implements Disposable {
  readonly dir = Deno.makeTempDirSync({ prefix: "mk-" });

  constructor() {
    if (Deno.build.os === "linux") spreadOverGroups(this.dir);
  }

  /** What makes a process use it; each system has its own name. */
  get env(): Record<string, string> {
    return { TMPDIR: this.dir, TMP: this.dir, TEMP: this.dir };
  }

  [Symbol.dispose](): void {
    try {
      Deno.removeSync(this.dir, { recursive: true });
    } catch (error) {
      if (!isSystemError(error)) throw error;
      console.error(`Cannot remove ${this.dir}: ${error.message}`);
    }
  }
}

/**
 * ext4 does not use an inode again for some minutes after a deletion, and looks
 * at each of these for every new file. Worlds come and go by the hundred, so
 * that this took a quarter of the processor time. With this mark each folder
 * below begins in another part of the disk. Other file systems refuse it.
 */
function spreadOverGroups(dir: string): void {
  try {
    new Deno.Command("chattr", {
      args: ["+T", dir],
      stdout: "null",
      stderr: "null",
    }).outputSync();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
