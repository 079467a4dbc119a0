// What a transcript holds besides the conversation: snapshots, progress, hook
// output, system notes, marks of the session. Nothing of it may reach L1.

import type { Call, Json, Session } from "./session.ts";
import { injectedWords } from "./words.ts";

/** Before a prompt: newer versions keep copies of edited files and say so. */
export function writeSnapshot(session: Session, messageId: string): void {
  if (!session.has("snapshots") || !session.since("2.0.76")) return;
  const timestamp = session.time;
  session.writeLoose({
    type: "file-history-snapshot",
    messageId,
    snapshot: {
      messageId,
      trackedFileBackups: {
        "src/tide.ts": {
          backupFileName: `${session.random.hex(16)}@v1`,
          version: 1,
          note: session.padding,
        },
      },
      timestamp,
    },
    isSnapshotUpdate: session.random.chance(0.3),
  });
}

/**
 * While a tool runs. Versions of early 2026 wrote these; they were most of the
 * file.
 */
export function writeProgress(session: Session, call: Call): void {
  if (
    !session.has("progress") || !session.since("2.1.17") ||
    session.since("2.1.197")
  ) return;
  const kinds: Json[] = [{
    type: "hook_progress",
    hookEvent: "PreToolUse",
    hookName: `PreToolUse:${call.name}`,
    command: "callback",
  }];
  if (call.name === "Bash") {
    const output = injectedWords(session.random);
    for (const elapsedTimeSeconds of [2, 3]) {
      kinds.push({
        type: "bash_progress",
        output,
        fullOutput: output,
        elapsedTimeSeconds,
        totalLines: 1,
        timeoutMs: 120000,
      });
    }
  }
  if (call.name.startsWith("mcp__")) {
    kinds.push({
      type: "mcp_progress",
      status: "started",
      serverName: "harbour",
      toolName: "list_berths",
    });
  }
  if (call.name === "WebSearch") {
    kinds.push({ type: "query_update", query: "spring tide" });
  }
  for (const data of kinds) {
    session.chain(session.main, {
      type: "progress",
      data,
      toolUseID: `progress-${session.random.int(9)}`,
      parentToolUseID: call.id,
    });
  }
}

/** Output of a hook: to the model (`hook_additional_context`), and raw. */
export function writeHookAttachments(
  session: Session,
  hookEvent: string,
  toolUseID: string,
): void {
  if (!session.has("attachments") || !session.since("2.1.197")) return;
  const words = injectedWords(session.random);
  const hook = { hookName: `${hookEvent}:Bash`, toolUseID, hookEvent };
  const stdout = JSON.stringify({
    hookSpecificOutput: { hookEventName: hookEvent, additionalContext: words },
  });
  session.injected("hookOutput", stdout);
  writeAttachment(session, {
    type: "hook_success",
    ...hook,
    content: "",
    stdout,
    stderr: "",
    exitCode: 0,
    command: "hook.mjs",
  });
  session.injected("hookOutput", words);
  writeAttachment(session, {
    type: "hook_additional_context",
    content: [words],
    ...hook,
  });
  if (session.random.chance(0.4)) {
    writeAttachment(session, {
      type: "hook_system_message",
      content: session.injected("hookOutput", injectedWords(session.random)),
      ...hook,
    });
  }
}

/**
 * The memory this product hands to a session, coming back to it in the
 * transcript.
 */
export function writeInjectedMemory(session: Session): void {
  if (!session.has("injectedMemory")) return;
  const memory = `# Project Memory\n\n${
    injectedWords(session.random)
  }\n[MEMORY_KEEPER_DELTA] file=/tmp/x/delta/0a1b2c3d-1.txt`;
  session.injected("injectedMemory", memory);
  if (session.since("2.1.197")) {
    session.injected("hookOutput", memory);
    writeAttachment(session, {
      type: "hook_additional_context",
      content: [memory],
      hookName: "UserPromptSubmit",
      toolUseID: session.random.uuid(),
      hookEvent: "UserPromptSubmit",
    });
    return;
  }
  const reminder =
    `<system-reminder>\nUserPromptSubmit hook additional context: ${memory}\n</system-reminder>`;
  session.user(session.main, session.injected("meta", reminder), {
    isMeta: true,
  });
}

export function writeAttachment(
  session: Session,
  attachment: Json,
  extras: Json = {},
): string {
  return session.chain(
    session.main,
    { attachment, type: "attachment" },
    extras,
  );
}

/** Attachments that hold no words of anybody. */
export function writeListings(session: Session): void {
  if (!session.has("attachments") || !session.since("2.1.197")) return;
  const filename = `${session.cwd}/tide.ts`;
  const attachments: Json[] = [
    {
      type: "agent_listing_delta",
      addedTypes: ["Plan"],
      addedLines: ["- Plan"],
    },
    { type: "skill_listing", content: "- tide: look up tides", skillCount: 1 },
    { type: "command_permissions", allowedTools: [] },
    { type: "task_reminder", content: [], itemCount: 0 },
    {
      type: "file",
      filename,
      content: { type: "text", file: { filePath: filename, content: "tide" } },
      displayPath: "tide.ts",
    },
    { type: "kind-from-2031", payload: { deep: [1, 2, 3] } },
  ];
  for (const attachment of attachments) writeAttachment(session, attachment);
}

/** At the end of a turn. */
export function writeTurnEnd(session: Session): void {
  if (!session.has("systemEntries") || !session.since("2.0.76")) return;
  const { random } = session;
  session.chain(session.main, {
    type: "system",
    subtype: "stop_hook_summary",
    hookCount: 1,
    hookInfos: [{ command: "deno run hook.ts" }],
    hookErrors: [],
    preventedContinuation: false,
    stopReason: "",
    hasOutput: true,
    level: "suggestion",
  }, { toolUseID: random.uuid() });
  if (session.since("2.1.17")) {
    session.chain(session.main, {
      type: "system",
      subtype: "turn_duration",
      durationMs: random.int(90000),
    }, { isMeta: false });
  }
  if (session.version === "2.1.17" && random.chance(0.2)) {
    session.chain(session.main, {
      type: "system",
      subtype: "microcompact_boundary",
      content: "Context microcompacted",
      level: "info",
      microcompactMetadata: {
        trigger: "auto",
        preTokens: 60000,
        tokensSaved: 20000,
        compactedToolIds: [],
      },
    });
  }
}

/**
 * Repeated state of the session: no uuid, no time. The last prompt's words
 * stand in it a second time.
 */
export function writeMarks(session: Session, lastPrompt: string): void {
  const { random, sessionId } = session;
  if (session.has("unknownTypes") && random.chance(0.5)) {
    session.writeLoose({
      type: "entry-type-from-2031",
      sessionId,
      payload: { text: injectedWords(random), n: 1e21 },
    });
    session.chain(session.main, {
      type: "hologram",
      message: { role: "observer", content: injectedWords(random) },
    });
  }
  if (!session.has("sessionMarks") || !session.since("2.1.197")) return;
  session.writeLoose({
    type: "last-prompt",
    lastPrompt,
    leafUuid: session.main.parentUuid,
    sessionId,
  });
  session.writeLoose({
    type: "custom-title",
    customTitle: "harbour works",
    sessionId,
  });
  session.writeLoose({
    type: "agent-name",
    agentName: "harbour works",
    sessionId,
  });
  session.writeLoose({ type: "mode", mode: "normal", sessionId });
  session.writeLoose({
    type: "permission-mode",
    permissionMode: "default",
    sessionId,
  });
}

/** Titles of other sessions at the head of the file. */
export function writeTitles(session: Session): void {
  if (!session.has("titles") || session.since("2.1.42")) return;
  for (let left = session.random.int(3); left > 0; left--) {
    const summary = `Title ${session.random.hex(4)}: 潮位の表`;
    session.expected.titles.push(summary);
    session.writeLoose({
      type: "summary",
      summary,
      leafUuid: session.random.uuid(),
    });
  }
}
