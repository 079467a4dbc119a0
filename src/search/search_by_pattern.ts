/**
 * Exact work: a regular expression over the files themselves, newest first,
 * with an end to the time it may take. Each line is matched by itself.
 */

import { UserError } from "../base/errors.ts";
import {
  type Document,
  documentsOf,
  entryDocument,
} from "./index/documents.ts";
import { isBetween } from "./query/time_bounds.ts";
import { readLogEntries, unpackLog } from "../session/read_entries.ts";
import {
  listSources,
  readSource,
  sessionIdsByShortId,
  type SourceFile,
} from "./index/search_sources.ts";
import type { Store } from "../store/store.ts";
import { Deadline, TIMED_OUT, within } from "../base/timeout.ts";
import { isSession } from "./_search_filter.ts";
import { wholeChar } from "./_snippet.ts";
import {
  type Found,
  type Hit,
  LOGS_TOO,
  type SearchRequest,
  SNIPPET_CHARS,
} from "./search_request.ts";

const TIME_LIMIT_MS = 5000;
const MAX_PATTERN_CHARS = 1000;
/** What precedes a match in its snippet. */
const LEAD_CHARS = 60;

export async function searchByPattern(
  store: Store,
  request: SearchRequest,
): Promise<Found> {
  assertPattern(request.text);
  const budget = new Deadline(TIME_LIMIT_MS);
  const found = await matchFiles(store, request, budget);
  const isEnough = found.total > 0 || found.notes.length > 0 ||
    request.deep || request.layers !== undefined;
  if (isEnough) return found;
  const deeper = await matchFiles(store, { ...request, deep: true }, budget);
  return deeper.total === 0
    ? deeper
    : { ...deeper, notes: [LOGS_TOO, ...deeper.notes] };
}

async function matchFiles(
  store: Store,
  request: SearchRequest,
  budget: Deadline,
): Promise<Found> {
  const fullIds = sessionIdsByShortId(store.layout);
  const sources = listSources(store.layout).filter(({ layer }) =>
    request.layers?.includes(layer) ?? (request.deep || layer !== "l1")
  ).toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  using worker = new PatternWorker(request.text);
  const hits: Hit[] = [];
  let total = 0;
  for (const source of sources) {
    const documents = (await readDocuments(source))
      .map((one) => withSession(one, source, fullIds))
      .filter((one) => isWanted(one, request));
    const places = await worker.match(
      documents.map(({ text }) => text),
      budget.remainingMs(),
    );
    if (places === undefined) {
      const note = `Stopped after ${TIME_LIMIT_MS / 1000} seconds; ` +
        "a simpler expression gets further";
      return { hits, total, deep: request.deep, notes: [note] };
    }
    places.forEach((place, i) => {
      if (place === null) return;
      total++;
      if (hits.length >= request.limit) return;
      hits.push(describe(source, documents[i] as Document, place));
    });
  }
  return { hits, total, deep: request.deep, notes: [] };
}

function assertPattern(pattern: string): void {
  if (pattern.length > MAX_PATTERN_CHARS) {
    throw new UserError("misuse", "The regular expression is too long", [
      `At most ${MAX_PATTERN_CHARS} characters`,
    ]);
  }
  try {
    new RegExp(pattern, "imu");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError("misuse", why.replace(/\n/g, " "), [
      "Put a backslash before a letter that has a meaning: \\. \\( \\[ \\*",
    ]);
  }
}

/** A file that cannot be read has no documents. */
async function readDocuments(source: SourceFile): Promise<Document[]> {
  try {
    if (source.layer !== "l1") {
      return documentsOf(
        source.layer,
        source.path,
        readSource(source),
        source.times,
      );
    }
    const log = source.packed ? await unpackLog(source.file) : source.file;
    const documents: Document[] = [];
    let index = 0;
    readLogEntries(log, 0, (entry) => {
      if (entry) documents.push(entryDocument(entry, index));
      index++;
    });
    return documents;
  } catch {
    return [];
  }
}

/** A section knows its session by the short name of its files. */
function withSession(
  document: Document,
  source: SourceFile,
  fullIds: ReadonlyMap<string, string>,
): Document {
  const named = source.session ?? document.session;
  return named === undefined
    ? document
    : { ...document, session: fullIds.get(named) ?? named };
}

function isWanted(
  { ts, fromTs, session = "" }: Document,
  request: SearchRequest,
): boolean {
  const { since, until } = request;
  if (request.session !== undefined && !isSession(session, request.session)) {
    return false;
  }
  if (since === undefined && until === undefined) return true;
  return ts !== undefined && isBetween(ts, since, until, fromTs ?? null);
}

function describe(
  { path, layer }: SourceFile,
  { key, text, ts, session, author }: Document,
  [start, length]: readonly [number, number],
): Hit {
  const [from, to] = windowAround(text, start, length);
  const lead = from > 0 ? "… " : "";
  const end = Math.min(start + length, to);
  return {
    id: `${path}#${key}`,
    layer,
    file: path,
    session: session ?? null,
    ...(author === undefined ? {} : { author }),
    ts: ts ?? null,
    score: 1,
    // One for one, so that the marks stay where they are.
    snippet: lead + text.slice(from, to).toWellFormed().replace(/\s/g, " ") +
      (to < text.length ? " …" : ""),
    entry: /^\d+$/.test(key) ? Number(key) : key,
    marks: [[start - from + lead.length, end - from + lead.length]],
    context: [],
  };
}

/** Whole words, if there are spaces and the match leaves room for them. */
function windowAround(
  text: string,
  start: number,
  length: number,
): readonly [from: number, to: number] {
  const first = Math.max(0, start - LEAD_CHARS);
  const before = first > 0 ? text.slice(first, start).search(/\s/) + 1 : 0;
  const from = wholeChar(text, first + before);
  const last = Math.min(text.length, from + SNIPPET_CHARS);
  const end = Math.min(last, start + length);
  const after = last < text.length
    ? text.slice(end, last).search(/\s\S*$/)
    : -1;
  return [from, after < 0 ? wholeChar(text, last) : end + after];
}

/** Runs in the thread; it knows nothing of this module. */
const CODE = `
  let regex;
  self.onmessage = ({ data }) => {
    if (data.pattern !== undefined) regex = new RegExp(data.pattern, "imu");
    self.postMessage(data.texts.map((text) => {
      const match = regex.exec(text);
      return match ? [match.index, match[0].length] : null;
    }));
  };
`;

/** Where a text matches, or null. */
export type Place = readonly [start: number, length: number] | null;

class PatternWorker implements Disposable {
  readonly #worker = new Worker(
    `data:text/javascript,${encodeURIComponent(CODE)}`,
    { type: "module" },
  );

  constructor(readonly pattern: string) {}

  /** Undefined if it takes longer than it may. */
  async match(
    texts: readonly string[],
    withinMs: number,
  ): Promise<readonly Place[] | undefined> {
    const answer = new Promise<readonly Place[]>((resolve, reject) => {
      this.#worker.onmessage = ({ data }) => resolve(data);
      this.#worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
    });
    this.#worker.postMessage({ pattern: this.pattern, texts });
    const places = await within(withinMs, answer);
    return places === TIMED_OUT ? undefined : places;
  }

  [Symbol.dispose](): void {
    this.#worker.terminate();
  }
}
