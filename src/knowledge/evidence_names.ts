/** The files and identifiers that a fact or a rule mentions. */

import { fileNamesIn } from "../store/working_tree.ts";

/** A fact, a rule or anything else that is known. */
export interface KnownItem {
  readonly content: string;
  readonly evidence?: string | undefined;
  readonly files?: readonly string[] | undefined;
}

interface EvidenceNames {
  readonly files: readonly string[];
  readonly identifiers: readonly string[];
}

const MOST_FILES = 6;
const MOST_IDENTIFIERS = 4;
const MOST_CHARS = 4000;

/** camelCase and snake_case, which do not occur in prose. */
const IDENTIFIER =
  /(?<![\w$./\\-])[A-Za-z_$][\w$]*(?:[a-z\d][A-Z]|_[A-Za-z])[\w$]*(?![\w$/\\-])/g;
const SHORTEST = 5;
/** A fact about a removal is not outdated by it. */
const TELLS_OF_END =
  /\b(?:remov(?:e[ds]?|ing)|delet(?:e[ds]?|ing)|dropped|replaced|renamed|moved|retired|gone|no longer)\b|삭제|제거|없앴|옮겼/i;

export function evidenceNames(item: KnownItem): EvidenceNames {
  const { content, evidence = "", files = [] } = item;
  if (TELLS_OF_END.test(content)) return { files: [], identifiers: [] };
  const text = `${content}\n${evidence}`.slice(0, MOST_CHARS);
  const named = new Set([...files, ...fileNamesIn(text)]);
  const identifiers = new Set<string>();
  for (const [name] of text.matchAll(IDENTIFIER)) {
    if (name.length >= SHORTEST && !named.has(name)) identifiers.add(name);
  }
  return {
    files: [...named].slice(0, MOST_FILES),
    identifiers: [...identifiers].slice(0, MOST_IDENTIFIERS),
  };
}
