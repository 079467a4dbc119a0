/** An item field by field, as text: empty fields are left out. */

import { oneLine } from "../base/safe_text.ts";
import { attention } from "../output/output.ts";
import { renderTable } from "../output/table.ts";

export function renderFields(
  item: Readonly<Record<string, unknown>>,
  width: number,
): string {
  const rows = Object.entries(item).flatMap(([key, value]) => {
    const text = textOf(value);
    return text === "" ? [] : [[oneLine(key), text]];
  });
  return renderTable(rows, width);
}

/** After what it is about. */
export const renderDoubt = (doubt: string | undefined) =>
  doubt === undefined ? "" : attention(`, ${doubt}`);

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  // A file that people and other versions write may hold anything.
  return oneLine(
    typeof value === "object" ? JSON.stringify(value) : `${value}`,
  );
}
