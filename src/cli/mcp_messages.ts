/**
 * What an MCP client sends, line by line. Messages go on to the SDK, which drops
 * anything else without a word; here it is answered, with its id if it has one.
 */

import { PassThrough, type Readable } from "node:stream";
import { isObject, type JsonObject, tryParseJson } from "../base/json.ts";
import { LineSplitter } from "../store/line_splitter.ts";

/** The SDK ends the connection at 10 MB. */
const MOST_BYTES = 8 * 1024 * 1024;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** The text that a request of this method cannot do without. */
const NEEDED: ReadonlyMap<unknown, string> = new Map([
  ["tools/call", "name"],
  ["resources/read", "uri"],
]);

export function passMessages(
  stdin: Readable,
  reply: (message: JsonObject) => void,
): Readable {
  const messages = new PassThrough();
  const splitter = new LineSplitter((line, from, to) => {
    if (line.length === 0) return;
    const value = tryParseJson(new TextDecoder().decode(line));
    const error = to - from > MOST_BYTES
      ? { code: INVALID_REQUEST, message: "Longer than 8 MiB" }
      : refusalOf(value);
    if (error === undefined) {
      messages.write(line);
      messages.write("\n");
    } else {
      reply({ jsonrpc: "2.0", id: idOf(value), error });
    }
  });
  stdin.on("data", (chunk: Uint8Array) => splitter.push(chunk));
  stdin.once("end", () => messages.end());
  stdin.once("close", () => messages.end());
  return messages;
}

function refusalOf(value: unknown): Refusal | undefined {
  if (value === undefined) {
    return { code: PARSE_ERROR, message: "Not JSON" };
  }
  if (!isMessage(value)) {
    return { code: INVALID_REQUEST, message: "Not a JSON-RPC message" };
  }
  const { method, params } = value;
  const needed = NEEDED.get(method);
  const isComplete = needed === undefined ||
    isObject(params) && typeof params[needed] === "string";
  return isComplete
    ? undefined
    : { code: INVALID_PARAMS, message: `${method} needs "${needed}"` };
}

function isMessage(value: unknown): value is JsonObject {
  if (!isObject(value) || value["jsonrpc"] !== "2.0") return false;
  const { id, method, params, result, error } = value;
  const isAnswer = isId(id) && (isObject(result) || isObject(error));
  return isAnswer || typeof method === "string" &&
      (id === undefined || isId(id)) &&
      (params === undefined || isObject(params));
}

const isId = (id: unknown) =>
  typeof id === "string" || Number.isSafeInteger(id);

function idOf(value: unknown): unknown {
  const id = isObject(value) ? value["id"] : undefined;
  return isId(id) ? id : null;
}
