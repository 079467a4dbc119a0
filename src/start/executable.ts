/** The start of the executable, which carries the program as two scripts. */

import { codeFileOf, readCode } from "./code_file.ts";
import { digestOf, runScript } from "./script.ts";
import { start } from "./start.ts";

function load<T>(name: string, word: string): Promise<T> {
  const file = new URL(`./${name}.script`, import.meta.url);
  const source = Deno.readTextFileSync(file);
  const code = readCode(
    codeFileOf(Deno.execPath()),
    name,
    word,
    digestOf(source),
  );
  return Promise.resolve(runScript<T>(name, source, code).exports);
}

start({
  hooks: (word) => load("hooks", word),
  commands: (word) => load("cli", word),
});
