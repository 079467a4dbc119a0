/** Git's configuration files, read as git reads them, with what they include. */

import { isSystemError, UserError } from "../base/errors.ts";
import { isAbsolute, parentOf } from "../base/path_text.ts";
import { readText, statFile } from "../store/read_file.ts";

const MAX_BYTES = 256 * 1024;
const MOST_NESTED = 5;

interface Setting {
  /** `user`, in lower case. */
  readonly section: string;
  /** The text in quotation marks after it. */
  readonly about: string;
  readonly key: string;
  readonly value: string;
}

/** Where a file is read, which decides what it includes. */
export interface ConfigPlace {
  readonly home: string | undefined;
  readonly gitDir: string | undefined;
}

/** `user.name` of a file; the last one counts, as for git. */
export function readUserName(
  path: string,
  place: ConfigPlace,
  depth = 0,
): string | undefined {
  const read = (): string | undefined =>
    statFile(path)?.isFile ? readText(path, MAX_BYTES) : undefined;
  return userName(safely(read) ?? "", (about, value) => {
    if (depth >= MOST_NESTED || !applies(about, path, place)) return undefined;
    return readUserName(pathFrom(value, path, place), place, depth + 1);
  });
}

/** `include` gives what another file has; its condition is "" where none is. */
export function userName(
  text: string,
  include: (condition: string, path: string) => string | undefined = () =>
    undefined,
): string | undefined {
  let name: string | undefined;
  for (const { section, about, key, value } of settingsIn(text)) {
    if (section === "user" && about === "" && key === "name") name = value;
    const isInclude = section === "include" ||
      section === "includeif" && about !== "";
    if (isInclude && key === "path") name = include(about, value) ?? name;
  }
  return name;
}

const HEAD = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;

function* settingsIn(text: string): Generator<Setting> {
  let [section, about] = ["", ""];
  for (const line of text.split(/\r?\n/)) {
    const head = HEAD.exec(line);
    if (head) {
      section = (head[1] ?? "").toLowerCase();
      about = (head[2] ?? "").replace(/\\(.)/g, "$1");
    }
    const rest = line.slice(head?.[0].length ?? 0);
    const [, key, value] = /^\s*([\w-]+)\s*=\s*(.*)$/.exec(rest) ?? [];
    if (key === undefined || value === undefined) continue;
    yield { section, about, key: key.toLowerCase(), value: unquote(value) };
  }
}

/** Without comments and quotes, and with escapes resolved. */
function unquote(value: string): string {
  let out = "";
  let isQuoted = false;
  for (let i = 0; i < value.length; i++) {
    const char = value[i] as string;
    if (char === '"') isQuoted = !isQuoted;
    else if (char === "\\") out += value[++i] ?? "";
    else if (!isQuoted && (char === "#" || char === ";")) break;
    else out += char;
  }
  return out.trim();
}

/** Conditions other than the folder's do not tell people apart. */
function applies(
  condition: string,
  file: string,
  place: ConfigPlace,
): boolean {
  if (condition === "") return true;
  const [, flags, pattern] = /^gitdir(\/i)?:(.+)$/.exec(condition) ?? [];
  if (pattern === undefined || place.gitDir === undefined) return false;
  const isAnywhere = !/^(?:~?\/|\.\/|[A-Za-z]:)/.test(pattern);
  const path = isAnywhere ? `**/${pattern}` : pathFrom(pattern, file, place);
  const glob = path.endsWith("/") ? `${path}**` : path;
  return globForm(glob, flags ? "i" : "").test(
    place.gitDir.replaceAll("\\", "/"),
  );
}

function globForm(glob: string, flags: string): RegExp {
  const form = glob.replaceAll("\\", "/").split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => GLOBS[part] ?? part.replace(/[.+^${}()|[\]]/g, "\\$&"));
  return new RegExp(`^${form.join("")}$`, flags);
}

const GLOBS: Readonly<Record<string, string>> = {
  "**/": "(?:.*/)?",
  "**": ".*",
  "*": "[^/]*",
  "?": "[^/]",
};

function pathFrom(path: string, file: string, { home }: ConfigPlace): string {
  if (path.startsWith("~/")) return `${home ?? ""}${path.slice(1)}`;
  if (isAbsolute(path)) return path;
  return `${parentOf(file) ?? ""}/${path.replace(/^\.\//, "")}`;
}

function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UserError || isSystemError(error)) return undefined;
    throw error;
  }
}
