/**
 * Which files of the project a call changes or deletes, and whether a rule names
 * one. A path that cannot be told from the words alone is left out. The plugin's
 * hooks module has the same code, because it cannot load this.
 */

import { commandStarts } from "../base/command_starts.ts";
import type { ShellCommand } from "../base/shell_commands.ts";

/** Where a call is made. */
export interface Place {
  /** The project's folder, however it may be written. */
  readonly roots: readonly string[];
  /** Where relative paths begin, if known. */
  readonly cwd?: string | undefined;
  /** What is checked out in the project's folder, if known. */
  readonly branch?: string | undefined;
}

/** From the project's folder on; `a/*` is something in `a`. */
export interface CallChanges {
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  /** Where the next call begins, if that can be told. */
  readonly cwd?: string | undefined;
}

/** A line that changes more is a script. */
const MOST_FILES = 300;

export function changesByShell(
  commands: readonly ShellCommand[],
  { roots, cwd: first }: Place,
): CallChanges {
  const [changed, deleted]: [string[], string[]] = [[], []];
  let [cwd, inner] = [first, first];
  for (const { words, writes, isInner } of commands) {
    if (!isInner) inner = cwd;
    const own = commandStarts(words).at(-1) ?? [];
    const [program = "", ...args] = own.map(({ text }) => text);
    const from = isInner ? inner : cwd;
    const whole = (paths: readonly string[]) =>
      paths.flatMap((path) => placeIn(path, { roots, cwd: from }) ?? []);
    if (/^(?:cd|pushd|popd|chdir|set-location|sl)$/i.test(program)) {
      if (isInner) inner = undefined;
      else cwd = folderAfter(from, args);
    }
    const gone = deletedBy(program, args);
    changed.push(...whole([...writes, ...gone, ...changedBy(program, args)]));
    deleted.push(...whole(gone.flatMap((path) => [path, `${path}/*`])));
  }
  return { changed: few(changed), deleted: few(deleted), cwd };
}

/** A line of a thousand `cd` leads nowhere. */
const FOLDER_CHARS = 1024;

const few = (paths: readonly string[]) =>
  [...new Set(paths)].slice(0, MOST_FILES);

function folderAfter(
  from: string | undefined,
  args: readonly string[],
): string | undefined {
  const [to = "$"] = args.filter((word) => !/^-./.test(word));
  if (/^(?:[~$`]|-$)/.test(to)) return undefined;
  if (isAbsolutePath(to)) return to;
  const folder = `${from}/${to}`;
  return from === undefined || folder.length > FOLDER_CHARS
    ? undefined
    : folder;
}

const named = (args: readonly string[]) =>
  args.filter((word) => !word.startsWith("-") && word !== "");

function deletedBy(program: string, args: readonly string[]): string[] {
  const [verb, ...rest] = args;
  if (program === "git" && verb === "rm" && !rest.includes("--cached")) {
    return named(rest);
  }
  if (
    program === "find" && /(?:^| )(?:-delete|-exec rm)\b/.test(args.join(" "))
  ) {
    const end = args.findIndex((word) => /^[-(!]/.test(word));
    return args.slice(0, end);
  }
  return /^(?:rm|unlink|rmdir|shred|del|erase|remove-item)$/i.test(program)
    ? named(args)
    : [];
}

function changedBy(program: string, args: readonly string[]): string[] {
  const [verb, ...rest] = args;
  if (program === "git") return verb === "mv" ? movedBy(rest) : [];
  if (/^(?:mv|move|move-item)$/i.test(program)) return movedBy(args);
  if (/^(?:cp|copy|copy-item|ln|install|rsync)$/i.test(program)) {
    return copiedTo(args);
  }
  if (/^(?:tee|touch|truncate)$/.test(program)) return named(args);
  if (/^(?:(?:set|add|clear)-content|out-file|new-item)$/i.test(program)) {
    return named(args).slice(0, 1);
  }
  if (program === "dd") {
    return args.flatMap((word) => /^of=(.+)/.exec(word)?.[1] ?? []);
  }
  return /^(?:sed|gsed|perl)$/.test(program) ? editedBy(program, args) : [];
}

const movedBy = (args: readonly string[]) => [
  ...named(args),
  ...copiedTo(args),
];

/** The last is a file or a folder. */
function copiedTo(args: readonly string[]): string[] {
  const at = args.findIndex((word) => /^(?:-t|--target-directory)$/.test(word));
  const paths = named(args);
  const to = at < 0 ? paths.pop() : args[at + 1];
  if (to === undefined || paths.length === 0) return [];
  const isFolder = at >= 0 || paths.length > 1 || /(?:^|\/)\.{0,2}$/.test(to);
  const names = paths.map((path) => path.replace(/^.*\/(?=[^/])/, ""));
  return isFolder
    ? [`${to}/*`, ...names.map((name) => `${to}/${name}`)]
    : [to, `${to}/*`];
}

/** The files of `sed -i` and `perl -pi`; their script is no path. */
function editedBy(program: string, args: readonly string[]): string[] {
  const inPlace = program === "perl" ? /^-\w*i/ : /^(?:-[nErsz]*i|--in-place)/;
  if (!args.some((word) => inPlace.test(word))) return [];
  const isScript = (word = "") =>
    /^(?:-\w*[ef]|--expression|--file)$/.test(word);
  const files = args.filter((word, n) =>
    !word.startsWith("-") && word !== "" && !isScript(args[n - 1])
  );
  return args.some((word) => /^(?:-\w*[ef]|--(?:expression|file))/.test(word))
    ? files
    : files.slice(1);
}

const isAbsolutePath = (path: string) => /^(?:[\\/]|[a-z]:[\\/])/i.test(path);

const PATH_CHARS = 4096;

/** From the project's folder on; undefined for what is not in it. */
export function placeIn(
  path: string,
  { roots, cwd }: Place,
): string | undefined {
  if (path === "" || path.length > PATH_CHARS) return undefined;
  if (/^[~$`]/.test(path)) return undefined;
  if (!isAbsolutePath(path) && cwd === undefined) return undefined;
  const whole = plainPath(isAbsolutePath(path) ? path : `${cwd}/${path}`);
  for (const root of roots) {
    const folder = `${plainPath(root)}/`;
    const isBelow = foldsCase(root)
      ? whole.toLowerCase().startsWith(folder.toLowerCase())
      : whole.startsWith(folder);
    if (isBelow) return whole.slice(folder.length);
  }
  return undefined;
}

/** Whether it is the project's folder itself. */
export const isTop = ({ roots, cwd }: Place) =>
  cwd !== undefined && roots.some((root) => plainPath(root) === plainPath(cwd));

/** With `/`, without `.`, `..` and what makes `/c/` of `C:\`. */
function plainPath(path: string): string {
  // macOS hands out letters taken apart.
  const text = path.replaceAll("\\", "/").normalize()
    .replace(/^\/([a-z])(?=\/)/i, "$1:").replace(
      /^[a-z]:/i,
      (drive) => `/${drive.toLowerCase()}`,
    );
  const parts: string[] = [];
  for (const part of text.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.map((part) => `/${part}`).join("");
}

/** On Windows and macOS two spellings are one file. */
export const foldsCase = (root: string) =>
  /^(?:[a-z]:[\\/]|[\\/]{2}|\/(?:Users|Volumes|private)\/)/i.test(root);

/**
 * Whether a file is what a rule names: `/a/` in the project's `a`, `a/` in any
 * folder `a`, `a/b` this one, `b.ts` any of that name, with `*` for any letters
 * and `**` for any folders. What is below counts as well.
 */
export function isAt(pattern: string, file: string): boolean {
  const wanted = pattern.split("/").filter((part) => part !== "");
  const parts = file.split("/");
  const below = pattern.endsWith("/") ? 1 : 0;
  const isAnywhere = !pattern.slice(0, -1).includes("/");
  const matches = (n: number, at: number): boolean => {
    const part = wanted[n];
    if (part === undefined) return at + below <= parts.length;
    if (at >= parts.length) return false;
    if (part === "**") return matches(n + 1, at) || matches(n, at + 1);
    return isLike(part, parts[at] ?? "") && matches(n + 1, at + 1);
  };
  return parts.some((_, at) => (isAnywhere || at === 0) && matches(0, at));
}

function isLike(pattern: string, name: string): boolean {
  if (!pattern.includes("*")) return pattern === name;
  const letters = pattern.split("*")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${letters.join(".*")}$`, "u").test(name);
}
