/** Parts of a text, mostly its lines; false, null and undefined are none. */
export type TextParts = readonly (
  | string
  | false
  | null
  | undefined
  | TextParts
)[];

export function joinText(parts: string | TextParts, between = "\n"): string {
  return listParts(parts).join(between);
}

export function listParts(parts: TextParts[number]): string[] {
  if (typeof parts === "string") return [parts];
  return parts ? parts.flatMap(listParts) : [];
}
