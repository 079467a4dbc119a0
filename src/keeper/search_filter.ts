/** Which documents a search may show: layers, time, session, phrases. */

import { sourceOfDoc } from "../search/doc_id.ts";
import type { Query } from "../search/query.ts";
import type { SearchIndex } from "../store/search_index.ts";
import type { SearchRequest } from "./search_request.ts";

export function searchFilter(
  index: SearchIndex,
  { phrases }: Pick<Query, "phrases">,
  request: SearchRequest,
): (doc: number) => boolean {
  const { layers, deep, since, until, session } = request;
  const { sources, sessionOfDoc } = index.collection();
  const inTime = since === undefined && until === undefined
    ? undefined
    : index.docs(since, until);
  const withPhrase = phrases.map((words) => index.phrase(words));
  return (doc) => {
    const source = sources.get(sourceOfDoc(doc));
    if (source === undefined) return false;
    const isWanted = layers?.includes(source.layer) ??
      (deep || source.layer !== "l1");
    if (!isWanted) return false;
    if (inTime && !inTime.has(doc)) return false;
    if (session !== undefined) {
      const own = source.session ?? sessionOfDoc.get(doc) ?? "";
      if (!isSession(own, session)) return false;
    }
    return withPhrase.every((docs) => docs.has(doc));
  };
}

/** Asked for by the beginning of an id; the rest of it may be unknown. */
export function isSession(own: string, asked: string): boolean {
  return own.startsWith(asked) || (own.length >= 8 && asked.startsWith(own));
}
