/** The start of the executable, which carries the program as two scripts. */

import { codeFileOf, readCode } from "./code_file.ts";
import { digestOf, runCompiled, runScript } from "./script.ts";
import { start } from "./start.ts";

async function load<T>(name: string, word: string): Promise<T> {
  const file = new URL(`./${name}.script`, import.meta.url);
  const source = Deno.readTextFileSync(file);
  const path = codeFileOf(Deno.execPath());
  const code = readCode(path, name, word, digestOf(source));
  return code === undefined
    ? runScript(source)
    : (await runCompiled<T>(source, code)).exports;
}

start({
  hooks: (word) => load("hooks", word),
  commands: (word) => load("cli", word),
});
