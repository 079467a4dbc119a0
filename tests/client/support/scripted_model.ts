/**
 * A model on loopback that says what its script says and keeps every request:
 * what reached the model is what arrived here. A script has steps for each lane
 * of requests (see model_request.ts).
 */

import { until } from "./limits.ts";
import { answer, failure, type Step } from "./model_answer.ts";
import { type ModelRequest, readRequest } from "./model_request.ts";

export type { Step, ToolCall } from "./model_answer.ts";
export type { ModelRequest } from "./model_request.ts";

/** What a lane answers: its steps one by one, the last again and again. */
export type Lane = readonly Step[] | ((request: ModelRequest) => Step);

export type Script = Readonly<Record<string, Lane>>;

const UNSCRIPTED: Script = { verdict: [{ text: "<block>no</block>" }] };

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

  /** Wait for the n-th request of a lane, counted from the first of all. */
  arrived(lane: string, count: number): Promise<ModelRequest> {
    return until(
      `request ${count} of ${lane}`,
      () => this.of(lane)[count - 1],
      () => `There were: ${this.requests.map(({ lane }) => lane).join(" ")}`,
    );
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
    const read = readRequest(body, request.headers, this.agents);
    const index = this.of(read.lane, this.#begun).length;
    const asked = { ...read, index };
    this.requests.push(asked);
    const number = this.requests.length;
    const step = this.#step(asked);
    if (step.delayMs) await this.#pause(step.delayMs);
    this.answeredAt.push(performance.now());
    return answer(asked, step, {
      message: () => `msg_${String(number).padStart(6, "0")}`,
      call: () => `toolu_${String(++this.#calls).padStart(6, "0")}`,
    });
  }

  #step(asked: ModelRequest): Step {
    const lane = this.current[asked.lane] ?? UNSCRIPTED[asked.lane] ??
      [{ text: "ok" }];
    if (typeof lane === "function") return lane(asked);
    return lane[Math.min(asked.index, lane.length - 1)] ?? { text: "ok" };
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
