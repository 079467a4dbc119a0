/**
 * The shape of what Claude Code writes, in short: blocks, entries, and how it
 * tells of agents. What differs between versions is in session.ts.
 */

export const OWN = "memory-keeper:delta-summarizer";
export const FRAME =
  "[Subagent hand-back] The text below is the final report of a subagent. The report follows:";

export const textBlock = (text: string) => ({ type: "text", text });
export const callBlock = (id: string, name: string, input: object = {}) => ({
  type: "tool_use",
  id,
  name,
  input,
});
export const resultBlock = (id: string, content: unknown = "", more = {}) => ({
  tool_use_id: id,
  type: "tool_result",
  content,
  ...more,
});

/** What was said, without who wrote it down and when. */
export const said = (role: string, content: unknown) => ({
  type: role,
  message: { role, content },
});

let made = 0;
export const entry = (type: string, more: object) => ({
  parentUuid: null,
  isSidechain: false,
  type,
  uuid: `${String(++made).padStart(8, "0")}-0000-4000-8000-0123456789ab`,
  timestamp: new Date(Date.UTC(2026, 2, 1, 9, 0, made)).toISOString(),
  ...more,
});
export const user = (content: unknown, more: object = {}) =>
  entry("user", { ...said("user", content), ...more });
export const assistant = (block: object, more: object = {}) =>
  entry("assistant", { ...said("assistant", [block]), ...more });
export const says = (text: string, more: object = {}) =>
  assistant(textBlock(text), more);
export const call = (...given: Parameters<typeof callBlock>) =>
  assistant(callBlock(...given));
export const result = (...given: Parameters<typeof resultBlock>) =>
  user([resultBlock(...given)]);
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
