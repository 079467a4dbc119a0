/** Something that must outlive a compaction, as it was said or done. */

export interface CompactionItem {
  /** What it is: "Standing order", "To do". Not part of what was said. */
  readonly lead: string;
  readonly text: string;
}

/** In UTF-16 units: the summariser's prompt has other things to say, too. */
export const COMPACTION_MAX_UNITS = 4000;

/** A numbered list below an introduction, each item whole. */
export function renderItems(
  introduction: string,
  items: readonly CompactionItem[],
): string {
  const lines = items.map(({ lead, text }, at) =>
    `${at + 1}. ${lead}: ${text.replaceAll("\n", "\n   ")}`
  );
  return [introduction, ...lines].join("\n");
}
