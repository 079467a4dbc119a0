/**
 * The sessions that the probes use. Each is run once for a client, however many
 * probes need it.
 */

import type { Client } from "../../tests/client/support/claude_code.ts";
import type {
  Lane,
  Step,
  ToolCall,
} from "../../tests/client/support/scripted_model.ts";
import { type Evidence, resultsOf } from "./evidence.ts";
import { context, type HookEntry, hooksFile, Lab, type Order } from "./lab.ts";
import { MODULE } from "./module_text.ts";

/** Every event that the product registers or is going to. */
export const EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
  "SessionEnd",
] as const;

const PLAIN: readonly HookEntry[] = [{}];

/** hooks.json with all of them; some may have several hooks. */
export const allEvents = (
  special: Readonly<Record<string, readonly HookEntry[]>> = {},
  rest: Readonly<Record<string, unknown>> = {},
) =>
  hooksFile({
    ...Object.fromEntries(EVENTS.map((event) => [event, PLAIN])),
    ...special,
  }, rest);

const bash = (command: string): ToolCall => ({
  name: "Bash",
  input: { command, description: "Work" },
});

const clerk = (more: Record<string, unknown>): ToolCall => ({
  name: "Agent",
  input: {
    description: "Write",
    prompt: "Write it down",
    subagent_type: "lab:clerk",
    ...more,
  },
});

/** Late enough for asynchronous hooks. */
const later = (step: Step): Step => ({ delayMs: 400, ...step });

export const DONE = "All of it is done.";
export const NOTED = "Noted, thank you.";
export const REPORT = "The report of the clerk.";

/** What the hooks print in the work session; also just below and above the limit. */
export const TEXTS = {
  start: "Context of the start 7411",
  prompt: `Context of the prompt 7412${"x".repeat(9_974)}`,
  long: `Context too long 7413${"y".repeat(9_966)}7413 ends here`,
  tool: "Context of a tool 7414",
  stop: "Context of the stop 7415",
} as const;

const work: Order = {
  hooks: allEvents({
    UserPromptSubmit: [{ part: "1" }, { part: "2" }],
    PostToolUse: [{ async: true }],
  }),
  said: {
    SessionStart: context("SessionStart", TEXTS.start),
    UserPromptSubmit1: context("UserPromptSubmit", TEXTS.prompt),
    UserPromptSubmit2: context("UserPromptSubmit", TEXTS.long),
    PostToolUse: context("PostToolUse", TEXTS.tool),
    Stop: context("Stop", TEXTS.stop),
  },
  script: {
    main: [
      { tools: [bash("echo one")] },
      later({ tools: [bash("mkdir sub && cd sub")] }),
      later({ tools: [bash("exit 3")] }),
      later({ text: DONE }),
    ],
  },
};

/** Parts of an agent's text, as many as the product hands over at most. */
export const PARTS = Array.from({ length: 12 }, (_, n) => `${n + 1}`);
export const partText = (part: string) => `Part ${part} of the text.`;

const foreground: Order = {
  hooks: allEvents({ SubagentStart: PARTS.map((part) => ({ part })) }),
  said: Object.fromEntries(
    PARTS.map((part) => [
      `SubagentStart${part}`,
      context("SubagentStart", partText(part)),
    ]),
  ),
  script: {
    main: [{ tools: [clerk({ run_in_background: false })] }, { text: DONE }],
    clerk: [{ text: REPORT }],
  },
};

const BACKGROUND_MS = 1_500;

/** The agent ends after the turn, so that its end needs a turn of its own. */
const background = (more: Record<string, unknown>): Order => ({
  hooks: allEvents(),
  output: "json",
  script: {
    main: [{ tools: [clerk(more)] }, { text: DONE }, { text: NOTED }],
    clerk: [{ text: REPORT, delayMs: BACKGROUND_MS }],
  },
});

/** Newer clients have the verdict in the answer, older ones ask for it. */
const verdict: Lane = ({ text }) => ({
  text: text.includes("<severity>N</severity>")
    ? "<severity>0</severity>"
    : "<block>no</block>",
});

const inAutoMode = (order: Order, clerk: Step): Order => ({
  ...order,
  mode: "auto",
  script: { ...order.script, clerk: [clerk], verdict },
});

const SO_FAR = "What was done so far";
export const SUMMARY = `<summary>${SO_FAR}</summary>`;
export const KEEP = "Keep the harbour's name word for word.";

const TOO_LONG: Step = {
  error: {
    status: 400,
    type: "invalid_request_error",
    message: "prompt is too long: 208310 tokens > 200000 maximum",
  },
};

/** Older clients do not compact a conversation of fewer steps. */
const STEPS_TO_COMPACT = 3;

const compaction: Order = {
  hooks: allEvents(),
  said: { PreCompact: KEEP },
  script: {
    // Some versions try a request again before they compact.
    main: ({ index, text }) => {
      if (index < STEPS_TO_COMPACT) return { tools: [bash(`echo ${index}`)] };
      return text.includes(SO_FAR) ? { text: DONE } : TOO_LONG;
    },
    compact: [{ text: SUMMARY }],
  },
};

export const COMPLETION = "A line from the small model.";

const module: Order = {
  hooks: allEvents({}, { modules: ["./module.ts"] }),
  module: MODULE,
  script: {
    main: [{ tools: [bash("mkdir sub && cd sub")] }, { text: DONE }],
    scribe: [{ text: COMPLETION }],
  },
};

const short = (hooks: string): Order => ({
  hooks,
  script: { main: [{ text: DONE }] },
});

const badEvent = short(allEvents({ Stopp: PLAIN }));

const badGuard = short(
  allEvents().replace(
    '"hooks":{',
    '"hooks":{"PreToolUse":[{"hooks":[{"type":"comand"}]}],',
  ),
);

const ORDERS = {
  work,
  foreground,
  background: background({}),
  notified: background({ run_in_background: true }),
  handBack: inAutoMode(foreground, { text: REPORT }),
  spoken: inAutoMode(foreground, { text: REPORT, isSpoken: true }),
  handBackLater: inAutoMode(
    background({ run_in_background: true }),
    { text: REPORT, delayMs: BACKGROUND_MS },
  ),
  compaction,
  module,
  badEvent,
  badGuard,
} satisfies Record<string, Order>;

export type ScenarioName = keyof typeof ORDERS | "fork" | "terminal";

/** The sessions of one client, run when they are first needed. */
export class Scenarios implements AsyncDisposable {
  readonly #known = new Map<string, Promise<Evidence>>();
  readonly #labs: Lab[] = [];

  constructor(readonly client: Client) {}

  of(name: ScenarioName): Promise<Evidence> {
    const known = this.#known.get(name);
    if (known) return known;
    const run = this.#run(name);
    this.#known.set(name, run);
    return run;
  }

  /** An unfinished session would make every "not yet" look right. */
  async #run(name: ScenarioName): Promise<Evidence> {
    if (name === "terminal") return this.lab().terminal(short(allEvents()));
    const evidence = name === "fork"
      ? await this.#fork()
      : await this.lab().session(ORDERS[name]);
    if (evidence.code !== 0 || resultsOf(evidence).length === 0) {
      throw new Error(`The session "${name}" ended with ${evidence.code}`);
    }
    return evidence;
  }

  /** A lab that is removed with the others. */
  lab(): Lab {
    const lab = new Lab(this.client);
    this.#labs.push(lab);
    return lab;
  }

  async #fork(): Promise<Evidence> {
    const lab = this.lab();
    const order = short(allEvents());
    const { events } = await lab.session(order);
    const id = String(events[0]?.payload["session_id"]);
    return await lab.session({
      ...order,
      args: ["--resume", id, "--fork-session"],
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const lab of this.#labs) await lab[Symbol.asyncDispose]();
  }
}
