/** Ids such as `d001` and `cl012`: assigned once, in order, never used again. */

/** The number in an id with this prefix, or undefined if it is another kind. */
export function idNumber(id: string, prefix: string): number | undefined {
  if (!id.startsWith(prefix)) return undefined;
  const digits = id.slice(prefix.length);
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

export function formatId(prefix: string, number: number): string {
  return `${prefix}${String(number).padStart(3, "0")}`;
}

export function highestNumbers(ids: readonly string[]): Map<string, number> {
  const highest = new Map<string, number>();
  for (const id of ids) {
    const [, prefix, digits] = /^(\D+)(\d{1,9})$/.exec(id) ?? [];
    if (prefix === undefined) continue;
    const number = Number(digits);
    if (number > (highest.get(prefix) ?? 0)) highest.set(prefix, number);
  }
  return highest;
}

/** The next number: above the saved counter and every number in use. */
export function nextNumber(
  highest: ReadonlyMap<string, number>,
  prefix: string,
  promised: unknown,
): number {
  const floor = typeof promised === "number" && Number.isSafeInteger(promised)
    ? promised
    : 1;
  return Math.max(1, floor, (highest.get(prefix) ?? 0) + 1);
}

/**
 * Gives an id to each item without one, or with one that is already in use;
 * `used` grows with it. Done while reading, with the same result each time until
 * the file is written.
 */
export function numberItems<T extends { readonly id: string }>(
  items: readonly T[],
  prefix: string,
  first: number,
  used = new Set<string>(),
): { readonly items: readonly T[]; readonly next: number } {
  let next = first;
  const numbered = items.map((item) => {
    const isFree = item.id !== "" && !used.has(item.id);
    const id = isFree ? item.id : formatId(prefix, next++);
    used.add(id);
    return isFree ? item : { ...item, id };
  });
  return { items: numbered, next };
}
