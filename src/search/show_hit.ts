/** Open what a search found: the document whole, with its neighbours. */

import { baseName } from "../base/path_text.ts";
import { UserError } from "../base/errors.ts";
import {
  type Document,
  documentsOf,
  entryDocument,
  isRecorded,
} from "./index/documents.ts";
import { readLogEntries } from "../session/read_entries.ts";
import {
  listSources,
  readSource,
  type SourceFile,
} from "./index/search_sources.ts";
import type { Layout } from "../store/layout.ts";
import type { Store } from "../store/store.ts";
import { isEdited } from "../team/examine_team.ts";
import { DocumentReader } from "./_read_hits.ts";
import { isSession } from "./_search_filter.ts";

export interface ShownEntry {
  readonly id: string;
  readonly who: string;
  readonly ts: string | null;
  /** Who says so, of a team's item. */
  readonly author?: string;
  /** A team's item that was changed after it was written. */
  readonly edited?: true;
  /** `ts` is when it was recorded; when the work was done is not known. */
  readonly recorded?: true;
  readonly text: string;
  /** The one that was asked for. */
  readonly isHit: boolean;
}

export interface Shown {
  readonly id: string;
  readonly file: string;
  readonly layer: string;
  readonly session: string | null;
  readonly entries: readonly ShownEntry[];
  /** How many entries the file has. */
  readonly total: number;
}

/** Around the first entry of a file that is no session. */
const USUAL_CONTEXT = 2;

/**
 * `<file>#<entry>`, or a file alone, which begins at its first entry. Without a
 * context a session is given whole.
 */
export async function showHit(
  store: Store,
  id: string,
  wanted: number | undefined,
): Promise<Shown> {
  const [, path = "", key] = /^(.*?)(?:#([^#]*))?$/s.exec(
    wholeId(store.layout, id),
  ) ?? [];
  const source = findSource(store, path);
  if (source === undefined) {
    throw new UserError("refused", `There is no "${path}" to show`, [
      "Ids come from memory-keeper search and look like memory.md#3",
    ]);
  }
  const documents = await readDocuments(store, source);
  const at = key === undefined || key === ""
    ? 0
    : documents.findIndex((one) => one.key === key);
  if (documents.length === 0 && source.layer === "team") {
    throw new UserError(
      "refused",
      `"${source.path}" cannot be read as an item`,
      [
        "It is too large, not UTF-8, a link or has no words; memory-keeper doctor " +
        "lists such files",
      ],
    );
  }
  if (documents[at] === undefined) {
    throw new UserError("refused", describeMissing(source, key), [
      "It may have changed since; search again",
    ]);
  }
  const context = wanted ?? (source.layer === "l1" ? Infinity : USUAL_CONTEXT);
  const from = Math.max(0, at - context);
  return {
    id: `${source.path}#${documents[at]?.key}`,
    file: source.path,
    layer: source.layer,
    session: source.session ?? documents[at]?.session ?? null,
    total: documents.length,
    entries: documents.slice(from, at + context + 1).map((one, i) => ({
      id: `${source.path}#${one.key}`,
      who: one.column === "other" ? source.layer : one.column,
      ts: one.ts ?? null,
      ...(one.author === undefined ? {} : { author: one.author }),
      ...(isChanged(source) ? { edited: true as const } : {}),
      ...(isRecorded(source.layer, one) ? { recorded: true as const } : {}),
      text: one.text,
      isHit: from + i === at,
    })),
  };
}

const describeMissing = ({ path }: SourceFile, key: string | undefined) =>
  key ? `"${path}" has no entry "${key}"` : `"${path}" has no entries`;

function isChanged(source: SourceFile): boolean {
  if (source.layer !== "team") return false;
  const stem = baseName(source.path).replace(/\.\w+$/, "");
  return isEdited(stem, readSource(source));
}

/** Facts, rules and concepts are known by their ids elsewhere. */
function wholeId({ facts, concepts }: Layout, id: string): string {
  if (/^(?:[dpirs]|cl)\d{3,}$/.test(id)) return `${baseName(facts)}#${id}`;
  return /^c\d{3,}$/.test(id) ? `${baseName(concepts)}#${id}` : id;
}

/** By its path, or by the beginning of a session's id for its log. */
function findSource({ layout }: Store, path: string): SourceFile | undefined {
  const sources = listSources(layout);
  const name = path.replace(/\.gz$/, "");
  return sources.find((one) => one.path === name) ??
    sources.find((one) => one.path === `sessions/${name}`) ??
    (/^[0-9a-f-]{4,}$/i.test(name)
      ? sources.find((one) =>
        one.layer === "l1" && isSession(one.session ?? "", name)
      ) ?? sources.find((one) =>
        one.layer === "team" && one.path.includes(`_${name}.`)
      )
      : undefined);
}

async function readDocuments(
  store: Store,
  source: SourceFile,
): Promise<Document[]> {
  const { path, layer, times } = source;
  if (layer !== "l1") {
    return documentsOf(layer, path, readSource(source), times);
  }
  const log = await new DocumentReader(store).openLog(path);
  const documents: Document[] = [];
  let index = 0;
  if (log !== undefined) {
    readLogEntries(log, 0, (entry) => {
      if (entry) documents.push(entryDocument(entry, index));
      index++;
    });
  }
  return documents;
}
