// Subagents of a generated session. Where their work is depends on the
// version of the client:
//   sidechain  in the session's file, marked `isSidechain`, without agent id
//   progress   in the session's file, nested in `agent_progress` entries; only
//              the prompt, tool calls and results, never what the agent said
//   folder     in `<session>/subagents/agent-<id>.jsonl` with a `.meta.json`
//   none       nowhere; only the call and its result tell of the agent

import { writeProgress } from "./noise.ts";
import { notification } from "./queue.ts";
import type { Call, Json, Outcome, Session, Thread } from "./session.ts";
import { anyTool, failure } from "./tools.ts";
import { answerWords, injectedWords } from "./words.ts";

/** An agent that the session waits for, or two side by side. */
export function runAgents(session: Session): void {
  const count = session.random.chance(0.3) ? 2 : 1;
  const calls = Array.from({ length: count }, () => {
    const prompt = `Survey the berths ${session.random.hex(6)}. 조사해 주세요.`;
    return {
      prompt,
      agentId: agentId(session),
      ...agentCall(session, "Explore", prompt),
    };
  });
  session.assistant(session.main, calls.map(({ block }) => block));
  for (const { call } of calls) writeProgress(session, call);
  const threads = calls.map(({ prompt, agentId, call }) =>
    agentThread(session, { prompt, agentId, call, type: "Explore" })
  );
  for (let step = 0; step < 2; step++) {
    for (const thread of threads) {
      if (thread !== undefined) agentStep(session, thread);
    }
  }
  calls.forEach(({ call, agentId, prompt }, index) => {
    const words = answerWords(session.random);
    const thread = threads[index];
    if (thread !== undefined && session.agentMode !== "progress") {
      session.assistant(thread, [session.text(thread, words)]);
    }
    session.results(session.main, [[
      call,
      agentOutcome(session, { agentId, prompt, words, type: "Explore" }),
    ]]);
  });
}

/**
 * An agent in the background: the call returns at once, a notification tells of
 * its end.
 */
export function runBackgroundAgent(session: Session): void {
  const prompt = `Count the boats ${session.random.hex(6)}`;
  const id = agentId(session);
  const { call, block } = agentCall(session, "general-purpose", prompt, {
    run_in_background: true,
  });
  session.assistant(session.main, [block]);
  const content = [{
    type: "text",
    text: `Async agent launched successfully.\nagentId: ${id} (internal ID)`,
  }];
  session.results(session.main, [[call, {
    content,
    toolUseResult: {
      isAsync: true,
      status: "async_launched",
      agentId: id,
      description: "count",
      prompt,
      outputFile: "/tmp/x",
    },
  }]]);
  if (session.agentMode === "folder") {
    const thread = agentThread(session, {
      prompt,
      agentId: id,
      call,
      type: "general-purpose",
    });
    if (thread !== undefined) {
      agentStep(session, thread);
      session.assistant(thread, [
        session.text(thread, answerWords(session.random)),
      ]);
    }
  }
  session.assistant(session.main, [
    session.text(session.main, answerWords(session.random)),
  ]);
  if (session.has("notifications")) notification(session);
}

/**
 * One of our own agents at work. Neither it nor the call that starts it may be
 * remembered.
 */
export function runOwnAgent(session: Session): void {
  const type = "memory-keeper:delta-summarizer";
  const prompt = `Record the delta ${session.random.hex(6)}`;
  const id = agentId(session);
  const { call, block } = agentCall(session, type, prompt, {}, true);
  session.assistant(session.main, [block]);
  const words = injectedWords(session.random);
  session.expected.neverStored.push(prompt, words);
  if (session.agentMode === "folder") {
    const thread = agentThread(session, {
      prompt,
      agentId: id,
      call,
      type,
      own: true,
    });
    if (thread !== undefined) {
      session.assistant(thread, [session.text(thread, words)]);
    }
  }
  session.results(session.main, [[
    call,
    agentOutcome(session, { agentId: id, prompt, words, type }),
  ]]);
}

interface AgentStart {
  prompt: string;
  agentId: string;
  call: Call;
  type: string;
  own?: boolean;
}

/**
 * The agent's thread with its first entry, the prompt that the assistant wrote
 * for it.
 */
function agentThread(session: Session, start: AgentStart): Thread | undefined {
  const { prompt, agentId, call, type } = start;
  if (session.agentMode === "none") return undefined;
  const thread: Thread = {
    agent: agentId,
    agentId,
    parentUuid: null,
    emit: () => {},
  };
  if (start.own) thread.own = true;
  if (session.agentMode === "sidechain") {
    delete thread.agentId;
    thread.emit = session.main.emit;
  } else if (session.agentMode === "progress") {
    thread.emit = (entry) => writeAgentProgress(session, start, entry);
  } else {
    const lines: string[] = [];
    const meta = {
      agentType: type,
      description: "survey",
      toolUseId: call.id,
      spawnDepth: 1,
    };
    session.subagents.push({ name: `agent-${agentId}`, lines, meta });
    thread.emit = (entry) => {
      lines.push(JSON.stringify(entry));
      if (session.has("progressBesideFiles") && !isSaid(entry)) {
        writeAgentProgress(session, start, entry);
      }
    };
    if (session.since("2.1.197")) thread.attribution = attribution(type);
  }
  const root = session.user(
    thread,
    session.agentMode === "progress"
      ? [{ type: "text", text: prompt }]
      : prompt,
  );
  if (session.agentMode === "sidechain") thread.agent = root;
  if (!start.own) session.injected("agentPrompt", prompt);
  return thread;
}

/**
 * While one of our skills runs, every agent's entries carry our plugin's name;
 * only `attributionAgent` tells whose.
 */
function attribution(type: string): Json {
  return type.startsWith("memory-keeper:")
    ? { attributionAgent: type, attributionPlugin: "memory-keeper" }
    : {
      attributionAgent: type,
      attributionSkill: "memory-keeper:search-memory",
      attributionPlugin: "memory-keeper",
    };
}

function agentStep(session: Session, thread: Thread): void {
  const { name, input, outcome } = anyTool(session);
  const { call, block } = session.call(thread, name, input);
  const speaks = session.agentMode !== "progress" && session.random.chance(0.6);
  session.assistant(
    thread,
    speaks
      ? [session.text(thread, answerWords(session.random)), block]
      : [block],
  );
  session.results(thread, [[
    call,
    session.random.chance(0.2) ? failure(session, name) : outcome,
  ]]);
}

/** What an agent says is not in progress entries, only what it does. */
function isSaid(entry: Json): boolean {
  return entry.type === "assistant" &&
    JSON.stringify(entry.message).includes('"content":[{"type":"text"');
}

function writeAgentProgress(
  session: Session,
  start: AgentStart,
  entry: Json,
): void {
  const { type, message, uuid, timestamp } = entry;
  session.chain(session.main, {
    type: "progress",
    data: {
      message: { type, message, uuid, timestamp },
      normalizedMessages: [],
      type: "agent_progress",
      prompt: start.prompt,
      agentId: start.agentId,
    },
    toolUseID: `agent_msg_01${session.random.hex(8)}`,
    parentToolUseID: start.call.id,
  });
}

function agentCall(
  session: Session,
  type: string,
  prompt: string,
  more: Json = {},
  own = false,
): { call: Call; block: Json } {
  const name = session.since("2.1.197") ? "Agent" : "Task";
  return session.call(session.main, name, {
    description: "survey",
    prompt,
    subagent_type: type,
    ...more,
  }, own);
}

function agentOutcome(
  session: Session,
  end: { agentId: string; prompt: string; words: string; type: string },
): Outcome {
  const said = [{ type: "text", text: end.words }];
  const tail = {
    type: "text",
    text: `agentId: ${end.agentId}\n<usage>total_tokens: 9</usage>`,
  };
  return {
    content: session.since("2.1.17") ? [...said, tail] : said,
    toolUseResult: {
      status: "completed",
      prompt: end.prompt,
      agentId: end.agentId,
      agentType: end.type,
      content: said,
      totalTokens: 9,
    },
  };
}

function agentId(session: Session): string {
  return session.since("2.1.197")
    ? `a${session.random.hex(16)}`
    : session.random.hex(7);
}
