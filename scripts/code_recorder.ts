/**
 * The program with a recorder: it runs the scripts next to it and saves what V8
 * has compiled of them, by the word they were run with. It adds to what earlier
 * runs of the same word have compiled.
 */

import { parentOf } from "../src/base/path_text.ts";
import { processWorld } from "../src/base/world.ts";
import { packCode, readCode } from "../src/install/code_file.ts";
import { digestOf, runCompiled } from "../src/start/script.ts";
import { runWith } from "../src/start/start.ts";

/** A file for each script and word; see `record_code.ts`. */
const RECORDED = "recorded";

const folder = parentOf(Deno.execPath());
let keep = () => {};

async function load<T>(name: string, word: string): Promise<T> {
  const source = Deno.readTextFileSync(`${folder}/${name}.script`);
  const digest = digestOf(source);
  const path = `${folder}/${RECORDED}/${name} ${word}`;
  const earlier = readCode(path, name, word, digest);
  const script = await runCompiled<T>(source, earlier);
  keep = () => {
    const part = { script: name, word, digest, code: script.compiledCode() };
    Deno.mkdirSync(`${folder}/${RECORDED}`, { recursive: true });
    Deno.writeFileSync(path, packCode([part]));
  };
  return script.exports;
}

const code = await runWith(
  {
    hooks: (word) => load("hooks", word),
    commands: (word) => load("cli", word),
  },
  Deno.args,
  processWorld(),
);
keep();
Deno.exit(code);
