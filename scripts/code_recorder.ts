/**
 * The program with a recorder: it runs the script next to it and saves what V8
 * has compiled of it, by the word it was run with. It adds to what earlier runs
 * of the same word have compiled.
 */

import { parentOf } from "../src/base/path_text.ts";
import { processWorld } from "../src/base/world.ts";
import { packCode, readCode } from "../src/install/code_file.ts";
import { digestOf, runCompiled } from "../src/start/script.ts";
import { type Program, runWith } from "../src/start/start.ts";

/** A file for each part and word; see `record_code.ts`. */
const RECORDED = "recorded";

const folder = parentOf(Deno.execPath());
let keep = () => {};

async function load(part: string, word: string): Promise<Program> {
  const source = Deno.readTextFileSync(`${folder}/program.script`);
  const digest = digestOf(source);
  const path = `${folder}/${RECORDED}/${part} ${word}`;
  const earlier = readCode(path, part, word, digest);
  const script = await runCompiled<Program>(source, earlier);
  keep = () => {
    const code = script.compiledCode();
    Deno.mkdirSync(`${folder}/${RECORDED}`, { recursive: true });
    Deno.writeFileSync(path, packCode([{ part, word, digest, code }]));
  };
  return script.exports;
}

const code = await runWith(
  {
    hooks: async (word) => await (await load("hooks", word)).hooks(word),
    commands: async (word) => await (await load("cli", word)).commands(word),
  },
  Deno.args,
  processWorld(),
);
keep();
Deno.exit(code);
