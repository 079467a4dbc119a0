/**
 * Looks for the identifiers that facts and rules mention. A name is gone only if
 * it was found before and a search of the whole tree did not find it: if the
 * tree is too large for that, nothing is claimed.
 */

import { isSystemError } from "../base/errors.ts";
import { textDigest } from "../base/text_digest.ts";
import type { Deadline } from "../base/timeout.ts";
import { dayOf } from "../base/utc_time.ts";
import type { World } from "../base/world.ts";
import { readJson } from "../store/json_file.ts";
import type { Store } from "../store/store.ts";
import { evidenceNames } from "./evidence_names.ts";
import { readEvidenceNotes, writeEvidenceNotes } from "./_evidence_notes.ts";
import { type Facts, parseFacts } from "./facts.ts";

const NEWEST_OF_EACH = 30;
const MOST_NAMES = 200;
const MOST_FILES = 5000;
/** Larger files are data. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** Generated, or not the project's own. */
const SKIPPED =
  /^(?:\..*|node_modules|vendor|dist|build|out|target|coverage|__pycache__|.*\.(?:lock|min\.js|map|png|jpe?g|gif|pdf|zip|gz|wasm|db))$/;

/** Once a day, and when there are other names; true if the tree was searched. */
export function findIdentifiers(store: Store, world: World, budget: Deadline) {
  const facts = readJson(store.layout.facts, parseFacts);
  if (facts === undefined) return false;
  const wanted = identifiersOf(facts);
  const notes = readEvidenceNotes(store);
  const today = dayOf(world.now());
  const scan = `${today} ${textDigest(wanted.join("\n"))}`;
  if (wanted.length === 0 || notes.scanned === scan) return false;
  const { found, isWhole } = searchTree(store.project.root, wanted, budget);
  for (const name of wanted) {
    const note = notes.identifiers.get(name);
    if (found.has(name)) {
      notes.identifiers.set(name, { seen: true });
    } else if (isWhole && note?.seen && !note.gone) {
      notes.identifiers.set(name, { ...note, gone: today });
    }
  }
  notes.scanned = scan;
  writeEvidenceNotes(store, notes);
  return true;
}

/** Of what a session may be shown. */
function identifiersOf({ permanent, decisions, issues }: Facts): string[] {
  const items = [
    ...permanent.rules,
    ...decisions.slice(-NEWEST_OF_EACH),
    ...issues.filter(({ status }) => status === "open").slice(-NEWEST_OF_EACH),
    ...permanent.core_logic.map(({ feature, description, files }) => ({
      content: `${feature} ${description}`,
      files,
    })),
  ];
  const names = items.flatMap((item) => evidenceNames(item).identifiers);
  return [...new Set(names)].slice(0, MOST_NAMES);
}

/** Stops when all are found; not whole if anything was left out. */
function searchTree(
  root: string,
  names: readonly string[],
  budget: Deadline,
): { readonly found: ReadonlySet<string>; readonly isWhole: boolean } {
  const missing = new Set(names);
  const found = new Set<string>();
  let isWhole = true;
  let files = 0;
  const folders = [root];
  for (let dir; missing.size > 0 && (dir = folders.pop()) !== undefined;) {
    for (const { name, isDirectory, isFile } of entriesOf(dir)) {
      if (SKIPPED.test(name)) continue;
      if (isDirectory) folders.push(`${dir}/${name}`);
      if (!isFile || missing.size === 0) continue;
      if (++files > MOST_FILES || budget.passed) {
        return { found, isWhole: false };
      }
      const text = readSource(`${dir}/${name}`);
      if (text === undefined) isWhole = false;
      for (const one of missing) {
        if (!text?.includes(one)) continue;
        missing.delete(one);
        found.add(one);
      }
    }
  }
  return { found, isWhole };
}

function entriesOf(dir: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(dir)];
  } catch (error) {
    if (isSystemError(error)) return []; // removed meanwhile, or not readable
    throw error;
  }
}

function readSource(path: string): string | undefined {
  try {
    if (Deno.statSync(path).size > MAX_FILE_BYTES) return "";
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}
