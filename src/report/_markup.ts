/**
 * Injection-safe HTML: whatever is put into a template is escaped, unless it
 * came out of a template itself.
 *
 * The tag is not called `html`, because the formatter would then reformat the
 * templates, and white space counts.
 */

import { normaliseText } from "../base/safe_text.ts";

export class Markup {
  constructor(readonly html: string) {}
}

/** What a template accepts; null, undefined and false give nothing. */
export type Content =
  | Markup
  | string
  | number
  | null
  | undefined
  | false
  | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function markup(
  parts: TemplateStringsArray,
  ...values: readonly Content[]
): Markup {
  return new Markup(parts.map((part, i) => part + htmlOf(values[i])).join(""));
}

const MOST_LISTED = 20;

/** Joined with commas; of very many the first ones and the number of the rest. */
export function listed<T>(
  items: readonly T[],
  render: (item: T) => Content,
): Content {
  const shown = items.slice(0, MOST_LISTED);
  const more = items.length - shown.length;
  return items.length > 0 && [
    shown.map((item, i) => [i > 0 && ", ", render(item)]),
    more > 0 && ` and ${more} more`,
  ];
}

/** Safe between tags, and in an attribute between quotes. */
function escapeText(text: string): string {
  return normaliseText(text.toWellFormed())
    .replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
}

function htmlOf(value: Content): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.html;
  if (typeof value === "object") return value.map(htmlOf).join("");
  return escapeText(String(value));
}
