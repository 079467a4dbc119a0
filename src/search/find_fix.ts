/**
 * What made a failed command work the last time: asked by what went wrong. Only
 * failures after which the same command passed count, and only where the log
 * between shows what was changed.
 */

import { textDigest } from "../base/text_digest.ts";
import {
  errorKey,
  type FailureSignature,
  isSameSignature,
  signatureOf,
} from "../digest/error_signature.ts";
import { type FixStory, fixStory } from "../digest/fix_story.ts";
import type { L1Entry, ToolEntry } from "../session/log_entry.ts";
import { readLogEntries, unpackLog } from "../session/read_entries.ts";
import { readPart } from "../store/growing_file.ts";
import { shortNames } from "../store/layout.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { entryOfDoc, sourceOfDoc } from "./index/doc_id.ts";
import type { KnownFailure, SearchIndex } from "./index/search_index.ts";

/** A pass that is further away has hardly to do with the failure. */
const MOST_BYTES = 200_000;
/** Of many with one signature the newest are looked at. */
const MOST_READ = 5;

export interface Fix extends FixStory {
  readonly session: string;
  readonly at: string | null;
  readonly failure: ToolEntry;
  /** The numbers of the failure's and the pass's entries in their log. */
  readonly from: number;
  readonly to: number;
}

/** Of any program: a pasted text names none. */
export type AskedError = FailureSignature | { readonly error: string };

/** `own` is the session that asks: what it did itself it knows. */
export async function findFix(
  store: Store,
  index: SearchIndex,
  asked: AskedError,
  own?: string,
): Promise<Fix | undefined> {
  const names = own === undefined ? [] : [own, ...shortNames(own)];
  // Of failures with one pass the first: what came after it was tried.
  const first = new Map<number, KnownFailure>();
  for (const one of index.failures(textDigest(asked.error))) {
    if (one.passed !== null && !first.has(one.passed)) {
      first.set(one.passed, one);
    }
  }
  let read = 0;
  for (const one of [...first.values()].reverse()) {
    const session = index.source(sourceOfDoc(one.doc))?.session ?? "";
    if (session === "" || names.includes(session)) continue;
    if (++read > MOST_READ) return undefined;
    const entries = await entriesOf(store, index, one);
    const [failure] = entries;
    if (failure?.role !== "tool" || !isAsked(failure, asked)) continue;
    const story = fixStory(entries);
    if (story === undefined) continue;
    return {
      ...story,
      session,
      at: failure.ts ?? null,
      failure,
      from: entryOfDoc(one.doc),
      to: entryOfDoc(one.passed ?? 0),
    };
  }
  return undefined;
}

/** Digests may be alike. */
function isAsked(failure: ToolEntry, asked: AskedError): boolean {
  const signature = signatureOf(failure);
  return "program" in asked
    ? isSameSignature(signature, asked)
    : signature?.error === asked.error;
}

/** From the failure to the pass, both included; none if they are far apart. */
async function entriesOf(
  { layout }: Store,
  index: SearchIndex,
  { doc, passed }: KnownFailure,
): Promise<L1Entry[]> {
  const source = index.source(sourceOfDoc(doc));
  const [from, to] = [index.doc(doc), index.doc(passed ?? doc)];
  if (source === undefined || from === undefined || to === undefined) return [];
  const size = to.offset + to.bytes - from.offset;
  if (size > MOST_BYTES) return [];
  const log = `${layout.dir}/${source.path}`;
  const isPacked = !statFile(log)?.isFile;
  if (isPacked && !statFile(`${log}.gz`)?.isFile) return [];
  const bytes = isPacked
    ? (await unpackLog(`${log}.gz`)).subarray(from.offset, from.offset + size)
    : readPart(log, from.offset, size);
  const entries: L1Entry[] = [];
  readLogEntries(bytes, 0, (entry) => {
    if (entry) entries.push(entry);
  });
  return entries;
}

/** The errors a pasted text may mean, its most telling line first. */
export function errorsIn(text: string, tellingLine: string): string[] {
  const lines = [tellingLine, ...text.split(/[\r\n]+/)];
  return [...new Set(lines.flatMap((line) => errorKey(line.trim()) ?? []))];
}
