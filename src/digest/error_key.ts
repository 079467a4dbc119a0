/**
 * A line that says what went wrong, as a key: without numbers, places, folders,
 * hashes, times and ids, but with what tells it from others: names, error
 * classes, ports, status codes. A line that any mistake of its kind makes has
 * no key.
 */

import { clip } from "../base/cut_text.ts";
import { ERROR_CHARS } from "../session/log_entry.ts";
import { isGeneric, saysLittle } from "./_hollow_lines.ts";

export interface ErrorKey {
  /** `TS2304`, `ENOENT`, `TypeError`; "" if there is none. */
  readonly errorClass: string;
  readonly text: string;
  /**
   * It names something of this project or machine. Otherwise the words are the
   * tool's own, and an edit that helped was about its place, not the words.
   */
  readonly isSpecific: boolean;
}

/** Undefined if it says too little. */
export function errorKey(line: string): ErrorKey | undefined {
  const whole = clip(line, ERROR_CHARS);
  if (saysLittle(whole) || isGeneric(whole)) return undefined;
  const errorClass = CLASS.exec(whole)?.[0] ?? "";
  const told = withoutStart(
    withoutDetails(whole.replace(PLACE, "")),
    errorClass,
  );
  // A file alone says where, not what.
  if (/^<path>:\S+$/.test(told)) return undefined;
  const isSpecific = namesSomething(told, errorClass);
  const text = told.toLowerCase();
  if (!isSpecific && tellingWords(text) < LEAST_WORDS) return undefined;
  return { errorClass, text, isSpecific };
}

/** `TS2322`, `E0308`, `G304`, `ENOENT`, `ERR_MODULE_NOT_FOUND`, `TypeError`. */
const CLASS =
  /\b(?:[A-Z]{1,5}\d{2,5}|(?!ERROR\b|EXPECTED\b)E[A-Z]{4,11}|ERR_[A-Z_]+|[A-Z]\w*(?:Error|Exception))\b/;

type Mark = string | ((found: string, ...groups: string[]) => string);

const PATH =
  /(?:[A-Za-z]:)?(?:[\w.@~+-]*[/\\])+[\w.@+-]*(?:\(\d+(?:,\d+)?\)|(?::\d+)*)?/g;

/** With what a text must have for it: a pattern is slow at its first use. */
const DETAILS: readonly (readonly [string, RegExp, Mark])[] = [
  // Which one it is tells more than that there is one.
  ["port", /\bport:? (\d{2,5})\b/gi, "port_$1"],
  [
    ":",
    /(?:::|\blocalhost|\b\d+(?:\.\d+){3}|\]):(\d{2,5})\b/g,
    " port_$1",
  ],
  ["status", /\bstatus(?: code)?[ :=]+(\d{3})\b/gi, "status_$1"],
  ["http", /\bHTTP(?:\/[\d.]+)?[ :=]+(\d{3})\b/gi, "status_$1"],
  ["", /\b([45]\d\d)(?= (?:[A-Z][a-z]+|- ))/g, "status_$1"],
  [
    "://",
    /\bhttps?:\/\/[^\s'"`]+/g,
    (found) => withName("<url>", found.slice(8)),
  ],
  [
    "-",
    /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
    "<id>",
  ],
  [
    "-",
    /\b\d{4}-\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?Z?)?/g,
    "<n>",
  ],
  [
    "/",
    /\b\d{4}\/\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?Z?)?/g,
    "<n>",
  ],
  // `src/a.ts(217,9)`, `./x/y:12:5`, `@scope/name` is a path as well.
  ["/", PATH, (found) => withName("<path>", found)],
  // `C:\a\b`.
  ["\\", PATH, (found) => withName("<path>", found)],
  [".", /\b[\w-]+\.[a-z]{1,5}(?:\(\d+(?:,\d+)?\)|(?::\d+)+)/gi, "<path>"],
  [":", /\b\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?\b/g, "<n>"],
  ["", /\b(?=[a-f]*\d)[0-9a-f]{7,}\b/gi, "<id>"],
  ["0x", /\b0x[0-9a-f]+\b/gi, "<n>"],
  ["", /(?<!\w)\d+(?:[.,]\d+)*/g, "<n>"],
];

/** In every folder there is one. */
const ANY_NAME = /^(?:index|main|mod|lib|__init__|package|tsconfig)\.\w+$/;

/** `@app/tide`, `harbour/core`. */
const PACKAGE = /^@?[a-z][\w-]*\/[\w-]+$/i;

/** Where something went wrong differs; what it is about keeps its name. */
function withName(mark: string, path: string): string {
  if (PACKAGE.test(path)) return `${mark}:${path}`;
  const [name, folder] = path.split(/[/\\]/).toReversed();
  if (!/^[\w.@+-]*[a-z][\w.@+-]*$/i.test(name ?? "")) return mark;
  const isAny = ANY_NAME.test(name ?? "") && /[a-z]/i.test(folder ?? "");
  return `${mark}:${isAny ? `${folder}/` : ""}${name}`;
}

function withoutDetails(line: string): string {
  let text = line;
  for (const [sign, pattern, mark] of DETAILS) {
    if (!text.toLowerCase().includes(sign)) continue;
    text = typeof mark === "string"
      ? text.replace(pattern, mark)
      : text.replace(pattern, mark);
  }
  return text;
}

/** The file and the line with which it begins: by hand they are left out. */
const PLACE =
  /^\s*(?:[A-Za-z]:)?[^\s:()]+(?:\(\d+(?:,\d+)?\)|(?::\d+)+|:(?= (?:fatal |syntax )?error))[\s:-]*/i;
const START =
  /^(?:[^\w<'"`@\u00c0-\u1fff\u3040-\uffff]+|E(?= )|(?:npm )?(?:err!|error|fatal|uncaught|panic|오류|エラー)(?=[\s:[\]!]|$))/i;

function withoutStart(text: string, errorClass: string): string {
  let rest = text.trim();
  for (;;) {
    const next = errorClass !== "" && rest.startsWith(errorClass)
      ? rest.slice(errorClass.length)
      : rest.replace(START, "");
    if (next === rest) break;
    rest = next;
  }
  return rest.replace(/[\s.:,;]+$/, "").replace(/\s+/g, " ");
}

/** In nearly every error; they tell none apart. */
const COMMON = new Set(
  ("error errors fail failed failure fatal panic cannot invalid expected " +
    "received found exit code status line test tests the for and with from " +
    "not was has have was been that this assertion actual got want " +
    "path url undefined null true false").split(" "),
);
const LEAST_WORDS = 2;

function tellingWords(text: string): number {
  const words = text.replace(/<(?:path|url)>:\S+/g, "")
    .match(/[\p{L}_]{3,}/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word))).size;
}

/** Types, members and files that every program has. */
const ANY_WORD = new Set(
  ("string number boolean bool object array any never unknown void none nil " +
    "null undefined true false int integer i8 i16 i32 i64 u8 u16 u32 u64 " +
    "isize usize f32 f64 float double char str bytes list dict tuple set map " +
    "vec option result self this props state data value values key keys id " +
    "name type index item items length size push pop get then filter foreach " +
    "reduce join split default err error message main test app file path " +
    "line ctx req res params query body options opts tmp " +
    "args function module class method package.json tsconfig.json nonetype " +
    "nilclass status_400 status_401 status_403 status_404 status_500 " +
    "status_502 status_503").split(" "),
);

const QUOTED = /'([^']+)'|"([^"]+)"|`([^`']+)[`']|‘([^’]+)’|“([^”]+)”/g;
/** `highWater`, `tide_table`, `serde::json`, `tide.h`, `<path>:tide.json`. */
const NAME =
  /<(?:path|url)>:[\w.@+/-]+|[\w-]+(?=@[\^~<"])|\w*(?:[a-z][A-Z]|[A-Za-z\d]_[A-Za-z\d]|[A-Za-z]::[A-Za-z]|[\w\x80-\uffff]\.[A-Za-z\x80-\uffff]|\w\(\))[\w.:]*/g;
/** `declared and not used: tide`, `uninitialized constant Tide`. */
const LAST =
  /(?:[:=]|\b(?:class|constant|named)) ([A-Za-z_\x80-\uffff][\w.\x80-\uffff-]+)$/;
/** The linter's name for what it complains about. */
const RULE =
  /\s(?:<path>:)?(?:@?[\w-]+\/)?[([]?[a-z]+(?:-[a-z]+)+[\])]?$|\s[([][\w:-]+[\])]$/;

function namesSomething(text: string, errorClass: string): boolean {
  const said = errorClass === "" ? text : text.replaceAll(errorClass, "");
  const bare = said.replace(RULE, "");
  const quoted = Array.from(
    bare.matchAll(QUOTED),
    ([, ...parts]) => parts.find((part) => part !== undefined) ?? "",
  );
  const named = bare.match(NAME) ?? [];
  const last = LAST.exec(bare)?.[1] ?? "";
  return [...quoted, ...named, last].some(isName);
}

function isName(part: string): boolean {
  const plain = part.toLowerCase().replace(/^<(?:path|url)>:/, "")
    .replaceAll(/<[a-z]+>/g, "").replace(/\(\)$/, "").trim();
  return plain.split(/\s+/).some((word) =>
    /[a-z\x80-\uffff].*[a-z\d\x80-\uffff]/.test(word) && !ANY_WORD.has(word)
  );
}
