/**
 * A model on loopback that says what its script says and keeps every request:
 * what reached the model is what arrived here. A request belongs to a lane:
 * one of our agents by its instructions, the compaction by its text, a request
 * without tools (a title) to `side`, everything else to `main`.
 */

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
}

/** What a lane answers: its steps one by one, the last again and again. */
export type Lane = readonly Step[] | ((request: ModelRequest) => Step);

export type Script = Readonly<Record<string, Lane>>;

export interface ModelRequest {
  readonly lane: string;
  /** How many requests this lane had before, since the script was given. */
  readonly index: number;
  readonly model: string;
  /** The session that asks. */
  readonly session: string;
  /** The whole body as it was sent. */
  readonly body: string;
  /** What the model reads: system prompt and messages, unescaped. */
  readonly text: string;
  readonly at: number;
}

const COMPACTION =
  /Your task is to create a detailed summary|CRITICAL: Respond with TEXT ONLY/;

export class ScriptedModel implements AsyncDisposable {
  readonly requests: ModelRequest[] = [];
  /** When the answer to each request had been sent. */
  readonly answeredAt: number[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #waiting: (() => void)[] = [];
  #begun = 0;
  #calls = 0;

  /** `agents` maps the opening words of an agent's instructions to its name. */
  constructor(
    private current: Script,
    readonly agents: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#answer(request),
    );
  }

  /** A new script begins with its first step. */
  set script(script: Script) {
    this.current = script;
    this.#begun = this.requests.length;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  of(lane: string, from = 0): ModelRequest[] {
    return this.requests.slice(from).filter((one) => one.lane === lane);
  }

  async #answer(request: Request): Promise<Response> {
    const body = await request.text();
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/count_tokens")) {
      return Response.json({ input_tokens: Math.ceil(body.length / 4) });
    }
    if (pathname !== "/v1/messages") {
      return failure({ status: 404, type: "not_found_error", message: "no" });
    }
    const asked = this.#read(body, request.headers);
    this.requests.push(asked);
    const lane = this.current[asked.lane] ?? [{ text: "ok" }];
    const step = typeof lane === "function"
      ? lane(asked)
      : lane[Math.min(asked.index, lane.length - 1)] ?? { text: "ok" };
    if (step.delayMs) await this.#pause(step.delayMs);
    this.answeredAt.push(performance.now());
    return step.error ? failure(step.error) : this.#speak(step, asked.model);
  }

  #read(body: string, headers: Headers): ModelRequest {
    const { system, messages, tools = [], model } = JSON.parse(body);
    const instructions = wordsOf(system);
    const last = wordsOf(messages.at(-1)?.content);
    const text = `${instructions}\n${
      messages.map((m: { content: unknown }) => wordsOf(m.content)).join("\n")
    }`;
    const agent = [...this.agents].find(([opening]) =>
      instructions.includes(opening)
    )?.[1];
    const lane = agent ??
      (COMPACTION.test(last) ? "compact" : tools.length > 0 ? "main" : "side");
    return {
      lane,
      index: this.of(lane, this.#begun).length,
      model,
      session: headers.get("x-claude-code-session-id") ?? "",
      body,
      text,
      at: performance.now(),
    };
  }

  #speak({ text, tools = [], usage }: Step, model: string): Response {
    const content = [
      ...(text === undefined ? [] : [{ type: "text", text }]),
      ...tools.map(({ name, input }) => ({
        type: "tool_use",
        id: `toolu_${String(++this.#calls).padStart(6, "0")}`,
        name,
        input,
      })),
    ];
    const counts = {
      input_tokens: 50,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 10,
      ...usage,
    };
    const message = {
      id: `msg_${String(this.requests.length).padStart(6, "0")}`,
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: counts,
    };
    const events = [
      { type: "message_start", message },
      ...content.flatMap(blockEvents),
      {
        type: "message_delta",
        delta: {
          stop_reason: tools.length > 0 ? "tool_use" : "end_turn",
          stop_sequence: null,
        },
        usage: counts,
      },
      { type: "message_stop" },
    ];
    const stream = events.map((event) =>
      `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
    ).join("");
    return new Response(stream, {
      headers: { "content-type": "text/event-stream" },
    });
  }

  /** Waiting ends with the model. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#waiting) end();
    await this.#server.shutdown();
  }
}

type Block =
  | { readonly type: string; readonly text: string }
  | {
    readonly type: string;
    readonly id: string;
    readonly name: string;
    readonly input: Record<string, unknown>;
  };

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

function failure(
  { status, type, message }: NonNullable<Step["error"]>,
): Response {
  return Response.json({ type: "error", error: { type, message } }, { status });
}

/** All text in a system prompt or a message's content, tool results included. */
function wordsOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((block) =>
    block.text ??
      wordsOf(block.content) + (block.input ? JSON.stringify(block.input) : "")
  ).join("\n");
}
