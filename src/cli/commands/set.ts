import { UserError } from "../../base/errors.ts";
import { writeByHand } from "../../memory/write_notes.ts";
import { RULES_MAX_UNITS } from "../../context/rules_text.ts";
import { isAbsolute } from "../../base/path_text.ts";
import { readExactText, statFile } from "../../store/read_file.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { readWords } from "../read_stdin.ts";
import { assertWrittenName } from "../written_name.ts";

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output } = call;
  const [word, ...words] = invocation.positionals;
  const name = assertWrittenName(word);
  const text = await readTextFor(call, words.join(" "));
  const append = invocation.switches.has("append");
  const claim = { who: "set", waitMs: 10_000 };
  const done = await writeByHand(
    await openStore(),
    { name, text, append },
    claim,
  );
  if (name === "rules" && text.length > RULES_MAX_UNITS) {
    output.note(
      `Of rules.md the first ${RULES_MAX_UNITS} characters go with a prompt`,
    );
  }
  output.result(
    { name, ...done },
    () => done.changed ? `Wrote ${done.file}` : `${done.file} says so already`,
  );
  return 0;
}

/** From the command line, a file or stdin, in this order. */
async function readTextFor(
  { invocation, world }: CommandCall,
  words: string,
): Promise<string> {
  const named = invocation.values.get("file");
  if (named === undefined) return await readWords(words);
  if (words !== "") {
    throw new UserError("misuse", "A text and --file together", [
      "Give one of them",
    ]);
  }
  const path = isAbsolute(named) ? named : `${world.cwd()}/${named}`;
  const info = statFile(path);
  if (!info?.isFile) {
    const problem = info
      ? `"${named}" is not a file`
      : `The file "${named}" does not exist`;
    throw new UserError("misuse", problem, [
      "Check the name; nothing was written",
    ]);
  }
  return readGiven(path, named);
}

/** It is the user's own file: whatever is wrong with it, it stays as it is. */
function readGiven(path: string, named: string): string {
  try {
    return readExactText(path) ?? "";
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const problem = error.message.endsWith("not UTF-8 text")
      ? `The file "${named}" must be UTF-8 text`
      : error.message;
    throw new UserError("misuse", problem, ["Nothing was written"], {
      cause: error,
    });
  }
}
