/** "And why?" asks about what was asked before: the session's last prompts. */

import { entryOfDoc } from "./index/doc_id.ts";
import type { SearchIndex } from "./index/search_index.ts";
import type { Store } from "../store/store.ts";
import { HitReader } from "./_read_hits.ts";

const MOST_PROMPTS = 2;
const MOST_CHARS = 500;

export async function withLastPrompts(
  store: Store,
  index: SearchIndex,
  prompt: string,
  sessionId: string,
): Promise<string> {
  const log = index.logOf(sessionId);
  if (log === undefined) return prompt;
  const turns = index.collection().turnsOf([log]).get(log) ?? [];
  const last = turns.filter((_, i) => i % 2 === 0).slice(-MOST_PROMPTS);
  const docs = index.docNumbers(log, last[0]).filter((doc) =>
    last.includes(entryOfDoc(doc))
  );
  const reader = new HitReader(store, index);
  const prompts: string[] = [];
  for (const doc of docs) {
    const read = await reader.read(doc);
    if (read?.document.column !== "user") continue;
    prompts.push(read.document.text.slice(0, MOST_CHARS));
  }
  return [...prompts, prompt].join("\n");
}
