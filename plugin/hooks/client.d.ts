/**
 * The few calls of Claude Code's hooks modules that the scribe uses, in our own
 * words. The client tests check them against the installed client's types.
 */

export interface CompletionRequest {
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly effort: "low";
  readonly timeoutMs: number;
}

/** `text` is there if `isAnswered`, a reason if not. */
export interface Completion {
  readonly isAnswered: boolean;
  readonly text?: string;
  readonly usage?: unknown;
}

/** Functions as properties: the arguments of methods are compared loosely. */
export interface Client {
  readonly plugin: { readonly root: string };
  readonly process: {
    readonly run: (
      argv: string[],
      options: { stdin: string; cwd: string },
    ) => Promise<{ readonly stdout: string }>;
  };
  readonly model: {
    readonly complete: (request: CompletionRequest) => Promise<Completion>;
  };
  readonly ui: {
    readonly status: (text: string | undefined) => void;
    readonly toast: (text: string) => void;
  };
  readonly clock: {
    readonly after: (ms: number, then: () => void) => unknown;
  };
}

export interface Events {
  "classic.SessionStart": {
    readonly session_id: string;
    readonly cwd: string;
  };
  "turn.complete": { readonly agentId?: string };
  "tool.call": ToolCall;
}

/** The tool's arguments are next to its name. */
export interface ToolCall {
  readonly tool: string;
  /** Of the agent whose call it is. */
  readonly agentId?: string;
  readonly command?: unknown;
  readonly run_in_background?: unknown;
  readonly file_path?: unknown;
  readonly notebook_path?: unknown;
}

/** What the model reads: the result, then the texts of `context`. */
export type ToolResult =
  | { readonly deny: string; readonly context?: undefined }
  | { readonly deny?: undefined; readonly context?: readonly string[] };

type Result<E> = E extends "tool.call" ? ToolResult : unknown;

export type On = <E extends keyof Events>(
  event: E,
  hook: (
    $: Client,
    e: Events[E],
    next: (e: Events[E]) => Promise<Result<E>>,
  ) => Promise<Result<E>>,
) => unknown;
