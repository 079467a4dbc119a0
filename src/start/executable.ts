/** The start of the executable, which carries the program as one script. */

import { codeFileOf, readCode } from "../install/code_file.ts";
import { digestOf, runCompiled, runScript } from "./script.ts";
import { type Program, start } from "./start.ts";

let isCodeUsed: boolean | undefined;

async function load(part: string, word: string): Promise<Program> {
  const file = new URL("./program.script", import.meta.url);
  const source = Deno.readTextFileSync(file);
  const path = codeFileOf(Deno.execPath());
  const code = readCode(path, part, word, digestOf(source));
  if (code === undefined) return runScript(source);
  const script = await runCompiled<Program>(source, code);
  isCodeUsed = script.isUsed;
  return script.exports;
}

start({
  hooks: async (word) => await (await load("hooks", word)).hooks(word),
  commands: async (word) => await (await load("cli", word)).commands(word),
  isCodeUsed: () => isCodeUsed,
});
