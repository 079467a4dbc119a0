/**
 * A session's state from and to JSON: each field that this version has by its
 * type, and those of other versions in `rest`.
 */

import { isBoolean, isText } from "../base/json_values.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { isCountedPrompt } from "./counted_prompt.ts";
import { asNoticeState } from "./notice_state.ts";
import { field } from "../store/json_file.ts";
import type { SecretLine } from "../redact/known_values.ts";
import { parseNotedLines } from "../store/long_lines.ts";
import type {
  Delta,
  GivenRequest,
  HiddenStretch,
  RequestMark,
  SessionState,
  WholeSessionMark,
} from "./session_state.ts";

export function parseSessionState(raw: JsonObject): SessionState {
  const text = (key: string) => field.text(raw, key, "") || null;
  const offsets = field.object(raw, "agents");
  const summarizedTo = field.count(raw, "summarizedTo", 0);
  const known: SessionState = {
    stem: field.name(raw, "stem", ""),
    transcript: field.text(raw, "transcript", ""),
    startedAt: text("startedAt"),
    firstUuid: text("firstUuid"),
    ...optional(raw, "branch", isText),
    offset: field.count(raw, "offset", 0),
    mark: field.text(raw, "mark", ""),
    l1Bytes: field.count(raw, "l1Bytes", 0),
    ...("l1Mark" in raw ? { l1Mark: field.text(raw, "l1Mark", "") } : {}),
    entries: field.count(raw, "entries", 0),
    rawBytes: field.count(raw, "rawBytes", 0),
    summarizedTo,
    cutTo: field.count(raw, "cutTo", summarizedTo),
    cutBytes: field.count(raw, "cutBytes", 0),
    deltaCount: field.count(raw, "deltaCount", 0),
    deltas: field.list(raw, "deltas", isObject).map(parseDelta),
    ...("toolUses" in raw ? { toolUses: field.count(raw, "toolUses", 0) } : {}),
    ...("turnUses" in raw ? { turnUses: field.count(raw, "turnUses", 0) } : {}),
    recent: field.list(raw, "recent", isText),
    ...("queued" in raw
      ? { queued: field.list(raw, "queued", isCountedPrompt) }
      : {}),
    ...("notices" in raw ? { notices: asNoticeState(raw["notices"]) } : {}),
    ...("longLines" in raw
      ? { longLines: parseNotedLines(raw["longLines"]) }
      : {}),
    ...("secretLines" in raw
      ? { secretLines: field.list(raw, "secretLines", isSecretLine) }
      : {}),
    ...("hidden" in raw
      ? { hidden: field.list(raw, "hidden", isHiddenStretch) }
      : {}),
    agents: Object.fromEntries(
      Object.keys(offsets).map((id) => [id, field.count(offsets, id, 0)]),
    ),
    seenAt: text("seenAt"),
    ...optional(raw, "ended", isText),
    ...optional(raw, "finishedAt", isNumber),
    ...optional(raw, "forkOf", isText),
    ...optional(raw, "takenIn", isBoolean),
    ...("asked" in raw ? { asked: parseAsked(raw["asked"]) } : {}),
    ...optional(raw, "recovered", isBoolean),
    ...optional(raw, "mixed", isBoolean),
    ...optional(raw, "l2", isWholeSessionMark),
  };
  return { ...known, ...restOf(raw, known) };
}

/** As it is written: fields of other versions among ours. */
export function renderSessionState(
  { rest, deltas, ...state }: SessionState,
): JsonObject {
  const rendered = deltas.map(({ rest, ...delta }) => ({ ...rest, ...delta }));
  return { ...rest, ...state, deltas: rendered };
}

/** A field that may be missing; one of another type stays in `rest`. */
function optional<K extends string, T>(
  raw: JsonObject,
  key: K,
  isRight: (value: unknown) => value is T,
): { readonly [P in K]?: T } {
  const value = raw[key];
  return isRight(value) ? { [key]: value } as { [P in K]: T } : {};
}

const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isHiddenStretch = (value: unknown): value is HiddenStretch =>
  isObject(value) && isText(value["from"]) && isText(value["to"] ?? "");

/** What a file has and we do not know, or not as it is there. */
function restOf(
  raw: JsonObject,
  known: object,
): { readonly rest?: JsonObject } {
  const rest = Object.entries(raw).filter(([key]) =>
    !Object.hasOwn(known, key)
  );
  return rest.length > 0 ? { rest: Object.fromEntries(rest) } : {};
}

function parseDelta(raw: JsonObject): Delta {
  const id = field.name(raw, "id", "");
  const known: Delta = {
    id,
    from: field.count(raw, "from", 0),
    to: field.count(raw, "to", 0),
    file: field.name(raw, "file", `${id}.txt`),
    createdAt: field.text(raw, "createdAt", ""),
    asks: field.count(raw, "asks", 0),
    ...optional(raw, "askedAt", isText),
    ...optional(raw, "askedIn", isText),
    ...optional(raw, "request", isRequest),
    ...optional(raw, "agent", isAgentMark),
    ...optional(raw, "branch", isText),
    ...optional(raw, "commit", isText),
    ...optional(raw, "failures", isNumber),
    ...optional(raw, "remindedAt", isText),
    ...optional(raw, "replaces", isRange),
  };
  return { ...known, ...restOf(raw, known) };
}

function isRange(value: unknown): value is NonNullable<Delta["replaces"]> {
  return isObject(value) && isNumber(value["from"]) && isNumber(value["to"]);
}

function isAgentMark(value: unknown): value is NonNullable<Delta["agent"]> {
  return isObject(value) && isText(value["id"]) && isText(value["at"]);
}

function isWholeSessionMark(value: unknown): value is WholeSessionMark {
  return isObject(value) && isText(value["agent"]) &&
    isNumber(value["bytes"]) && Array.isArray(value["concepts"]);
}

/** What is wrong in it costs one request too many, not the state. */
function parseAsked(value: unknown): GivenRequest | undefined {
  if (!isObject(value)) return undefined;
  const { at, file, request } = value;
  if (typeof at !== "string" || typeof file !== "string") return undefined;
  return { at, file, ...(isRequest(request) ? { request } : {}) };
}

function isSecretLine(value: unknown): value is SecretLine {
  if (!isObject(value)) return false;
  const { from, to, printed } = value;
  return [from, to].every((place) => Number.isSafeInteger(place)) &&
    (printed === undefined || typeof printed === "boolean") &&
    0 <= Number(from) && Number(from) < Number(to);
}

function isRequest(value: unknown): value is RequestMark {
  return isObject(value) && typeof value["transcript"] === "string" &&
    typeof value["from"] === "number";
}
