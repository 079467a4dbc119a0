/** "$1.23"; what is less than a cent says so. */
export function formatDollars(dollars: number): string {
  if (dollars === 0) return "$0";
  return dollars < 0.01 ? "<$0.01" : `$${dollars.toFixed(2)}`;
}
