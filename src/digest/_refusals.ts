/** What the user said no to, and the words that followed. */

import { toolAction } from "./tool_actions.ts";
import type { Line, Section } from "./_layout_lines.ts";
import type { Turn } from "./turns.ts";
import { cut, shorten } from "./wording.ts";

const DEED_CHARS = 70;
const WISH_CHARS = 80;

/** The last refusal of a session that ends with it is told as what is open. */
export function refusedSection(turns: readonly Turn[]): Section {
  const lines = turns.flatMap(({ refused, lastTool }, at): Line[] => {
    const next = turns[at + 1]?.request;
    const told = next === undefined
      ? refused.filter((tool) => tool !== lastTool)
      : refused;
    const deeds = [
      ...new Set(told.map((tool) => cut(toolAction(tool), DEED_CHARS))),
    ];
    if (deeds.length === 0) return [];
    const wish = next ? `; then said: “${shorten(next, WISH_CHARS)}”` : "";
    return [{ text: `${deeds.join(", ")}${wish}`, rank: -at }];
  });
  return { label: "Declined by the user", share: 0.12, lines };
}
