/**
 * facts.json and concepts.json on disk. Readers take no lock and treat a damaged
 * file as empty; writers use `load_knowledge.ts`, which rebuilds it.
 */

import { storeError } from "../base/errors.ts";
import { type Concepts, emptyConcepts, parseConcepts } from "./concepts.ts";
import {
  emptyFacts,
  type Facts,
  parseFacts,
  withOlderCounters,
} from "./facts.ts";
import { parseSessionFacts, type SessionFacts } from "./_session_facts.ts";
import {
  loadForUpdate,
  loadJson,
  type Parse,
  readJson,
  saveJson,
} from "../store/json_file.ts";
import type { Layout } from "../store/layout.ts";
import type { StoreFiles } from "../store/store_files.ts";

export function readFacts({ facts }: Layout): Facts {
  return readOr(facts, parseFacts, emptyFacts);
}

export function readConcepts({ concepts }: Layout): Concepts {
  return readOr(concepts, parseConcepts, emptyConcepts);
}

function readOr<T>(path: string, parse: Parse<T>, empty: () => T): T {
  try {
    return readJson(path, parse) ?? empty();
  } catch (error) {
    // A file we may not read must not prevent showing the rest.
    if (error instanceof Deno.errors.PermissionDenied) return empty();
    throw error;
  }
}

/** For commands that show facts: "none" would be wrong if they are damaged. */
export function requireFacts({ facts }: Layout): Facts {
  return requireWhole(facts, parseFacts, emptyFacts);
}

export function requireConcepts({ concepts }: Layout): Concepts {
  return requireWhole(concepts, parseConcepts, emptyConcepts);
}

function requireWhole<T>(path: string, parse: Parse<T>, empty: () => T): T {
  const loaded = loadJson(path, parse);
  if (loaded.state === "ok") return loaded.value;
  if (loaded.state === "absent") return empty();
  if (loaded.error) throw loaded.error;
  throw storeError(`Cannot read "${path}": ${loaded.reason}`, REMEDY);
}

const REMEDY = "Fix it; otherwise the next change sets a copy aside and " +
  "rebuilds it from what can be found";

/** Why a file cannot be read, for each that cannot. */
export function findDamagedKnowledge(
  { facts, concepts }: Layout,
): {
  readonly path: string;
  readonly reason: string;
  readonly remedy: string;
}[] {
  return [
    { path: facts, loaded: loadJson(facts, parseFacts) },
    { path: concepts, loaded: loadJson(concepts, parseConcepts) },
  ].flatMap(({ path, loaded }) =>
    loaded.state === "damaged"
      ? [{
        path,
        reason: loaded.reason,
        remedy: loaded.error?.hints[0] ?? REMEDY,
      }]
      : []
  );
}

export function saveFacts(
  files: StoreFiles,
  layout: Layout,
  facts: Facts,
): void {
  saveJson(files, layout.facts, withOlderCounters(facts));
}

export function saveConcepts(
  files: StoreFiles,
  layout: Layout,
  concepts: Concepts,
): void {
  saveJson(files, layout.concepts, concepts);
}

/** `<stem>.l2.json`; written under the session's lock. */
export function readSessionFacts(layout: Layout, stem: string): SessionFacts {
  return readOr(
    layout.l2(stem),
    parseSessionFacts,
    () => parseSessionFacts({}),
  );
}

export function loadSessionFacts(
  files: StoreFiles,
  layout: Layout,
  stem: string,
): SessionFacts {
  return loadForUpdate(
    files,
    layout.l2(stem),
    parseSessionFacts,
    () => parseSessionFacts({}),
  );
}

export function saveSessionFacts(
  files: StoreFiles,
  layout: Layout,
  stem: string,
  facts: SessionFacts,
): void {
  saveJson(files, layout.l2(stem), facts);
}
