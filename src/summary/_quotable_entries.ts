/**
 * What may be quoted of a session: its entries as an agent is shown them, and
 * the results of tools, which it is not. An L1 of another version may hold
 * entries we do not know; their texts count as well.
 */

import { isText } from "../base/json_values.ts";
import { isObject } from "../base/json.ts";
import { renderEntry } from "./_delta_text.ts";
import type { L1Entry } from "../session/log_entry.ts";

export function quotableEntries(entries: readonly unknown[]): string[] {
  return entries.flatMap((entry) => {
    if (!isObject(entry)) return [];
    const texts = Object.values(entry).filter(isText);
    if (!isShown(entry)) return texts;
    const { output } = entry as { output?: string };
    return [renderEntry(entry), ...(output ? [output] : [])];
  });
}

function isShown(entry: object): entry is L1Entry {
  const { role, name, text, agent } = entry as Record<string, unknown>;
  const values = Object.values(entry);
  return values.every((v) => typeof v === "string" || typeof v === "number") &&
    (agent === undefined || typeof agent === "string") &&
    (role === "tool"
      ? typeof name === "string"
      : /^(?:user|assistant|summary)$/.test(String(role)) &&
        typeof text === "string");
}

/** The same of a delta's text; the concepts at its beginning are not the log. */
export function quotableDelta(text: string): string[] {
  const entries = text.split(/^(?=◆ )/m);
  return entries[0]?.startsWith("◆ ") ? entries : entries.slice(1);
}
