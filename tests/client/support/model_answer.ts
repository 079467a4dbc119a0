/** A step of the script as the client receives it: a stream, a message, an error. */

import { HANDBACK, type ModelRequest } from "./model_request.ts";

export interface ToolCall {
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/** One answer of the model. */
export interface Step {
  readonly text?: string;
  readonly tools?: readonly ToolCall[];
  readonly usage?: Record<string, number>;
  readonly error?: { status: number; type: string; message: string };
  /** Let the client wait, or for ever. */
  readonly delayMs?: number;
  /** Auto mode's check calls the tool calls of this step dangerous. */
  readonly isFlagged?: boolean;
  /** An agent says its text even where it is to hand it back through a tool. */
  readonly isSpoken?: boolean;
}

type Block =
  | { readonly type: string; readonly text: string }
  | ({ readonly type: string; readonly id: string } & ToolCall);

/** Where an answer has its ids from. */
export interface Numbers {
  message(): string;
  call(): string;
}

export function answer(
  asked: ModelRequest,
  step: Step,
  numbers: Numbers,
): Response {
  if (step.error) return failure(step.error);
  const { text, tools = [], usage, isFlagged = false } = delivered(step, asked);
  const content: Block[] = [
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...tools.map((call) => ({ type: "tool_use", id: numbers.call(), ...call })),
  ];
  const message = {
    id: numbers.message(),
    type: "message",
    role: "assistant",
    model: asked.model,
    content,
    stop_reason: tools.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: {
      input_tokens: 50,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 10,
      ...usage,
    },
    ...(asked.wantsVerdicts ? verdicts(content, isFlagged) : {}),
  };
  return asked.isStreamed ? streamed(message) : Response.json(message);
}

/** An agent's words, through the tool where only that delivers them. */
function delivered(step: Step, { lane, tools }: ModelRequest): Step {
  const { text, isSpoken = false, ...rest } = step;
  const isReport = lane !== "main" && tools.includes(HANDBACK) && !isSpoken &&
    text !== undefined && rest.tools === undefined;
  if (!isReport) return step;
  return { ...rest, tools: [{ name: HANDBACK, input: { message: text } }] };
}

function verdicts(content: readonly Block[], isFlagged: boolean) {
  const outcome = isFlagged ? "flagged" : "not_flagged";
  const calls = content.flatMap((block) =>
    "id" in block ? [[block.id, { type: "evaluated", outcome }]] : []
  );
  const status = { type: "available", tool_uses: Object.fromEntries(calls) };
  return { safeguard_results: [{ type: "dangerous_tool_use", status }] };
}

interface Message extends Record<string, unknown> {
  readonly content: readonly Block[];
}

function streamed(message: Message): Response {
  const { content, stop_reason, safeguard_results, ...rest } = message;
  const start = { ...rest, content: [], stop_reason: null };
  const delta = {
    stop_reason,
    stop_sequence: null,
    ...(safeguard_results ? { safeguard_results } : {}),
  };
  const events = [
    { type: "message_start", message: start },
    ...content.flatMap(blockEvents),
    { type: "message_delta", delta, usage: rest["usage"] },
    { type: "message_stop" },
  ];
  const stream = events.map((event) =>
    `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
  ).join("");
  return new Response(stream, {
    headers: { "content-type": "text/event-stream" },
  });
}

/** One block of an answer, as it is streamed. */
function blockEvents(block: Block, index: number) {
  const [empty, delta] = "text" in block
    ? [{ ...block, text: "" }, { type: "text_delta", text: block.text }]
    : [{ ...block, input: {} }, {
      type: "input_json_delta",
      partial_json: JSON.stringify(block.input),
    }];
  return [
    { type: "content_block_start", index, content_block: empty },
    { type: "content_block_delta", index, delta },
    { type: "content_block_stop", index },
  ];
}

export function failure(
  { status, type, message }: NonNullable<Step["error"]>,
): Response {
  return Response.json({ type: "error", error: { type, message } }, { status });
}
