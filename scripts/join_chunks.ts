/**
 * Fewer files to open at every tool use. The bundler makes a chunk of its own
 * for each set of modules that different parts share, so what the door of the
 * hooks imports comes in a dozen small files. Here they become one, and the
 * parts that load later import from that one.
 */

import { runProgram } from "./run_program.ts";
import type { Toolchain } from "./build.ts";

const DYNAMIC_IMPORT = /import\("\.\/([\w.-]+\.js)"\)/g;
/** In what the bundler writes they begin a statement, wherever it stands. */
const IMPORT = /(?<=^|[;}])import(?:\{([^}]*)\}from)?"\.\/([\w.-]+\.js)";/g;
const EXPORTS = /export\{([^}]*)\};\s*$/;

/**
 * Join each root, a file of `dir` named by its beginning, with all it imports.
 * The first is the door. What a hook imports by itself stays apart, and what
 * any hook may load is not joined with a command, or it would load that too.
 */
export async function joinChunks(
  tools: Toolchain,
  dir: string,
  roots: readonly string[],
): Promise<void> {
  const done: string[] = [];
  for (const beginning of roots) {
    const files = await readChunks(dir);
    const root = [...files.keys()].find((name) => name.startsWith(beginning));
    if (root === undefined) continue;
    const apart = new Set(done);
    const [door] = done;
    if (door !== undefined) {
      const behind = loadedBy([door], files);
      const hooks = lateImports(door, files);
      const kept = behind.includes(root)
        ? hooks.flatMap((hook) => importedBy(hook, files))
        : behind;
      for (const name of kept) apart.add(name);
    }
    const joined = importedBy(root, files).filter((name) => !apart.has(name));
    await joinGroup(tools, dir, files, joined);
    done.push(root);
  }
}

async function readChunks(dir: string): Promise<Files> {
  const files = new Map<string, string>();
  for await (const { name, isFile } of Deno.readDir(dir)) {
    if (!isFile || !name.endsWith(".js")) continue;
    files.set(name, await Deno.readTextFile(`${dir}/${name}`));
  }
  return files;
}

/** The first of them becomes all of them. */
async function joinGroup(
  tools: Toolchain,
  dir: string,
  files: Files,
  joined: readonly string[],
): Promise<void> {
  const [root = ""] = joined;
  const others = [...files.keys()].filter((name) => !joined.includes(name));
  await Deno.writeTextFile(`${dir}/joined.js`, renderEntry(joined, files));
  await runProgram({
    command: tools.deno,
    args: [
      "bundle",
      "--quiet",
      "--minify",
      ...others.map((name) => `--external=./${name}`),
      "--output",
      `${dir}/${root}`,
      `${dir}/joined.js`,
    ],
    env: tools.env,
    cwd: dir,
  });
  for (const [name, text] of files) {
    if (name === root) continue;
    if (joined.includes(name)) await Deno.remove(`${dir}/${name}`);
    else await Deno.writeTextFile(`${dir}/${name}`, redirect(text, joined));
  }
  await Deno.remove(`${dir}/joined.js`);
}

type Files = ReadonlyMap<string, string>;

function importedBy(root: string, files: Files): string[] {
  const found = new Set([root]);
  for (const name of found) {
    const text = files.get(name) ?? "";
    for (const [, , from = ""] of text.matchAll(IMPORT)) found.add(from);
  }
  return [...found];
}

function lateImports(name: string, files: Files): string[] {
  return Array.from(
    (files.get(name) ?? "").matchAll(DYNAMIC_IMPORT),
    ([, to = ""]) => to,
  );
}

/** All that may be loaded once these are. */
function loadedBy(roots: readonly string[], files: Files): string[] {
  const found = new Set(roots);
  for (const name of found) {
    for (const from of importedBy(name, files)) found.add(from);
    for (const late of lateImports(name, files)) found.add(late);
  }
  return [...found];
}

/** What a chunk calls `a` is `a_3` in the joined file, of its third chunk. */
const renamed = (name: string, chunk: number) =>
  chunk === 0 ? name : `${name}_${chunk}`;

/** Everything that any of them exports; the root's own names stay. */
function renderEntry(joined: readonly string[], files: Files): string {
  return joined.map((chunk, i) => {
    const exported = EXPORTS.exec(files.get(chunk) ?? "")?.[1] ?? "";
    const names = exported.split(",").filter((part) => part !== "")
      .map((part) => part.split(" as ").at(-1) ?? part);
    const list = names.map((name) => `${name} as ${renamed(name, i)}`);
    return `export { ${list.join(", ")} } from "./${chunk}";\n`;
  }).join("");
}

/** Imports of joined chunks become imports of the joined file. */
function redirect(text: string, joined: readonly string[]): string {
  return text.replace(IMPORT, (whole, names: string | undefined, from) => {
    const chunk = joined.indexOf(from);
    if (chunk < 0) return whole;
    // An import without names only keeps an order of evaluation, which no
    // module here depends on.
    if (names === undefined) return "";
    const list = names.split(",").map((part) => {
      const [name = part, local = name] = part.split(" as ");
      return `${renamed(name, chunk)} as ${local}`;
    });
    return `import{${list.join(",")}}from"./${joined[0]}";`;
  });
}
