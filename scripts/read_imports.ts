/** Which module of this repository imports which, read from their text. */

export interface Source {
  /** From the root of the repository on, with / or \ between. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly from: string;
  /** A path as `from` is, or a package's name. */
  readonly to: string;
  readonly isPackage: boolean;
  /** Nothing is loaded: only types are named. */
  readonly isType: boolean;
}

const FOLDERS = ["src", "scripts", "tests"];
const STATIC =
  /^(?:import|export)\s+(?:(type)\s)?(?:([^"';]*?)\s*from\s*)?"([^"\n]+)"/gm;
const DYNAMIC = /\bimport\(\s*"([^"\n]+)"/g;

export function readSources(root: string): Source[] {
  const sources: Source[] = [];
  const add = (path: string) =>
    sources.push({ path, text: Deno.readTextFileSync(`${root}/${path}`) });
  const visit = (folder: string) => {
    for (const { name, isDirectory } of Deno.readDirSync(`${root}/${folder}`)) {
      if (isDirectory) visit(`${folder}/${name}`);
      else if (/\.([jt]s|md)$/.test(name)) add(`${folder}/${name}`);
    }
  };
  add("main.ts");
  FOLDERS.forEach(visit);
  return sources;
}

export function importsOf(from: string, text: string): Import[] {
  const code = withoutComments(text);
  const found: Import[] = [];
  const add = (specifier: string, isType: boolean) => {
    // The one name in deno.json that is a file of ours.
    const target = specifier === "@std/fs" ? "" : specifier;
    if (target === "" || target.endsWith(".json")) return;
    const isPackage = !target.startsWith(".");
    found.push({
      from,
      to: isPackage ? target : resolve(from, target),
      isPackage,
      isType,
    });
  };
  for (const [, type, names = "", specifier = ""] of code.matchAll(STATIC)) {
    add(specifier, type !== undefined || namesOnlyTypes(names));
  }
  for (const [, specifier = ""] of code.matchAll(DYNAMIC)) {
    add(specifier, false);
  }
  return found;
}

function namesOnlyTypes(names: string): boolean {
  const list = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1];
  const each = list?.split(",").map((name) => name.trim())
    .filter((name) => name !== "") ?? [];
  return each.length > 0 && each.every((name) => name.startsWith("type "));
}

const withoutComments = (text: string) =>
  text.replace(/^\s*(?:\/\*\*?[\s\S]*?\*\/|\/\/.*)$/gm, "");

function resolve(from: string, specifier: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** `new URL("x.ts", import.meta.url)`: a file that is run or read. */
const NAMED = /\bURL\(\s*"((?:\.{0,2}\/)?[\w./-]+\.ts)"/g;

/** The files of ours that a text loads, for types as well. */
export function loadedBy(path: string, text: string): string[] {
  const imported = importsOf(path, text)
    .flatMap(({ to, isPackage }) => isPackage ? [] : [to]);
  const named = [...text.matchAll(NAMED)]
    .map(([, name = ""]) => resolve(path, name));
  return [...imported, ...named];
}

const SKIPPED = new Set(["dist", "node_modules", "golden", ".git"]);

/** Every TypeScript file below a folder, with a path that begins with it. */
export function listSources(dir: string): string[] {
  const found: string[] = [];
  for (const { name, isDirectory } of Deno.readDirSync(dir)) {
    const path = dir === "." ? name : `${dir}/${name}`;
    if (isDirectory && !SKIPPED.has(name)) found.push(...listSources(path));
    else if (name.endsWith(".ts")) found.push(path);
  }
  return found.sort();
}

export class ImportGraph {
  readonly #loads = new Map<string, readonly string[]>();

  constructor(files: readonly string[], root = ".") {
    for (const path of files) {
      const text = Deno.readTextFileSync(`${root}/${path}`);
      this.#loads.set(path, loadedBy(path, text));
    }
  }

  loadersOf(path: string): string[] {
    return [...this.#loads].flatMap(([from, loaded]) =>
      loaded.includes(path) ? [from] : []
    );
  }

  reaches(from: string, to: string): boolean {
    const seen = new Set([from]);
    for (const path of seen) {
      if (path === to) return true;
      for (const next of this.#loads.get(path) ?? []) seen.add(next);
    }
    return false;
  }
}
