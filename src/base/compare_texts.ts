/**
 * The order of texts by their characters, for `sort()`. In a hook nothing sorts
 * with `localeCompare`: its first call takes 8 ms.
 */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
