/** What the search index must answer, from plain lists instead of a database. */

import {
  docRange,
  entryOfDoc,
  isLogUnit,
  sourceOfDoc,
} from "../../../src/search/index/doc_id.ts";
import type {
  Collection,
  PostingsAt,
  Unit,
} from "../../../src/search/rank/tally.ts";
import { PostingsBuilder } from "./postings_builder.ts";
import { isBetween } from "../../../src/search/query/time_bounds.ts";
import { isPart, stemOf } from "../../../src/base/tokens.ts";
import { parseTurns } from "../../../src/search/index/log_turns.ts";
import type {
  DocFacts,
  IndexedDoc,
  IndexedSource,
  IndexWriter,
  KnownWord,
  SearchIndex,
  SolvedFailure,
  SourceUpdate,
} from "../../../src/search/index/search_index.ts";

interface Failure {
  readonly doc: number;
  readonly error: number;
  readonly command: number;
  readonly passed: number | null;
}

export class ScanIndex implements SearchIndex, IndexWriter {
  readonly isLasting = false;
  readonly #sources = new Map<string, IndexedSource>();
  readonly #byId = new Map<number, IndexedSource>();
  readonly #docs = new Map<number, IndexedDoc>();
  readonly #found = new PostingsBuilder();
  /** By the number of the word. */
  readonly #words: string[] = [];
  readonly #known = new Set<string>();
  /** By stem, the numbers of the words that share it. */
  readonly #forms = new Map<string, number[]>();
  #failures: Failure[] = [];

  sources(): IndexedSource[] {
    return [...this.#sources.values()];
  }

  source(id: number): IndexedSource | undefined {
    return this.#byId.get(id);
  }

  logOf(session: string): number | undefined {
    return this.sources().find((one) =>
      one.layer === "l1" && one.session === session
    )?.id;
  }

  sessionTimes(): string[] {
    return this.sources().filter(({ layer }) => layer === "l1")
      .flatMap(({ firstTs }) => firstTs ?? []).sort();
  }

  topPaths(): string[] {
    return [];
  }

  sessionOf(doc: number): string | null {
    return this.#ownerOf(this.#fullIds(), doc);
  }

  /** By what sections call each session. */
  #fullIds(): Map<string | null, string | null> {
    return new Map(
      this.sources().map(({ short, session }) => [short, session]),
    );
  }

  #ownerOf(
    fullIds: ReadonlyMap<string | null, string | null>,
    doc: number,
  ): string | null {
    const own = this.source(sourceOfDoc(doc))?.session;
    const named = this.#docs.get(doc)?.session ?? null;
    return own ?? fullIds.get(named) ?? named;
  }

  collection(): Collection {
    const sources = this.sources();
    const fullIds = this.#fullIds();
    const named = [...this.#docs.values()]
      .flatMap(({ session }) => session ?? []);
    const sessions = new Set([
      ...sources.flatMap(({ session }) => session ?? []),
      ...named.map((session) => fullIds.get(session) ?? session),
    ]);
    const nobodys = sources.filter(({ session }) => session === null)
      .reduce((sum, { docs }) => sum + docs, 0);
    const unitOf = (unit: number): Unit => {
      if (!isLogUnit(unit)) return [unit, this.#ownerOf(fullIds, unit), 0, 0];
      const { session = null, length = 0, toolLength = 0 } =
        this.source(unit) ?? {};
      return [unit, session, length, toolLength];
    };
    return {
      findable: {
        logs: sources.filter(({ layer }) => layer === "l1").length,
        all: sessions.size + Math.max(0, nobodys - named.length),
      },
      unitsOf: (units) => units.map(unitOf),
      overview: (ids) =>
        ids.map((id) => {
          const found = [...this.#found].flatMap(([unit, words]) => {
            const one = words.get(this.#words[id] ?? "");
            return one ? [{ unit, ...one }] : [];
          });
          return [
            id,
            found.map(({ unit }) => unit),
            found.map(({ count }) => count),
            found.map(({ tools }) => tools),
          ];
        }),
      closely: (ids, units) =>
        ids.flatMap((id) =>
          units.flatMap((unit): PostingsAt[] => {
            const found = this.#found.get(unit)?.get(this.#words[id] ?? "");
            return found
              ? [[id, unit, found.count, found.tools, found.places]]
              : [];
          })
        ),
      turnsOf: (logs) =>
        new Map(
          logs.map((id) => [id, parseTurns(this.source(id)?.turns ?? "")]),
        ),
      pathOf: (id) => this.source(id)?.path ?? "",
    };
  }

  forms(stems: readonly string[]): KnownWord[][] {
    return stems.map((stem) =>
      (this.#forms.get(stem) ?? []).map((id) => ({
        id,
        word: this.#words[id] ?? "",
      }))
    );
  }

  countHolders(lists: readonly (readonly number[])[]): number[] {
    return lists.map((ids) => {
      let [said, done, elsewhere] = [0, 0, 0];
      for (const [unit, words] of this.#found) {
        const found = ids.flatMap((id) =>
          words.get(this.#words[id] ?? "") ?? []
        );
        if (found.length === 0) continue;
        if (!isLogUnit(unit)) elsewhere++;
        else if (found.some(({ count }) => count > 0)) said++;
        else done++;
      }
      return said || done || elsewhere;
    });
  }

  hasEasternWords(): boolean {
    return this.#words.some((word) => word >= "\u3040" && word < "\ud7b0");
  }

  phrase(words: readonly string[]): Set<number> {
    const textOf = (all: readonly string[]) =>
      ` ${all.filter((word) => !isPart(word)).join(" ")} `;
    const found = [...this.#docs.values()].filter((doc) =>
      textOf(doc.words).includes(textOf(words))
    );
    return new Set(found.map(({ doc }) => doc));
  }

  wordsLike(prefix: string, limit: number): string[] {
    const units = (word: string) =>
      [...this.#found.values()].filter((words) => words.has(word)).length;
    return this.#words.filter((word) => word.startsWith(prefix))
      .map((word) => ({ word, units: units(word) }))
      .toSorted((a, b) => b.units - a.units || (a.word < b.word ? -1 : 1))
      .slice(0, limit).map(({ word }) => word);
  }

  docs(from: string | undefined, to: string | undefined): Set<number> {
    const found = [...this.#docs.values()].filter(({ ts, fromTs }) =>
      ts !== null && isBetween(ts, from, to, fromTs)
    );
    return new Set(found.map(({ doc }) => doc));
  }

  doc(doc: number): DocFacts | undefined {
    return this.#docs.get(doc);
  }

  docsOf(source: number): IndexedDoc[] {
    const [from, to] = docRange(source);
    return [...this.#docs.values()].filter(({ doc }) =>
      doc >= from && doc < to
    );
  }

  docNumbers(source: number, from = 0, to = Infinity): number[] {
    return this.docsOf(source).map(({ doc }) => doc)
      .filter((doc) => entryOfDoc(doc) >= from && entryOfDoc(doc) < to);
  }

  solved(asked?: number): SolvedFailure[] {
    const ts = ({ doc }: Failure) => this.doc(doc)?.ts ?? "";
    return this.#failures
      .toSorted((a, b) => ts(a) < ts(b) ? -1 : ts(a) > ts(b) ? 1 : 0)
      .flatMap(({ doc, passed, error }): SolvedFailure[] => {
        const source = this.source(sourceOfDoc(doc));
        const [from, to] = [this.doc(doc), this.doc(passed ?? -1)];
        if (!from || !to || !source?.session) return [];
        if (asked !== undefined && error !== asked) return [];
        return [{
          error,
          session: source.session,
          path: source.path,
          from: entryOfDoc(doc),
          to: entryOfDoc(passed ?? -1),
          offset: from.offset,
          bytes: to.offset + to.bytes - from.offset,
        }];
      });
  }

  noteCommand(doc: number, command: number, error?: number): void {
    if (error !== undefined) {
      this.#failures.push({ doc, error, command, passed: null });
      return;
    }
    const isSettled = (one: Failure) =>
      one.passed === null && one.command === command && one.doc < doc &&
      sourceOfDoc(one.doc) === sourceOfDoc(doc);
    this.#failures = this.#failures.map((one) =>
      isSettled(one) ? { ...one, passed: doc } : one
    );
  }

  readStamp(): undefined {}

  writeStamp(_stamp: string): void {}

  isWhole(): boolean {
    return false;
  }

  markWhole(): void {}

  transaction<T>(body: () => T): T {
    return body();
  }

  count(): void {}

  find(path: string): IndexedSource | undefined {
    return this.#sources.get(path);
  }

  /** Nothing is ever forgotten: it lives for one question. */
  remove(_path: string): boolean {
    return false;
  }

  removeDoc(_doc: number): void {}

  put(source: SourceUpdate): number {
    const id = this.find(source.path)?.id ?? this.#sources.size + 1;
    const known = { ...source, id };
    this.#sources.set(source.path, known);
    this.#byId.set(id, known);
    return id;
  }

  add(doc: IndexedDoc): void {
    this.#docs.set(doc.doc, doc);
    this.#found.add(doc.doc, doc.column, doc.words);
    for (const word of doc.words) {
      if (this.#known.has(word)) continue;
      this.#known.add(word);
      const stem = stemOf(word);
      const ids = this.#forms.get(stem);
      if (ids) ids.push(this.#words.length);
      else this.#forms.set(stem, [this.#words.length]);
      this.#words.push(word);
    }
  }

  [Symbol.dispose](): void {}
}
