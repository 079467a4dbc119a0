/**
 * The program as the executable carries it: one script. The bundler splits it
 * into chunks by what is loaded together; here each chunk becomes a function of
 * the script. V8 then keeps nothing of a chunk that was not loaded.
 */

import { encodeHex } from "@std/encoding/hex";
import { wrapScript } from "../src/start/script.ts";
import { runProgram } from "./run_program.ts";

/** The name by which src/start/executable.ts finds it. */
export const SCRIPT = "program.script";
const ENTRY = "program";

/** Write the script into `dir`; `root` is the repository. */
export async function writeScript(root: string, dir: string): Promise<void> {
  const folder = `${dir}/chunks`;
  await runProgram(Deno.execPath(), [
    "bundle",
    "--quiet",
    "--minify",
    "--code-splitting",
    "--outdir",
    folder,
    `${root}src/start/${ENTRY}.ts`,
  ], { env: { DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" }, cwd: root });
  const bodies = linkChunks(readChunks(folder));
  await Deno.remove(folder, { recursive: true });
  const digest = await sha256(JSON.stringify([...bodies]));
  await Deno.writeTextFile(
    `${dir}/${SCRIPT}`,
    wrapScript(bodies, `${ENTRY}.js`, digest),
  );
}

function readChunks(folder: string): Map<string, string> {
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
  return new Map(
    names.sort().map((name) => [
      name,
      Deno.readTextFileSync(`${folder}/${name}`),
    ]),
  );
}

/** The body of a function for each chunk, which returns what it exports. */
export function linkChunks(
  chunks: ReadonlyMap<string, string>,
): Map<string, string> {
  return new Map(
    Array.from(chunks, ([name, code]) => [name, escapeText(linkChunk(code))]),
  );
}

/** In the bundler's output an import may follow any statement. */
const IMPORT = /(?<=^|[;}])import(?:([^"'`;()]*?)from)?"([^"]+)";/g;
const LATER = /\bimport\("\.\/([^"]+)"\)/g;
/** A module of the runtime. */
const OUTSIDE = /(?<![\w$.])import\(/g;
const EXPORTS = /export\{([^}]*)\};\s*$/;

function linkChunk(code: string): string {
  return code
    .replace(IMPORT, (_, names: string | undefined, from: string) => {
      const got = from.startsWith("./")
        ? `$load("${from.slice(2)}")`
        : `require("${from}")`;
      // An import without names only fixes an order of loading, which nothing
      // here depends on.
      return names === undefined ? "" : `const ${namesFor(names)}=${got};`;
    })
    .replace(LATER, (_, from: string) => `$later("${from}")`)
    .replace(OUTSIDE, () => "$import(")
    .replace(EXPORTS, (_, names: string) => `return${objectFor(names)}`);
}

/** `{a as b,c}` or `a`, as the left side of a declaration. */
function namesFor(names: string): string {
  const list = /^\{(.*)\}$/.exec(names.trim());
  return list ? `{${list[1]?.replaceAll(" as ", ":")}}` : names.trim();
}

/** `a as b,c`: the value of a is called b. */
function objectFor(names: string): string {
  const entries = names.split(",").map((one) => {
    const [own, other] = one.split(" as ");
    return other === undefined ? own : `${other}:${own}`;
  });
  return `{${entries.join(",")}}`;
}

/** With nothing but ASCII, V8 needs half of the memory and no decoding. */
export function escapeText(code: string): string {
  return code.replace(
    // deno-lint-ignore no-control-regex
    /[^\x00-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return encodeHex(await crypto.subtle.digest("SHA-256", bytes));
}
