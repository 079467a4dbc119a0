/**
 * "What did we do last week?" says nothing but when. Its few words are in every
 * session, so the answer is what was done then.
 */

import { stemOf, wordsOf } from "../../base/tokens.ts";
import type { Query } from "./query.ts";

const DOING =
  "accomplish achieve add begin build change commit complete decide decision " +
  "discuss done everything finish fix happen implement learn list made make " +
  "merge overview progress push recap remove review session show start " +
  "summarize summary talk thing update work write";

/** What may be left of such a question in Korean, Japanese and Chinese. */
const DOING_EASTERN =
  /에는?|우리|뭐|뭘|무엇을?|무슨|어떤|한|일을?|작업\S*|했\S*|고[쳤친치]\S*|바[꿨꾼꾸]\S*|만[들든]\S*|결정\S*|진행\S*|私たち|何|[をにがはの]|作業|やっ\S*|し[たてま]\S*|変更|修正|直し\S*|我们|[在的了过]|什么|做|改|修|工作|干|\p{P}|\s/gu;

/** Whether a question without its time says nothing else. */
export function isOnlyTime({ text, terms, onlyAsks }: Query): boolean {
  const doing = new Set(wordsOf(DOING).map(stemOf));
  if (onlyAsks || terms.every(({ stem }) => doing.has(stem))) return true;
  return text.replace(DOING_EASTERN, "") === "";
}
