/** The facts and versions as the table of docs/clients.md. */

import { isExpectedIn, type Probe } from "./probe.ts";

/** Rows are facts, columns are versions; a test compares it with the doc. */
export function renderFactTable(
  probes: readonly Probe[],
  versions: readonly string[],
): string {
  const rows = probes.map((probe) => [
    `\`${probe.name}\``,
    probe.says.replaceAll("<", "&lt;"),
    ...versions.map((version) => isExpectedIn(probe, version) ? "yes" : "no"),
  ]);
  return [
    ["Probe", "Fact", ...versions],
    ["---", "---", ...versions.map(() => "---")],
    ...rows,
  ].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
