// The shapes of the transcript generator: what can be asked of it, what it
// makes, and what it knows about what it made.

export const VERSIONS = [
  "1.0.98",
  "2.0.76",
  "2.1.17",
  "2.1.42",
  "2.1.197",
] as const;

export type Version = typeof VERSIONS[number];

/** Where the work of subagents is written; see agents.ts. */
export type SubagentMode = "none" | "sidechain" | "progress" | "folder";

/**
 * What may occur, and whether it does when nothing is said. A version that
 * never had a thing leaves it out.
 */
export const FEATURES = {
  agents: true,
  /** Our own agents and the calls that start them, which memory leaves out. */
  ownAgents: true,
  thinking: true,
  images: true,
  slashCommands: true,
  bashInput: true,
  compaction: true,
  titles: true,
  snapshots: true,
  progress: true,
  queue: true,
  attachments: true,
  systemEntries: true,
  sessionMarks: true,
  apiErrors: true,
  interrupts: true,
  rejections: true,
  questions: true,
  reminders: true,
  notifications: true,
  metaEntries: true,
  injectedMemory: true,
  /**
   * The first prompt is written after the entries that answer it, as 2.1.197
   * does at times.
   */
  latePrompt: true,
  unknownTypes: true,
  /**
   * A call without its result and a queued prompt at the end of the file, as a
   * killed session leaves them.
   */
  unfinishedEnd: false,
  /**
   * Agents tell of their work in progress entries as well as in their files, as
   * 2.1.17 and 2.1.42 did. A fork has the former without the latter.
   */
  progressBesideFiles: false,
  repeatedEntries: false,
  blankLines: false,
  /** A line cut off in the middle, and lines that are JSON but no objects. */
  brokenLines: false,
  /** Two entries on one line. */
  gluedLine: false,
  /** A half-written entry with a whole one behind it on the same line. */
  cutThenGlued: false,
  crlf: false,
} as const satisfies Record<string, boolean>;

export type FeatureName = keyof typeof FEATURES;

export interface GeneratorOptions {
  seed: number;
  turns?: number;
  version?: Version;
  sessionId?: string;
  cwd?: string;
  startedAt?: string;
  subagents?: SubagentMode;
  features?: Partial<Record<FeatureName, boolean>>;
  /** Bytes of padding in each long tool result and snapshot. */
  heavy?: number;
}

export interface ExpectedText {
  text: string;
  /** The agent that said it; see AssistantText in slow_shapes.ts. */
  agent?: string;
  apiError?: true;
}

export interface ExpectedCall {
  id: string;
  name: string;
  result: "ok" | "error" | "missing";
  agent?: string;
}

/** Kinds of text that must never be stored as the user's words. */
export type InjectedKind =
  | "meta"
  | "systemReminder"
  | "hookOutput"
  | "taskNotification"
  | "commandOutput"
  | "interrupt"
  | "editorContext"
  | "otherSender"
  | "agentPrompt"
  | "withdrawn"
  /** Counted under the way it came as well. */
  | "injectedMemory";

/**
 * What a transcript holds, known from how it was made and not from parsing it.
 */
export interface Expected {
  /**
   * In the order of the file. `images` came with the words, which may be empty
   * then.
   */
  userTexts: { text: string; images: number }[];
  userRemarks: { kind: "answer" | "rejection" | "approval"; text: string }[];
  assistantTexts: ExpectedText[];
  toolCalls: ExpectedCall[];
  /** Summaries of compaction. */
  summaries: string[];
  /** `summary` entries: titles of sessions. */
  titles: string[];
  notUserWords: Record<InjectedKind, number>;
  /** The texts behind those counts. */
  injectedTexts: string[];
  /** Thinking, and all that our own agents read and wrote: in no list above. */
  neverStored: string[];
}

export interface GeneratedSubagent {
  /** `agent-<id>` */
  name: string;
  lines: string[];
  meta?: Record<string, unknown>;
}

export interface GeneratedTranscript {
  sessionId: string;
  /** Without the newline; a line ends in "\r" with the feature `crlf`. */
  lines: string[];
  subagents: GeneratedSubagent[];
  expected: Expected;
  /** How it was made and where it stopped, for a fork to go on from. */
  made: {
    options: GeneratorOptions;
    leafUuid: string | null;
    endedAt: string;
  };
}

export function emptyExpected(): Expected {
  return {
    userTexts: [],
    userRemarks: [],
    assistantTexts: [],
    toolCalls: [],
    summaries: [],
    titles: [],
    notUserWords: {
      meta: 0,
      systemReminder: 0,
      hookOutput: 0,
      taskNotification: 0,
      commandOutput: 0,
      interrupt: 0,
      editorContext: 0,
      otherSender: 0,
      agentPrompt: 0,
      withdrawn: 0,
      injectedMemory: 0,
    },
    injectedTexts: [],
    neverStored: [],
  };
}
