/** JSON with comments: reading it, and changing one key of it in place. */

import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { storeError } from "../base/errors.ts";

/** Throws a SyntaxError for what is not JSON, comments and last commas aside. */
export function parseJsonc(text: string): unknown {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (tree !== undefined && first === undefined) return valueOf(tree);
  if (first === undefined) throw new SyntaxError("There is no value");
  const what = printParseErrorCode(first.error);
  throw new SyntaxError(`${what} at position ${first.offset}`);
}

/** Unlike the library's own, with `__proto__` as a key like others. */
function valueOf({ type, value, children = [] }: Node): unknown {
  if (type === "array") return children.map(valueOf);
  if (type !== "object") return value;
  return Object.fromEntries(
    children.flatMap(({ children: [key, one] = [] }) =>
      key && one ? [[String(key.value), valueOf(one)]] : []
    ),
  );
}

/** Set one key (undefined removes it); comments and layout stay. */
export function editJsonc(
  text: string,
  keyPath: readonly string[],
  value: unknown,
): string {
  const source = text.trim() === "" ? "{}\n" : text;
  const tree = parseTree(source, undefined, { allowTrailingComma: true });
  const path = spelledPath(tree, keyPath);
  assertObjects(tree, path);
  if (value === undefined) return removeKey(source, tree, path);
  const eol = source.includes("\r\n") ? "\r\n" : "\n";
  const edits = modify(source, path, value, {
    formattingOptions: { insertSpaces: true, tabSize: 2, eol },
    // A new last key would take over the comment after the previous one.
    getInsertionIndex: (names) =>
      endsInComment(source, nodeAt(tree, path.slice(0, -1)) ?? tree)
        ? 0
        : names.length,
  });
  return applyEdits(source, edits);
}

const nodeAt = (tree: Node | undefined, path: string[]) =>
  tree && findNodeAtLocation(tree, path);

/** A dotted key may also be written in one piece: `{"a.b": 1}`. */
function spelledPath(
  tree: Node | undefined,
  keyPath: readonly string[],
): string[] {
  const whole = keyPath.join(".");
  return nodeAt(tree, [whole]) ? [whole] : [...keyPath];
}

function assertObjects(tree: Node | undefined, path: readonly string[]): void {
  for (let depth = 0; depth < path.length; depth++) {
    const node = nodeAt(tree, path.slice(0, depth));
    if (node === undefined || node.type === "object") continue;
    throw storeError(
      `Cannot change "${path.join(".")}": the file has ${node.type} ` +
        "where an object must be",
      "Fix the file, or remove it, and try again",
    );
  }
}

function endsInComment(source: string, parent: Node | undefined): boolean {
  const last = parent?.children?.at(-1);
  if (last === undefined) return false;
  return /^[ \t]*,?[ \t]*\/[/*]/.test(source.slice(last.offset + last.length));
}

/** The library's own removal would also remove the comments around the key. */
function removeKey(
  source: string,
  tree: Node | undefined,
  path: string[],
): string {
  const property = nodeAt(tree, path)?.parent;
  const siblings = property?.parent?.children;
  if (property === undefined || siblings === undefined) return source;
  const previous = siblings[siblings.indexOf(property) - 1];
  const comma = commaAfter(source, property) ??
    (previous && commaAfter(source, previous));
  const edits = [{ offset: property.offset, length: property.length }];
  if (comma !== undefined) edits.push({ offset: comma, length: 1 });
  const marked = applyEdits(
    source,
    edits.map((edit) => ({ ...edit, content: CUT })),
  );
  // A line with nothing else in it is removed as a whole.
  return marked.replace(/\r?\n[ \t]*\0+[ \t]*(?=\r?\n)|\0/g, "");
}

const CUT = "\0";

function commaAfter(source: string, node: Node): number | undefined {
  const scanner = createScanner(source, true);
  scanner.setPosition(node.offset + node.length);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return source[at] === "," ? at : undefined;
}
