/**
 * Whether a part is in a text, and is whole there: `areOne` says of two
 * neighbouring characters whether they belong to one word.
 */
export function includesWhole(
  text: string,
  part: string,
  areOne: (before: string, after: string) => boolean,
): boolean {
  const first = part[0] ?? "";
  const last = part.at(-1) ?? "";
  for (let at = -1; (at = text.indexOf(part, at + 1)) >= 0;) {
    const before = text[at - 1] ?? "";
    const after = text[at + part.length] ?? "";
    if (!areOne(before, first) && !areOne(last, after)) return true;
  }
  return false;
}
