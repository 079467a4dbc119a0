/**
 * A prompt that begins with "remember:" or "기억해:" states a rule, up to the
 * first empty line; what follows is an ordinary prompt.
 */

const REMEMBER = /^\s*(?:remember|기억해(?:\s?줘|\s?주세요)?)\s*[::]/i;

/** The rule in a prompt, as one line; undefined if it states none. */
export function ruleInPrompt(prompt: string): string | undefined {
  const found = REMEMBER.exec(prompt);
  if (found === null) return undefined;
  const rest = prompt.slice(found[0].length).trimStart();
  const [rule = ""] = rest.split(/\r?\n[^\S\n]*\r?\n/, 1);
  return rule.replace(/\s+/g, " ").trim();
}
