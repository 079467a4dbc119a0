/** Paths that a sentence names: generated/, `dist`, vendor/ and *.lock. */

import { listedNext, STOPS } from "./_named_command.ts";

interface NamedPaths {
  readonly paths: readonly string[];
  readonly tail: string;
}

const FILLER =
  /^(?:(?:anything|any files?|everything|(?:the )?(?:files?|contents?)|code)\s+)?((?:in|under|below|inside|of|from|within)\s+)?(?:the\s+)?/i;
const FOLDER =
  /^\s*(?:folders?|director(?:y|ies)|dirs?|폴더|디렉[터토]리)(?:[은는이가을를의]|에서?)?(?=[\s,;.()]|$)/i;
const FILE = /^\s*(?:files?|파일)(?:[은는이가을를])?(?=[\s,;.()]|$)/i;

/** One or several; undefined if it begins with none. */
export function pathsIn(phrase: string): NamedPaths | undefined {
  const paths: string[] = [];
  let tail = phrase;
  for (;;) {
    const from = paths.length === 0 ? tail : listedNext(tail);
    const found = from === undefined ? undefined : readPath(from);
    if (found === undefined) break;
    paths.push(found.path);
    tail = found.tail;
  }
  const [next = ""] = tail.trim().split(/\s+/);
  const isEnd = next === "" || /^[,;.:()—–-]/.test(next) ||
    STOPS.has(next.toLowerCase().replace(/[,;.:]+$/, ""));
  return paths.length > 0 && isEnd ? { paths, tail } : undefined;
}

function readPath(
  phrase: string,
): { readonly path: string; readonly tail: string } | undefined {
  const [filler = "", inside] = FILLER.exec(phrase) ?? [];
  const rest = phrase.slice(filler.length);
  const quoted = /^[`"“']([^`"”']+)[`"”']/.exec(rest);
  const plain = /^[^\s,;()]*[^\s,;().:]/.exec(rest)?.[0] ?? "";
  const said = quoted?.[0] ?? plain;
  const after = rest.slice(said.length);
  const folder = FOLDER.exec(after)?.[0];
  const path = pathOf(quoted?.[1] ?? said, {
    isQuoted: quoted !== null,
    isFolder: folder !== undefined,
    isBelow: inside !== undefined,
  });
  const tail = after.slice((folder ?? FILE.exec(after)?.[0] ?? "").length);
  return path === undefined ? undefined : { path, tail };
}

const NAME = String.raw`[\p{L}\p{N}_.@+*-]+`;
const WHOLE = new RegExp(`^/?${NAME}(?:/${NAME})*/?$`, "u");
const HAS_EXTENSION = /^[\p{L}\p{N}_*-]*(?:\.[\w*-]+)*\.[a-z]\w{0,9}$/iu;
const KNOWN =
  /^(?:(?:Make|Docker|Gem|Rake|Proc|Jenkins|Pip|Vagrant|Brew|just)file|CODEOWNERS|LICENSE)$/;
const MOST_STARS = 3;

interface Around {
  readonly isQuoted: boolean;
  readonly isFolder: boolean;
  readonly isBelow: boolean;
}

/** It can be nothing else: it has a slash, an extension or a dot. */
function pathOf(
  said: string,
  { isQuoted, isFolder, isBelow }: Around,
): string | undefined {
  const text = said.replaceAll("\\", "/").normalize()
    .replace(/^\.\//, "/").replace(/\/\*{1,2}$/, "/");
  const isNamed = text.slice(0, -1).replace(/^\//, "").includes("/") ||
    text.endsWith("/") || HAS_EXTENSION.test(text) || KNOWN.test(text) ||
    text.startsWith("/") && said.startsWith(".");
  const isPlace = isQuoted && (isFolder || isBelow);
  if (!isNamed && !isPlace || !WHOLE.test(text)) return undefined;
  // A path from the disk's top is not in the project.
  if (/^\//.test(said) || /(?:^|\/)\.\.(?:\/|$)/.test(text)) return undefined;
  if (!/[^*./]/.test(text) || text.split("*").length > MOST_STARS + 1) {
    return undefined;
  }
  const isFile = HAS_EXTENSION.test(text.replace(/^.*\//, ""));
  const needsSlash = (isFolder || isBelow && !isFile) && !text.endsWith("/");
  return needsSlash ? `${text}/` : text;
}
