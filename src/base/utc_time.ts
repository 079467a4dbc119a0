/** Times in UTC, as files and headers have them. */

/** `2026-03-02` */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** `2026-03-02_1427`, in names of files and headers of sections. */
export function minuteStamp(at: Date): string {
  return at.toISOString().slice(0, 16).replace("T", "_").replace(":", "");
}

/**
 * The moment of a whole ISO time; undefined if there is none: `Date.parse()`
 * takes 30 February for 2 March.
 */
export function exactTime(iso: string): number | undefined {
  const time = Date.parse(iso);
  return !isNaN(time) && new Date(time).toISOString() === iso
    ? time
    : undefined;
}
