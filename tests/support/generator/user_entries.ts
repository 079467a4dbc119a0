// User entries that are not tool results, with the fields by which each version
// tells a person's words from text that was put there.

import { writeSnapshot } from "./noise.ts";
import type { Json, Session } from "./session.ts";

/**
 * A prompt with the fields that tell a person's words from others in the
 * version at hand.
 */
export function writePrompt(
  session: Session,
  content: unknown,
  extras: Json = {},
): void {
  session.promptId = session.random.uuid();
  let fields: Json = {};
  if (session.since("2.1.197")) {
    fields = {
      permissionMode: "default",
      origin: { kind: "human" },
      promptSource: "typed",
    };
  } else if (session.since("2.1.17")) {
    fields = {
      thinkingMetadata: { maxThinkingTokens: 31999 },
      todos: [],
      permissionMode: "default",
    };
  }
  writeSnapshot(session, session.random.uuid());
  session.user(session.main, content, { ...fields, ...extras });
}

/** An entry the client wrote on its own. */
export function writeMeta(
  session: Session,
  content: string | Json[],
  extras: Json = {},
): void {
  const text = typeof content === "string"
    ? content
    : content.map(({ text }) => text ?? "").join("\n");
  session.user(session.main, content, { isMeta: true, ...extras });
  session.injected("meta", text);
}
