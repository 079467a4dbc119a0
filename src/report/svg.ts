/** The few shapes the charts are drawn with. */

import { type Content, Markup, markup } from "./markup.ts";

type Attributes = Readonly<Record<string, string | number>>;

/** An element; its name and its attributes' names are our own. */
export function shape(
  name: string,
  attributes: Attributes,
  ...children: readonly Content[]
): Markup {
  const tag = new Markup(name);
  const list = Object.entries(attributes).map(([key, value]) =>
    markup` ${new Markup(key)}="${value}"`
  );
  return markup`<${tag}${list}>${children}</${tag}>`;
}

/** From the left edge to the right one. */
export function levelLine(kind: string, y: number): Markup {
  return shape("line", { class: kind, x1: 0, x2: "100%", y1: y, y2: y });
}

export function label(
  text: string,
  place: { readonly x: string | number; readonly y: number },
  anchor: "start" | "end" = "start",
): Markup {
  return shape(
    "text",
    { class: "label", ...place, "text-anchor": anchor },
    text,
  );
}

/** What a browser shows beside the pointer. */
export function hint(text: string): Markup {
  return shape("title", {}, text);
}
