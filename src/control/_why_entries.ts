/** Entries of session logs, as `why` names them. */

import { normalText } from "../base/normal_text.ts";
import { entryDocument } from "../search/index/documents.ts";
import { sessionIdsByShortId } from "../search/index/search_sources.ts";
import { readSessionLog } from "../session/session_log.ts";
import { listNames } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

export interface WhyEntry {
  readonly id: string;
  readonly at: string | null;
  readonly who: string;
  readonly text: string;
}

export interface EntryAt {
  readonly stem: string;
  readonly found: WhyEntry;
  readonly index: number;
}

const ENTRY = /^([0-9a-f]{8})#(\d{1,9})$/;

export function stemOfSession(
  { layout }: Store,
  session: string,
): string | undefined {
  if (session === "") return undefined;
  const log = /^(.+_([^_]+))\.l1\.jsonl(?:\.gz)?$/;
  const ids = sessionIdsByShortId(layout);
  return listNames(layout.sessions).map((name) => log.exec(name) ?? [])
    .find(([, , short = ""]) =>
      short !== "" && (short === session || ids.get(short) === session)
    )?.[1];
}

export async function entriesOf(
  store: Store,
  stem: string,
): Promise<WhyEntry[]> {
  const log = await readSessionLog(store, stem);
  return log.flatMap((entry, index) => {
    const { text, column, ts } = entryDocument(entry, index);
    const id = `sessions/${stem}.l1.jsonl#${index}`;
    return text === "" ? [] : [{ id, at: ts ?? null, who: column, text }];
  });
}

/** 3f2a9c11#41, as what is given at a moment names it. */
export async function entryCalled(
  store: Store,
  words: string,
): Promise<EntryAt | undefined> {
  const [, short = "", number] = ENTRY.exec(words) ?? [];
  const stem = stemOfSession(store, short);
  if (stem === undefined) return undefined;
  const found = (await entriesOf(store, stem))
    .find(({ id }) => id.endsWith(`#${number}`));
  return found && { stem, found, index: Number(number) };
}

/** The newest entry with these words, for what has no section. */
export async function entryThatSays(
  store: Store,
  words: string,
): Promise<EntryAt | undefined> {
  const phrase = normalText(words);
  if (phrase === "") return undefined;
  const stems = listNames(store.layout.sessions).flatMap((name) =>
    /^(.+)\.l1\.jsonl(?:\.gz)?$/.exec(name)?.[1] ?? []
  );
  for (const stem of stems.toReversed()) {
    const found = (await entriesOf(store, stem))
      .findLast(({ text }) => normalText(text).includes(phrase));
    if (found) return { stem, found, index: Number(found.id.split("#")[1]) };
  }
  return undefined;
}
