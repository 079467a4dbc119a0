/**
 * What a user laid down for the rest of a session: "always …", "never …",
 * "from now on …", "remember: …", in English and Korean. A report that
 * something always fails is none, nor is a question.
 */

import { rulesInPrompt } from "../base/remember_prompt.ts";
import { isQuestion } from "../digest/cues.ts";
import { unitsOf } from "../digest/wording.ts";

export interface StandingOrder {
  readonly text: string;
  /** Said so: "remember:", "from now on". The other cues may deceive. */
  readonly isExplicit: boolean;
}

const FROM_NOW_ON =
  /\b(?:from now on|from here on|for the rest of (?:this|the) session)\b|(?:^|[\s,])(?:앞으로(?:는|도)?|지금부터(?:는)?|이제부터(?:는)?)(?=[\s,])/i;

/** "Always run the tests", "please never push", "you must always ask". */
const ALWAYS =
  /^(?:(?:please|and|but|also|so|ok(?:ay)?|then|note|important|again)[\s,:!.-]+)*(?:always|never)\s+(?!mind\b)\p{L}|\b(?:please|must|should|shall|you(?:'ll| will)?|we|to)\s+(?:always|never)\s+\p{L}/iu;

/** In Korean the end of the sentence tells an order from a report. */
const KOREAN_ALWAYS = /(?:^|\s)(?:항상|언제나|반드시|절대(?:로)?)(?=\s)/;
const KOREAN_ORDER =
  /(?:줘|줘요|주세요|세요|십시오|시오|해라|하라|써라|라|자|마|마요|말아|말고|말 것|할 것|것|금지|야 (?:해|돼|함|합니다|됩니다)|안 (?:돼|됩니다))[.!~。]*$/;

export function findStandingOrders(prompt: string): StandingOrder[] {
  const rules = rulesInPrompt(prompt);
  if (rules !== undefined) {
    return rules.filter((text) => text !== "")
      .map((text) => ({ text, isExplicit: true }));
  }
  return unitsOf(prompt).map(({ text }) => text.normalize("NFC"))
    .filter((text) => !isQuestion(text))
    .flatMap((text) => {
      const isExplicit = FROM_NOW_ON.test(text);
      return isExplicit || ALWAYS.test(text) || isKoreanOrder(text)
        ? [{ text, isExplicit }]
        : [];
    });
}

const isKoreanOrder = (text: string) =>
  KOREAN_ALWAYS.test(text) && KOREAN_ORDER.test(text);
