// What arrives while Claude works: prompts that wait for their turn, words
// handed to the model in the middle of one, words taken back, and notifications
// of background tasks, which go the same way. How to read it: slow_queue.ts.

import { startCall } from "./calls.ts";
import { writeAttachment, writeProgress } from "./noise.ts";
import type { Session } from "./session.ts";
import { writePrompt } from "./user_entries.ts";
import { injectedWords, promptWords } from "./words.ts";

/**
 * Typed while Claude worked and sent afterwards: queued, taken out, and written
 * as a prompt.
 */
export function queuedPrompt(session: Session): string {
  const words = promptWords(session.random).trim();
  writeQueueOperation(session, "enqueue", words);
  writeQueueOperation(session, "dequeue");
  session.typed(words);
  const source = session.since("2.1.197") ? { promptSource: "queued" } : {};
  writePrompt(session, words, source);
  return words;
}

/**
 * A shell line that waited. The queue's copy lacks the `!` it was typed with.
 */
export function queuedShellLine(session: Session): string {
  const command = `ls ${session.random.hex(4)}`;
  writeQueueOperation(session, "enqueue", command);
  writeQueueOperation(session, "dequeue");
  session.typed(`! ${command}`);
  session.user(session.main, `<bash-input>${command}</bash-input>`);
  return command;
}

/**
 * A background task has ended: through the queue and as a user entry, and
 * it was not typed.
 */
export function notification(session: Session): string {
  const text = notificationText(session);
  writeQueueOperation(session, "enqueue", text);
  // Real files have notifications without the dequeue.
  if (session.random.chance(0.7)) writeQueueOperation(session, "dequeue");
  const fields = session.since("2.1.197")
    ? { origin: { kind: "task-notification" }, promptSource: "sdk" }
    : { permissionMode: "default" };
  session.user(session.main, text, fields);
  return text;
}

/** The same in the middle of a turn, where no user entry follows. */
export function notifyMeanwhile(session: Session): void {
  const { call, outcome } = startCall(session);
  const prompt = notificationText(session);
  writeQueueOperation(session, "enqueue", prompt);
  writeQueueOperation(session, "remove");
  session.results(session.main, [[call, outcome]]);
  if (!session.since("2.1.197")) return;
  writeAttachment(session, {
    type: "queued_command",
    prompt,
    commandMode: "task-notification",
  });
}

function notificationText(session: Session): string {
  const { random } = session;
  return session.injected(
    "taskNotification",
    [
      "<task-notification>",
      `<task-id>${random.hex(7)}</task-id>`,
      "<status>completed</status>",
      '<summary>Agent "berths" completed</summary>',
      `<result>${injectedWords(random)}</result>`,
      "</task-notification>",
      "Read the output file to retrieve the result: /tmp/tasks/x.output",
    ].join("\n"),
  );
}

/**
 * Words typed while a tool ran, handed to the model within the turn; no user
 * entry ever holds them.
 */
export function typeMeanwhile(session: Session): void {
  const { call, outcome } = startCall(session);
  const words = promptWords(session.random).trim();
  writeQueueOperation(session, "enqueue", words);
  const timestamp = session.time;
  session.typed(words);
  writeProgress(session, call);
  writeQueueOperation(session, "remove");
  session.results(session.main, [[call, outcome]]);
  if (!session.since("2.1.197")) return;
  writeAttachment(session, {
    type: "queued_command",
    prompt: words,
    commandMode: "prompt",
    origin: { kind: "human" },
    timestamp,
  });
}

/** Typed, and fetched back into the input box. */
export function takeBack(session: Session): void {
  const words = session.injected(
    "withdrawn",
    `taken back ${session.random.hex(8)}`,
  );
  writeQueueOperation(session, "enqueue", words);
  writeQueueOperation(session, "popAll", words);
}

export function writeQueueOperation(
  session: Session,
  operation: string,
  content?: string,
): void {
  const words = content === undefined ? {} : { content };
  session.writeLoose({
    type: "queue-operation",
    operation,
    timestamp: session.tick(),
    sessionId: session.sessionId,
    ...words,
  });
}
