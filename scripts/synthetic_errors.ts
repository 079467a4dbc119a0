/**
 * Error texts as tools print them, for replays. `NAME` is what the mistake is
 * about; everything in braces differs from run to run and says nothing. In the
 * last rows of the table the words are those of any mistake of the kind.
 */

export interface ErrorText {
  readonly command: string;
  /** `{path}` `{n}` `{hash}` `{time}` `{id}` `{ms}` */
  readonly output: string;
  /** The file that has to be changed, or the command that has to be run. */
  readonly fix: { readonly edit: string } | { readonly run: string };
}

const TABLE = new URL("synthetic_errors.txt", import.meta.url);
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t" };

export const ERROR_TEXTS: readonly ErrorText[] = Deno.readTextFileSync(TABLE)
  .trim().split(/\r?\n/).map((row) => {
    const [command = "", output = "", fix = ""] = row.split(" ⇒ ");
    const [, isEdit, what = ""] = /^(?:(edit)|run) (.*)$/.exec(fix) ?? [];
    return {
      command,
      output: output.replace(/\\(.)/g, (_, char) => ESCAPED[char] ?? char),
      fix: isEdit ? { edit: what } : { run: what },
    };
  });
