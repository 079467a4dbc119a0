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
