/** Cleans text from the command line for the knowledge files. */

import { UserError } from "../base/errors.ts";
import { words } from "./_proposed_fact.ts";
import type { Store } from "../store/store.ts";
import { createRedactor } from "../redact/create_redactor.ts";

const MOST_CHARS = 1000;
/** The marks that redaction leaves are not content. */
const MARKS = /\[(?:PRIVATE|REDACTED:[\w-]+)\]/g;

/** One line, without secrets; empty or too long is an error. */
export function cleanUserText(store: Store, text: string, what: string) {
  if (text.length > MOST_CHARS) {
    throw new UserError(
      "refused",
      `The ${what} has ${text.length} characters, at most ${MOST_CHARS} fit`,
      ['Say it shorter; "memory-keeper save" keeps longer texts'],
    );
  }
  const clean = words(createRedactor(store).text(text), MOST_CHARS);
  if (!/[\p{L}\p{N}]/u.test(clean.replace(MARKS, ""))) {
    throw new UserError("misuse", `The ${what} is empty`, [
      `Write the ${what} in quotation marks`,
    ]);
  }
  return clean;
}

export function cleanUserList(store: Store, text = ""): string[] {
  const redactor = createRedactor(store);
  const items = text.split(",").map((item) =>
    words(redactor.text(item), MOST_CHARS)
  );
  return [...new Set(items.filter((item) => item !== ""))];
}
