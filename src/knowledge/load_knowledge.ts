/**
 * facts.json and concepts.json, read for a change. A damaged one is copied aside
 * and rebuilt from what is on disk before anything else.
 */

import { type JsonObject, objectOf } from "../base/json.ts";
import { type Concepts, parseConcepts } from "./concepts.ts";
import { type Facts, parseFacts } from "./facts.ts";
import {
  rebuildConcepts,
  rebuildFacts,
  type SessionSource,
} from "./_rebuild_knowledge.ts";
import {
  keepAside,
  loadJson,
  type Parse,
  saveJson,
} from "../store/json_file.ts";
import {
  readConcepts,
  readFacts,
  readSessionFacts,
} from "./knowledge_files.ts";
import type { Layout } from "../store/layout.ts";
import { baseName } from "../base/path_text.ts";
import { namesIn, readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

/** A file that was damaged or in conflict, and how many items it has now. */
export interface RebuiltKnowledge {
  readonly file: string;
  /** As it was; absent where both sides of a conflict were kept. */
  readonly aside?: string;
  readonly items: number;
}

/** The caller holds the store's lock and saves what it changes. */
export function loadKnowledge(store: Store) {
  const { layout } = store;
  const rebuilt: RebuiltKnowledge[] = [];
  const facts = loadOr(
    store,
    rebuilt,
    layout.facts,
    parseFacts,
    (text) => rebuildFacts(text, readSessions(layout), readConcepts(layout)),
  );
  const concepts = loadOr(
    store,
    rebuilt,
    layout.concepts,
    parseConcepts,
    (text) => rebuildConcepts(text, readFacts(layout)),
  );
  return { facts, concepts, rebuilt };
}

function loadOr<T extends Facts | Concepts>(
  { files }: Store,
  rebuilt: RebuiltKnowledge[],
  path: string,
  parse: Parse<T>,
  rebuild: (text: string | undefined) => T,
): T {
  const loaded = loadJson(path, parse);
  switch (loaded.state) {
    case "ok": {
      const { value, isJoined } = loaded;
      if (!isJoined) return value;
      saveJson(files, path, value);
      rebuilt.push({ file: baseName(path), items: countItems(value) });
      return value;
    }
    case "absent":
      return rebuild(undefined);
    case "damaged": {
      // Not a file at all: the error says what to do, and nothing is replaced.
      const text = readText(path) ?? "";
      const value = rebuild(text);
      const aside = keepAside(files, path);
      saveJson(files, path, value);
      const [file, items] = [baseName(path), countItems(value)];
      rebuilt.push({ file, aside: baseName(aside), items });
      return value;
    }
    default:
      return loaded satisfies never;
  }
}

/** The sessions' facts, oldest first. */
export function readSessions(layout: Layout): SessionSource[] {
  return [...namesIn(layout.sessions)].flatMap((name) =>
    /^(.+)\.l2\.json$/.exec(name)?.[1] ?? []
  ).sort().map((stem) => ({
    day: /^\d{4}-\d\d-\d\d/.exec(stem)?.[0] ?? "",
    noted: readSessionFacts(layout, stem),
  }));
}

function countItems({ permanent, ...value }: JsonObject): number {
  return Object.entries({ ...value, ...objectOf(permanent) })
    .filter(([key]) => key !== "unread")
    .reduce((n, [, list]) => n + (Array.isArray(list) ? list.length : 0), 0);
}
