/**
 * A prompt from the queue that has counted, kept for the next read: a digest,
 * not its words. See capture/refine/_prompt_queue.ts.
 */
export interface CountedPrompt {
  readonly key: string;
  /** What it is waiting for. */
  readonly state: "waiting" | "dequeued" | "removed";
  readonly promptsSince: number;
}

export function isCountedPrompt(value: unknown): value is CountedPrompt {
  const { key, state, promptsSince } = Object(value);
  return typeof key === "string" && typeof promptsSince === "number" &&
    ["waiting", "dequeued", "removed"].includes(state);
}
