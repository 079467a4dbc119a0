/**
 * What a rule says after it has named something. A reason changes nothing; "on
 * CI", "for tests" or "unless I ask" do, and are not understood.
 */

/** It takes something back, wherever it is said. */
const TAKES_BACK =
  /\b(?:unless|except|excluding|only|but|apart from|other than|besides|until|first|before|after|fine|ok(?:ay)?|allowed|exceptions?)\b|제외|외에|경우|때만|에서만/i;
/** Says it stronger. */
const FILLERS =
  /^(?:ever|at all|again|please|anywhere|here|yourself|manually|directly|by hand|under any circumstances|for any reason|in this (?:project|repo|repository|codebase)|any ?more|any longer|either|commands?)(?![\w-])/i;
const REASONS =
  /^(?:because|since|as (?:it|they|this|that|we|the)|so(?: that)?|otherwise|it|it's|they|that|this|these|those|which|we|i|use|run|prefer|try|add|edit|change|call|always|instead|generated|made|built|see|thanks?|thank you)(?![\w-])/i;
const BETWEEN = /^[\s,;:.!()—–-]+/;

export function isClearTail(tail: string): boolean {
  if (TAKES_BACK.test(tail)) return false;
  let rest = tail.replace(BETWEEN, "");
  while (FILLERS.test(rest)) {
    rest = rest.replace(FILLERS, "").replace(BETWEEN, "");
  }
  // Another sentence is about something else.
  return rest === "" || REASONS.test(rest) || /^\s*[.;]\s/.test(tail);
}
