/** A JSON object of unknown content. */
export type JsonObject = Record<string, unknown>;

/** A text, or "" for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
