/** Which documents a search may show: layers, time, session, phrases. */

import { sourceOfDoc } from "./index/doc_id.ts";
import type { Layer } from "./index/layers.ts";
import type { Query } from "./query/query.ts";
import type { SearchIndex } from "./index/search_index.ts";
import type { SearchRequest } from "./search_request.ts";

export function searchFilter(
  index: SearchIndex,
  { phrases }: Pick<Query, "phrases">,
  request: SearchRequest,
): (doc: number) => boolean {
  const { layers, deep, since, until, session } = request;
  const layerOf = layersOf(index);
  const inTime = since === undefined && until === undefined
    ? undefined
    : index.docs(since, until);
  const withPhrase = phrases.map((words) => index.phrase(words));
  return (doc) => {
    const layer = layerOf(sourceOfDoc(doc));
    if (layer === undefined) return false;
    if (!(layers?.includes(layer) ?? (deep || layer !== "l1"))) return false;
    if (inTime && !inTime.has(doc)) return false;
    if (session !== undefined) {
      if (!isSession(index.sessionOf(doc) ?? "", session)) return false;
    }
    return withPhrase.every((docs) => docs.has(doc));
  };
}

/** Each source is looked up once, however many of its documents come. */
function layersOf(index: SearchIndex): (source: number) => Layer | undefined {
  const known = new Map<number, Layer | undefined>();
  return (source) => {
    if (!known.has(source)) known.set(source, index.source(source)?.layer);
    return known.get(source);
  };
}

/** Asked for by the beginning of an id; the rest of it may be unknown. */
export function isSession(id: string, typed: string): boolean {
  const [own, asked] = [id.toLowerCase(), typed.toLowerCase()];
  return own.startsWith(asked) || (own.length >= 8 && asked.startsWith(own));
}
