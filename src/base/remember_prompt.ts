/**
 * A prompt that begins with "remember:" or "기억해:" states a rule, up to the
 * first empty line or to what is asked for ("Now fix it"); what follows is an
 * ordinary prompt. A list states one rule an item. "remember everywhere:" and
 * "기억해 전체:" state it for every project.
 */

/** How such a prompt begins; the group says that it is for every project. */
export const REMEMBER =
  /^\s*(?:remember|기억해(?:\s?줘|\s?주세요)?)(\s+(?:global(?:ly)?|everywhere|for (?:all|every) projects?|전체|모든\s?프로젝트))?\s*[:\uff1a]/i;
/** Begins a line or a sentence that asks for work. */
const REQUEST =
  "(?:(?:and |but )?(?:now|then|next|after that|please|(?:can|could|would) you|let'?s|fix|implement|continue|go (?:on|ahead))\\b|이제|그럼|그러면|그리고 ?나서|그 ?다음)";
const ASKS = new RegExp(`^[^\\S\\n]*${REQUEST}`, "i");
const SENTENCE_ASKS = new RegExp(`[.!?;。]\\s+${REQUEST}[^]*$`, "i");
const BULLET = /^[^\S\n]*(?:[-*+•]|\d{1,2}[.)])[^\S\n]+/;

/** The rules in a prompt, a line each; undefined if it states none. */
export function rulesInPrompt(prompt: string): string[] | undefined {
  const found = REMEMBER.exec(prompt.slice(0, START_CHARS).normalize("NFC"));
  if (found === null) return undefined;
  // Some systems send Korean in decomposed letters.
  const text = prompt.normalize("NFC");
  const rest = text.slice(found[0].length).trimStart();
  const [stated = ""] = rest.split(/\r?\n[^\S\n]*\r?\n/, 1);
  const rules: string[] = [];
  for (const line of stated.split("\n")) {
    const item = line.replace(BULLET, "").replace(SENTENCE_ASKS, "");
    const last = rules.at(-1);
    if (last !== undefined && ASKS.test(line)) break;
    if (last === undefined || item !== line) rules.push(item);
    else rules[rules.length - 1] = `${last} ${item}`;
  }
  const said = rules.map((rule) => rule.replace(/\s+/g, " ").trim());
  return said.length > 1 ? said.filter((rule) => rule !== "") : said;
}

/** Whether the rules of such a prompt are for every project. */
export function isForEveryProject(prompt: string): boolean {
  const start = prompt.slice(0, START_CHARS).normalize("NFC");
  return REMEMBER.exec(start)?.[1] !== undefined;
}

const START_CHARS = 200;
