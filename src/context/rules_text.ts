/** The rules a prompt is given: ours, or the user's own from rules.md. */

import { clip } from "../base/cut_text.ts";
import { disarmForModel } from "../base/safe_text.ts";

/** Longer ones leave no room for what belongs to the prompt. */
export const RULES_MAX_UNITS = 2000;
const CUT_MARK = "[… rules.md goes on; memory-keeper get rules]";

export const DEFAULT_RULES =
  `Rules for this project, repeated so that they are not forgotten:
1. Understand first: say in a sentence what was asked, and ask when it is unclear.
2. Never delete files without asking.
3. Verify instead of assuming or agreeing; when unsure, look it up.
4. Follow the method the user named first, and do not cut corners.
5. On criticism check again and explain the reasoning instead of apologising.
6. After a restart or a compaction read the project's memory before acting.`;

/** `own` is the text of rules.md, if there is one. */
export function rulesText(own: string | undefined): string {
  const text = disarmForModel(own ?? "").trim();
  if (text === "") return DEFAULT_RULES;
  if (text.length <= RULES_MAX_UNITS) return text;
  const head = clip(text, RULES_MAX_UNITS - CUT_MARK.length - 1);
  const lineEnd = head.lastIndexOf("\n");
  const whole = lineEnd > 0 ? head.slice(0, lineEnd) : head;
  return `${whole.trimEnd()}\n${CUT_MARK}`;
}
