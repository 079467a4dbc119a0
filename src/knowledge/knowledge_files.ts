/**
 * facts.json and concepts.json on disk. Readers take no lock and treat a damaged
 * file as empty; writers use `load_knowledge.ts`, which rebuilds it.
 */

import { storeError } from "../base/errors.ts";
import { type Concepts, parseConcepts } from "./concepts.ts";
import { type Facts, parseFacts, withOlderCounters } from "./facts.ts";
import { parseSessionFacts, type SessionFacts } from "./_session_facts.ts";
import {
  loadForUpdate,
  loadJson,
  type Parse,
  readJson,
  saveJson,
} from "../store/json_file.ts";
import type { Layout } from "../store/layout.ts";
import type { Store } from "../store/store.ts";
import type { StoreFiles } from "../store/store_files.ts";

export const readFacts = ({ facts }: Layout) => readOr(facts, parseFacts);

export const readConcepts = ({ concepts }: Layout) =>
  readOr(concepts, parseConcepts);

/** `<stem>.l2.json`. */
export const readSessionFacts = (layout: Layout, stem: string) =>
  readOr(layout.l2(stem), parseSessionFacts);

function readOr<T>(path: string, parse: Parse<T>): T {
  try {
    return readJson(path, parse) ?? parse({});
  } catch (error) {
    // A file we may not read must not prevent showing the rest.
    if (error instanceof Deno.errors.PermissionDenied) return parse({});
    throw error;
  }
}

/** For commands that show facts: "none" would be wrong if they are damaged. */
export const requireFacts = ({ facts }: Layout) =>
  requireWhole(facts, parseFacts);

export const requireConcepts = ({ concepts }: Layout) =>
  requireWhole(concepts, parseConcepts);

function requireWhole<T>(path: string, parse: Parse<T>): T {
  const loaded = loadJson(path, parse);
  if (loaded.state === "ok") return loaded.value;
  if (loaded.state === "absent") return parse({});
  throw loaded.error ??
    storeError(`Cannot read "${path}": ${loaded.reason}`, REMEDY);
}

const REMEDY = "Fix it; otherwise the next change sets a copy aside and " +
  "rebuilds it from what can be found";

/** Why a file cannot be read, for each that cannot. */
export function findDamagedKnowledge({ facts, concepts }: Layout) {
  return [
    { path: facts, loaded: loadJson(facts, parseFacts) },
    { path: concepts, loaded: loadJson(concepts, parseConcepts) },
  ].flatMap(({ path, loaded }) => {
    if (loaded.state !== "damaged") return [];
    const { reason, error } = loaded;
    return [{ path, reason, remedy: error?.hints[0] ?? REMEDY }];
  });
}

export function saveFacts(files: StoreFiles, layout: Layout, facts: Facts) {
  saveJson(files, layout.facts, withOlderCounters(facts));
}

export function saveConcepts(
  files: StoreFiles,
  layout: Layout,
  concepts: Concepts,
): void {
  saveJson(files, layout.concepts, concepts);
}

/** Written only if `change` returns another object; under the session's lock. */
export function changeSessionFacts(
  { files, layout }: Store,
  stem: string,
  change: (before: SessionFacts) => SessionFacts,
): void {
  const path = layout.l2(stem);
  const empty = () => parseSessionFacts({});
  const before = loadForUpdate(files, path, parseSessionFacts, empty);
  const after = change(before);
  if (after !== before) saveJson(files, path, after);
}
