/** Numbers as people read them. */

/** "1 session", "3 sessions"; other endings are given: "2 entries". */
export function plural(
  count: number,
  word: string,
  many = `${word}s`,
): string {
  return `${formatCount(count)} ${count === 1 ? word : many}`;
}

/** "23,750". */
export function formatCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
