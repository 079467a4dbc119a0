/**
 * What `deno test` prints while several files share a process, read line by
 * line: which file has ended, and how its tests and steps went.
 */

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface FileCounts extends Counts {
  readonly file: string;
  readonly seconds: number;
}

/** A test of this name comes after the tests of a file. */
const END_OF_FILE = "(end of file)";

/** The module that registers it. */
export const END_MODULE = `Deno.test("${END_OF_FILE}", () => {});\n`;

/** Every test and every step has one such line, whatever it prints itself. */
const RESULT = / \.\.\. (ok|FAILED|ignored)(?: \(.*\))?$/;
const OUTPUT_BEGINS = /^-+ (?:pre-test |post-test )?output -+$/;
const OUTPUT_ENDS = /^-+ (?:pre-test |post-test )?output end -+$/;

export class ProgressReader {
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #begun = performance.now();
  #isOutput = false;
  #at = 0;

  constructor(
    readonly files: readonly string[],
    readonly onEnd: (counts: FileCounts) => void,
  ) {}

  /** Those that it did not come to the end of. */
  get unfinished(): readonly string[] {
    return this.files.slice(this.#at);
  }

  read(line: string): void {
    if (OUTPUT_BEGINS.test(line)) this.#isOutput = true;
    else if (OUTPUT_ENDS.test(line)) this.#isOutput = false;
    if (this.#isOutput) return;
    const result = RESULT.exec(line)?.[1];
    if (result === undefined) return;
    if (line.startsWith(`${END_OF_FILE} `)) return this.#endFile();
    if (result === "ok") this.#counts.passed++;
    else if (result === "FAILED") this.#counts.failed++;
    else this.#counts.skipped++;
  }

  #endFile(): void {
    const now = performance.now();
    const seconds = (now - this.#begun) / 1000;
    const file = this.files[this.#at++] ?? "";
    this.onEnd({ file, seconds, ...this.#counts });
    this.#counts = { passed: 0, failed: 0, skipped: 0 };
    this.#begun = now;
  }
}
