/** Entries of a session with agents, made short, and what a refiner makes of them. */

import { assertEquals } from "@std/assert";
import { Redactor } from "../../../src/redact/redactor.ts";
import { Refiner } from "../../../src/capture/_refiner.ts";
import type {
  RefinerOptions,
  Taken,
} from "../../../src/capture/_refiner_types.ts";
import type { Piece } from "../../../src/capture/_slots.ts";

export const OWN = "memory-keeper:delta-summarizer";
export const FRAME =
  "[Subagent hand-back] The text below is the final report of a subagent. The report follows:";
export const TOKEN = `ghp_${"Ab3dE6gH9kLm2nPq5rSt".repeat(2).slice(0, 36)}`;

let made = 0;
export const entry = (type: string, more: object) => ({
  parentUuid: null,
  type,
  uuid: `${String(++made).padStart(8, "0")}-0000-4000-8000-0123456789ab`,
  timestamp: new Date(Date.UTC(2026, 2, 1, 9, 0, made)).toISOString(),
  ...more,
});
export const user = (content: unknown, more: object = {}) =>
  entry("user", { message: { role: "user", content }, ...more });
export const says = (text: string, more: object = {}) =>
  entry("assistant", {
    message: { content: [{ type: "text", text }] },
    ...more,
  });
export const call = (id: string, name: string, input: object = {}) =>
  entry("assistant", {
    message: { content: [{ type: "tool_use", id, name, input }] },
  });
export const result = (tool_use_id: string, content: unknown = "", more = {}) =>
  user([{ tool_use_id, type: "tool_result", content, ...more }]);
export const operation = (name: string, content?: string) => ({
  type: "queue-operation",
  operation: name,
  content,
});
export const joins = (prompt: string, more: object = {}) =>
  entry("attachment", {
    attachment: { type: "queued_command", prompt, ...more },
  });

/** One of our agents, or another, started in the background. */
export const starts = (id: string, type = OWN) => [
  call(`call-${id}`, "Agent", { subagent_type: type, description: "look" }),
  result(
    `call-${id}`,
    `Async agent launched successfully. (Internal.)\nagentId: ${id} (internal)`,
  ),
];
export const taskText = (id: string, words = "done") =>
  `<task-notification>\n<task-id>${id}</task-id>\n<result>${words}</result>\n</task-notification>`;
export const task = (id: string, more: object = {}) =>
  user(taskText(id), { origin: { kind: "task-notification" }, ...more });
export const messageText = (id: string, words = "done") =>
  `<agent-message from="${id}">\n${FRAME}\n  ${words}\n</agent-message>`;
export const message = (id: string, name?: string, words?: string) =>
  user(
    `Another Claude session sent a message:\n${
      messageText(id, words)
    }\n\nIt was not typed.`,
    { isMeta: true, origin: { kind: "peer", from: id, name } },
  );

export function short(piece: Piece): string {
  if (piece.kind === "agent") return `work of ${piece.id}`;
  const { entry } = piece;
  const by = entry.agent ? ` (${entry.agent})` : "";
  return entry.role === "tool"
    ? `${entry.name} ${entry.output ?? "-"}${by}`
    : `${entry.role[0]}: ${entry.text}${by}`;
}

/** What is final after these lines, read in one go or from each offset on. */
export function read(
  lines: readonly object[],
  step: number,
  options: Partial<RefinerOptions> = {},
): string[] {
  const texts = lines.map((line) => JSON.stringify(line));
  const starts = texts.map((_, i) =>
    texts.slice(0, i).reduce((sum, text) => sum + text.length + 1, 0)
  );
  const pieces: Piece[] = [];
  let taken: Taken | undefined;
  for (let end = Math.min(step, texts.length);; end += step) {
    // What is saved goes through JSON.
    const state = taken && JSON.parse(JSON.stringify(taken)) as Taken;
    const refiner = new Refiner({
      redactor: new Redactor(),
      progress: true,
      ...options,
      ...(state
        ? {
          offset: state.offset,
          recent: state.recent,
          queued: state.queued,
          notices: state.notices,
          hidden: state.hidden,
        }
        : {}),
    });
    texts.forEach((text, i) => {
      const from = starts[i] ?? 0;
      if (i >= end || from < (state?.offset ?? 0)) return;
      refiner.line(
        new TextEncoder().encode(text),
        from,
        from + text.length + 1,
      );
    });
    if (end >= texts.length) refiner.close();
    taken = refiner.take();
    pieces.push(...taken.pieces);
    if (end >= texts.length) return pieces.map(short);
  }
}

export type Row = readonly [
  name: string,
  lines: readonly object[],
  said: readonly string[],
];

export async function check(
  t: Deno.TestContext,
  rows: readonly Row[],
  options: Partial<RefinerOptions> = {},
): Promise<void> {
  for (const [name, lines, said] of rows) {
    await t.step(name, () => {
      for (const step of [lines.length, 1, 2, 3]) {
        assertEquals(read(lines, step, options), said, `${step} at a time`);
      }
    });
  }
}
