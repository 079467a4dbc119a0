/** A JSON object of unknown content. */
export type JsonObject = Record<string, unknown>;

/** The value of a text that is JSON; undefined for any other, and for none. */
export function tryParseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An object, or an empty one for anything else. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** A text, or "" for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
