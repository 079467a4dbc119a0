/**
 * What made a failed command work the last time: asked by what went wrong. Only
 * failures after which the same command passed count, and only where the log
 * between shows what was changed.
 */

import { type ErrorKey, errorKey } from "../digest/error_key.ts";
import {
  type FailureSignature,
  isSameSignature,
  signatureOf,
} from "../digest/error_signature.ts";
import { type FixStory, fixStory, isTakenBack } from "../digest/fix_story.ts";
import {
  forgottenEntry,
  type L1Entry,
  type ToolEntry,
} from "../session/log_entry.ts";
import { readLogEntries, unpackLog } from "../session/read_entries.ts";
import { readPart } from "../store/growing_file.ts";
import { shortNames } from "../store/layout.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { readTracked } from "../store/tracked_files.ts";
import type { SolvedFailure } from "./index/search_index.ts";

/** A pass that is further away has hardly to do with the failure. */
const MOST_BYTES = 200_000;
/** How far behind the pass it is looked whether it was taken back. */
const LATER_BYTES = 50_000;
/** Of many with one signature the newest are looked at. */
const MOST_READ = 5;
/** By hand there is time, and a part of an error may be in any. */
const MOST_READ_FOR_PART = 200;

export interface Fix extends FixStory {
  readonly session: string;
  readonly at: string | null;
  readonly failure: ToolEntry;
  /** The numbers of the failure's and the pass's entries in their log. */
  readonly from: number;
  readonly to: number;
}

/** A part of a line: it is in what is looked for. */
export interface PartOfError extends ErrorKey {
  readonly isPart: true;
}

/** Of any program: a pasted text names none. */
export type AskedError = FailureSignature | ErrorKey | PartOfError;

/**
 * `solved` are failures whose digest is the asked error's; `own` is the session
 * that asks: what it did itself it knows.
 */
export async function findFix(
  store: Store,
  solved: readonly SolvedFailure[],
  asked: AskedError,
  own?: string,
): Promise<Fix | undefined> {
  const names = own === undefined ? [] : [own, ...shortNames(own)];
  // Of failures with one pass the first: what came after it was tried.
  const first = new Map<string, SolvedFailure>();
  for (const one of solved) {
    const pass = `${one.path}#${one.to}`;
    if (!first.has(pass)) first.set(pass, one);
  }
  const known = [...first.values()].reverse()
    .filter(({ session }) => !names.includes(session));
  if (known.length === 0) return undefined;
  const tracked = readTracked(store.layout.dir);
  const others = known.filter(({ path }) => !tracked.has(path));
  const most = "isPart" in asked ? MOST_READ_FOR_PART : MOST_READ;
  for (const one of others.slice(0, most)) {
    const { entries, later } = await stretchOf(store, one);
    const [failure] = entries;
    if (failure?.role !== "tool" || !isAsked(failure, asked)) continue;
    const story = fixStory(entries);
    if (story === undefined || isTakenBack(story, later)) continue;
    const { session, from, to } = one;
    return { ...story, session, at: failure.ts ?? null, failure, from, to };
  }
  return undefined;
}

/** Digests may be alike. By hand an error's class may be left out. */
function isAsked(failure: ToolEntry, asked: AskedError): boolean {
  const signature = signatureOf(failure);
  if ("program" in asked) return isSameSignature(signature, asked);
  const isText = "isPart" in asked
    ? bare(signature?.text).includes(bare(asked.text))
    : signature?.text === asked.text;
  return signature !== undefined && isText &&
    (asked.errorClass === "" || asked.errorClass === signature.errorClass);
}

/** Quotation marks are easily lost on the way to a shell. */
const bare = (text = "") => text.replace(/['"`‘’“”]/g, "");

interface Stretch {
  /** From the failure to the pass, both included; none if they are far apart. */
  readonly entries: readonly L1Entry[];
  /** What followed. */
  readonly later: readonly L1Entry[];
}

async function stretchOf(
  { layout }: Store,
  { path, offset, bytes: size }: SolvedFailure,
): Promise<Stretch> {
  const none = { entries: [], later: [] };
  if (size > MOST_BYTES) return none;
  const log = `${layout.dir}/${path}`;
  const isPacked = !statFile(log)?.isFile;
  if (isPacked && !statFile(`${log}.gz`)?.isFile) return none;
  const most = size + LATER_BYTES;
  const bytes = isPacked
    ? (await unpackLog(`${log}.gz`)).subarray(offset, offset + most)
    : readPart(log, offset, most);
  const [entries, later]: [L1Entry[], L1Entry[]] = [[], []];
  readLogEntries(bytes, 0, (entry, start) => {
    // Steps are named by their numbers: one that was forgotten counts.
    (start < size ? entries : later).push(entry ?? forgottenEntry({}));
  });
  return { entries, later };
}

/** The errors a pasted text may mean, its most telling line first. */
export function errorsIn(text: string, tellingLine: string): ErrorKey[] {
  const lines = [tellingLine, ...text.split(/[\r\n]+/)];
  const keys = lines.flatMap((line) => errorKey(line.trim()) ?? []);
  return [
    ...new Map(keys.map((key) => [`${key.errorClass} ${key.text}`, key]))
      .values(),
  ];
}
