/**
 * Prompts that were not typed: Claude Code reports the end of a background
 * task, and delivers the messages of other agents and sessions, as prompts.
 */

const NOTICE =
  /^\s*(?:<system-reminder>\s*)?(?:Another Claude session sent a message:\s*)?<(?:task-notification|agent-message|cross-session-message)[\s>]/;

export const isNotice = (prompt: string) => NOTICE.test(prompt);
