/** The start of the executable, which carries the program as two scripts. */

import { codeFileOf, readCode } from "../install/code_file.ts";
import { digestOf, runCompiled, runScript } from "./script.ts";
import { start } from "./start.ts";

let isCodeUsed: boolean | undefined;

async function load<T>(name: string, word: string): Promise<T> {
  const file = new URL(`./${name}.script`, import.meta.url);
  const source = Deno.readTextFileSync(file);
  const path = codeFileOf(Deno.execPath());
  const code = readCode(path, name, word, digestOf(source));
  if (code === undefined) return runScript(source);
  const script = await runCompiled<T>(source, code);
  isCodeUsed = script.isUsed;
  return script.exports;
}

start({
  hooks: (word) => load("hooks", word),
  commands: (word) => load("cli", word),
  isCodeUsed: () => isCodeUsed,
});
