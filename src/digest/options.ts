/** "B", "option 3", "2.": which of the options offered before it was chosen. */

import { bare } from "./wording.ts";

const CHOICE =
  /^(?:(?:let'?s )?(?:go (?:with|for)|do|use|take|pick) )?(?:option |number |#)?([a-h]|\d{1,2})[).:]?(?: please)?[.!]?$/i;

/** The words of the option, or "". */
export function chosenOption(request: string, offered: string): string {
  const [, name] = CHOICE.exec(request.trim()) ?? [];
  if (name === undefined) return "";
  const line = new RegExp(`^\\W*(?:option\\s+)?${name}[).:\\s*]+(\\S.*)$`, "i");
  const option = offered.split("\n").findLast((text) => line.test(text));
  return bare(line.exec(option ?? "")?.[1] ?? "");
}
