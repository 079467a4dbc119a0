/**
 * A transcript with what Claude Code 2.1.197 notes of our hooks, shaped as the
 * real client writes it: a hook that prints has a `hook_success` and its text,
 * UserPromptSubmit its text alone, Stop a summary, a silent hook nothing.
 */

import {
  callBlock,
  resultBlock,
  said,
  textBlock,
} from "../generator/entries.ts";

export interface Traced {
  readonly cwd: string;
  readonly version: string;
  /** ISO time of the first entry. */
  readonly from: string;
  /** What SessionStart and UserPromptSubmit gave; undefined leaves no trace. */
  readonly started: string | undefined;
  readonly prompted: string | undefined;
  /** How long SessionStart and Stop took. */
  readonly startMs: number;
  readonly stopMs: number | undefined;
  /** Other attachments, whole. */
  readonly more: readonly object[];
  /** Whether Claude Code offers our agents. */
  readonly listed: boolean;
}

const COMMAND = "${CLAUDE_PLUGIN_ROOT}/bin/memory-keeper hook";

export function tracedTranscript(id: string, given: Partial<Traced>): string {
  const traced: Traced = {
    cwd: "/nowhere",
    version: "2.1.197",
    from: "2026-02-01T17:00:00.000Z",
    started: "Memory of the project: nothing yet.",
    prompted:
      "Rules for this project, repeated so that they are not forgotten:\n1. Ask.",
    startMs: 245,
    stopMs: 180,
    more: [],
    listed: true,
    ...given,
  };
  let count = 0;
  const entry = (fields: object) => ({
    parentUuid: null,
    isSidechain: false,
    ...fields,
    uuid: `${id.slice(0, 8)}-0000-4000-8000-${
      String(++count).padStart(12, "0")
    }`,
    timestamp: new Date(Date.parse(traced.from) + count * 1000).toISOString(),
    cwd: traced.cwd,
    sessionId: id,
    version: traced.version,
    gitBranch: "main",
  });
  const attach = (attachment: object) => ({ attachment, type: "attachment" });
  const entries = [
    ...startTraces(traced).map(attach),
    said("user", "Spring tides come an hour late. Why?"),
    ...(traced.listed ? [attach(LISTING)] : []),
    ...promptTraces(traced).map(attach),
    ...["one", "two"].flatMap((name) => [
      said("assistant", [
        callBlock(`toolu_${name}`, "Bash", { command: `echo ${name}` }),
      ]),
      said("user", [resultBlock(`toolu_${name}`, name)]),
    ]),
    ...traced.more.map(attach),
    said("assistant", [
      textBlock("We round once, at the end: `highWater()` rounded twice."),
    ]),
    ...stopTraces(traced),
  ];
  return entries.map((one) => `${JSON.stringify(entry(one))}\n`).join("");
}

const LISTING = {
  type: "agent_listing_delta",
  addedTypes: ["Explore", "memory-keeper:delta-summarizer"],
  removedTypes: [],
};

function startTraces({ started, startMs }: Traced): object[] {
  if (started === undefined) return [];
  const output = {
    hookSpecificOutput: {
      hookEventName: "SessionStart",
      additionalContext: started,
    },
  };
  return [
    {
      type: "hook_success",
      hookName: "SessionStart:startup",
      hookEvent: "SessionStart",
      content: "",
      stdout: `${JSON.stringify(output)}\n`,
      stderr: "",
      exitCode: 0,
      command: `${COMMAND} session-start`,
      durationMs: startMs,
    },
    contextOf("SessionStart", started),
  ];
}

const promptTraces = ({ prompted }: Traced) =>
  prompted === undefined ? [] : [contextOf("UserPromptSubmit", prompted)];

export const contextOf = (event: string, text: string) => ({
  type: "hook_additional_context",
  content: [text],
  hookName: event,
  toolUseID: event,
  hookEvent: event,
});

/** How the client shows a text that is longer than it may be. */
export const cutOff = (text: string) =>
  `<persisted-output>\nOutput too large (11.8KB). Full output saved to: /x\n\n` +
  `Preview (first 2KB):\n${text}`;

export const failed = (event: string, word: string, stderr: string) => ({
  type: "hook_non_blocking_error",
  hookName: event,
  hookEvent: event,
  stderr: `Failed with non-blocking status code: ${stderr}`,
  stdout: "",
  exitCode: 1,
  command: `${COMMAND} ${word}`,
  durationMs: 28,
});

export const timedOut = (event: string, word: string, timeoutMs: number) => ({
  type: "hook_cancelled",
  hookName: event,
  hookEvent: event,
  command: `${COMMAND} ${word}`,
  durationMs: timeoutMs + 16,
  timedOut: true,
  timeoutMs,
});

const stopTraces = ({ stopMs }: Traced) =>
  stopMs === undefined ? [] : [{
    type: "system",
    subtype: "stop_hook_summary",
    hookCount: 1,
    hookInfos: [{ command: `${COMMAND} stop`, durationMs: stopMs }],
    hookErrors: [],
    hasOutput: false,
  }];
