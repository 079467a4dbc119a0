/**
 * The search index: which words occur in which documents, and which files they
 * come from. It holds no text, is derived from the files and may be deleted at
 * any time.
 */

import type { Layer } from "./layers.ts";
import type { Collection } from "../rank/tally.ts";

/** A file as it was when it was indexed. */
export interface IndexedSource {
  readonly id: number;
  /** Below the store, with `/`. */
  readonly path: string;
  readonly layer: Layer;
  readonly session: string | null;
  /** What sections call that session. */
  readonly short: string | null;
  readonly size: number;
  readonly mtimeMs: number;
  /** How far a log was read, and a fingerprint of what is before that. */
  readonly offset: number;
  readonly mark: string;
  readonly docs: number;
  /** Words of a log that were said, and that are in tool lines. */
  readonly length: number;
  readonly toolLength: number;
  /** Where the turns of a log begin and how long they are; see log_turns.ts. */
  readonly turns: string;
  readonly firstTs: string | null;
  readonly lastTs: string | null;
}

export type SourceUpdate = Omit<IndexedSource, "id">;

export interface IndexedDoc {
  readonly doc: number;
  readonly column: number;
  readonly words: readonly string[];
  readonly key: string;
  readonly ts: string | null;
  /** Where it is about a stretch of time, its beginning; `ts` is its end. */
  readonly fromTs: string | null;
  readonly session: string | null;
  /** Where it is in a log; elsewhere a digest of its text. */
  readonly offset: number;
  readonly bytes: number;
}

export type DocFacts = Omit<IndexedDoc, "doc" | "column" | "words">;

/** A word of the index. */
export interface KnownWord {
  readonly id: number;
  readonly word: string;
}

/** A failed command after which the same command passed, in one log. */
export interface SolvedFailure {
  /** The digest of what went wrong. */
  readonly error: number;
  readonly session: string;
  /** The log, from the store's folder. */
  readonly path: string;
  /** The numbers of the failure's and the pass's entries. */
  readonly from: number;
  readonly to: number;
  /** Where both and all between them lie. */
  readonly offset: number;
  readonly bytes: number;
}

/** What a question asks of an index, wherever its lists are kept. */
export interface SearchIndex extends Disposable {
  source(id: number): IndexedSource | undefined;
  /** The number of a session's log. */
  logOf(session: string): number | undefined;
  /** When each session began, oldest first. */
  sessionTimes(): string[];
  collection(): Collection;
  /** The session a document is of or speaks of. */
  sessionOf(doc: number): string | null;
  /** For each stem the words that share it. */
  forms(stems: readonly string[]): KnownWord[][];
  /**
   * For each list of words, how many logs say any of them, or if none does,
   * how many have it in tool lines, or else how many documents elsewhere.
   */
  countHolders(lists: readonly (readonly number[])[]): number[];
  /** Whether there are any in Chinese, Japanese or Korean letters. */
  hasEasternWords(): boolean;
  /** Documents in which the words follow one another. */
  phrase(words: readonly string[]): Set<number>;
  /** Words that begin with these letters, the most frequent first. */
  wordsLike(prefix: string, limit: number): string[];
  docs(from: string | undefined, to: string | undefined): Set<number>;
  doc(doc: number): DocFacts | undefined;
  /** Of one file, in order; of a log only from one entry up to before another. */
  docNumbers(source: number, from?: number, to?: number): number[];
  /** Of one error by its digest, or of all; the newest last. */
  solved(error?: number): SolvedFailure[];
}

/** What brings an index up to date. */
export interface IndexWriter {
  /** Kept for the next question, as a file. */
  readonly isLasting: boolean;
  /** What the files looked like when all of them had been read. */
  readStamp(): string | undefined;
  writeStamp(stamp: string): void;
  /** Whether all files were ever read; since then only changes can be missing. */
  isWhole(): boolean;
  markWhole(): void;
  transaction<T>(body: () => T): T;
  /** After all changes: how much there is to find. */
  count(): void;
  sources(): IndexedSource[];
  /** The files that lie directly in the store. */
  topPaths(): string[];
  find(path: string): IndexedSource | undefined;
  /** Everything indexed of one file, in order. */
  docsOf(source: number): (DocFacts & { readonly doc: number })[];
  /** Forget a file; true if it was known. */
  remove(path: string): boolean;
  /** Forget one document of a file that is read as a whole. */
  removeDoc(doc: number): void;
  /** Note a file and return its number; what is there of it stays. */
  put(source: SourceUpdate): number;
  add(doc: IndexedDoc): void;
  /**
   * A command failed with this error, or passed without one: then what
   * failed before in the same log is settled. All by their digests.
   */
  noteCommand(doc: number, command: number, error?: number): void;
  solved(): SolvedFailure[];
}
