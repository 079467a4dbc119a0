/**
 * Fewer files to open at every start. The bundler makes a chunk of its own for
 * each set of modules that different parts share, so what a hook imports comes
 * in thirty small files. Here they become one or two, and the parts that load
 * later import from those.
 */

import { runProgram } from "./run_program.ts";
import type { Toolchain } from "./build.ts";

const DYNAMIC_IMPORT = /import\("\.\/([\w.-]+\.js)"\)/g;
/** In what the bundler writes they begin a statement, wherever it stands. */
const IMPORT = /(?<=^|[;}])import(?:\{([^}]*)\}from)?"\.\/([\w.-]+\.js)";/g;
const EXPORTS = /export\{([^}]*)\};\s*$/;

/**
 * Chunks that are loaded together, named by how their files begin. What they
 * import is joined and lies beside them; they themselves stay, because others
 * ask for them by name.
 */
export type Group = readonly string[];

/** What is joined, in this order; what is joined already stays as it is. */
export interface Joining {
  /** The first file of the program, with the door of the hooks in it. */
  readonly main: string;
  readonly hooks: readonly Group[];
  /** What any hook may load is not joined with these, or it would load them. */
  readonly commands: readonly Group[];
}

export async function joinChunks(
  tools: Toolchain,
  dir: string,
  { main, hooks, commands }: Joining,
): Promise<void> {
  const apart = new Set<string>();
  const join = async (group: Group) => {
    const files = await readChunks(dir);
    const joined = [
      ...chooseChunks(group, apart, files),
      ...(apart.size === 0 ? tinyChunks(files) : []),
    ];
    if (joined.length > 1) await joinGroup(tools, dir, files, joined);
    if (joined[0] !== undefined) apart.add(joined[0]);
  };
  await join([main]);
  for (const group of hooks) await join(group);
  const files = await readChunks(dir);
  const behind = lateImports(main, files)
    .filter((name) => !commands.flat().some((word) => name.startsWith(word)));
  for (const name of loadedBy(behind, files)) apart.add(name);
  for (const group of commands) await join(group);
}

/** A hundred characters are not worth a file, nor loading another for them. */
const TINY_CHARS = 300;

/** What several parts share and what is so small that it goes with main. */
function tinyChunks(files: Files): string[] {
  return [...files].filter(([name, text]) =>
    name.startsWith("chunk-") && text.length < TINY_CHARS && isLeaf(text)
  ).map(([name]) => name);
}

const isLeaf = (text: string) => text.search(IMPORT) < 0;

/** The first of them gives its name to the joined file. */
function chooseChunks(
  group: Group,
  apart: ReadonlySet<string>,
  files: Files,
): string[] {
  const roots = [...files.keys()].filter((name) =>
    group.some((beginning) => name.startsWith(beginning))
  );
  // Who imports a file by name when it runs must find it under that name.
  const late = new Set(
    [...files.keys()].flatMap((name) => lateImports(name, files)),
  );
  const imported = new Set(roots.flatMap((root) => importedBy(root, files)));
  return [...imported].filter((name) =>
    !apart.has(name) && !late.has(name) && !roots.includes(name)
  );
}

async function readChunks(dir: string): Promise<Files> {
  const files = new Map<string, string>();
  for await (const { name, isFile } of Deno.readDir(dir)) {
    if (!isFile || !name.endsWith(".js")) continue;
    files.set(name, await Deno.readTextFile(`${dir}/${name}`));
  }
  return files;
}

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
