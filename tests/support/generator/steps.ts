// What happens within a turn of a generated session: tool calls in every
// constellation, questions, refusals, interruptions, words typed meanwhile.

import { runAgents, runBackgroundAgent, runOwnAgent } from "./agents.ts";
import { opening, prepareCall, prepareSeveral, startCall } from "./calls.ts";
import { writeHookAttachments, writeProgress } from "./noise.ts";
import { notifyMeanwhile, takeBack, typeMeanwhile } from "./queue.ts";
import type { Call, Json, Outcome, Session } from "./session.ts";
import { failure } from "./tools.ts";
import { writeMeta } from "./user_entries.ts";
import { answerWords, promptWords } from "./words.ts";

/** Does something; `true` means that the turn is over. */
export type Step = (session: Session) => boolean | void;

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected " +
  "(eg. if it was a file edit, the new_string was NOT written to the file). ";

/** The steps this session may take; plain work is the most common. */
export function stepKinds(session: Session): Step[] {
  const steps: Step[] = [
    oneCall,
    oneCall,
    callsSideBySide,
    callsOneByOne,
    failedCall,
  ];
  const add = (step: Step, possible: boolean) => {
    if (possible) steps.push(step);
  };
  add(callsTogether, !session.since("2.1.17"));
  add(askUser, session.has("questions") && session.since("2.0.76"));
  add(rejectWithWords, session.has("rejections"));
  add(rejectAndStop, session.has("rejections") && session.has("interrupts"));
  add(approveWithWords, session.has("rejections") && session.since("2.1.17"));
  add(interrupt, session.has("interrupts"));
  add(apiError, session.has("apiErrors"));
  add(typeMeanwhile, session.has("queue") && session.since("2.0.76"));
  add(takeBack, session.has("queue") && session.since("2.0.76"));
  add(
    notifyMeanwhile,
    session.has("notifications") && session.has("queue") &&
      session.since("2.1.17"),
  );
  add(useSkill, session.has("metaEntries") && session.since("2.0.76"));
  add(useOwnSkill, session.has("slashCommands") && session.since("2.1.197"));
  add(runAgents, session.has("agents"));
  add(runBackgroundAgent, session.has("agents") && session.since("2.1.17"));
  // Nothing in sidechain and progress entries says whose agent it was, and our
  // agents are newer than both.
  add(
    runOwnAgent,
    session.has("ownAgents") && ["none", "folder"].includes(session.agentMode),
  );
  return steps;
}

export function oneCall(session: Session): void {
  const { call, outcome } = startCall(session);
  writeProgress(session, call);
  session.results(session.main, [[call, outcome]]);
  if (session.random.chance(0.3)) {
    writeHookAttachments(session, "PostToolUse", call.id);
  }
}

function failedCall(session: Session): void {
  const { call } = startCall(session);
  session.results(session.main, [[call, failure(session, call.name)]]);
}

/** Parallel calls whose results come in another order. */
function callsSideBySide(session: Session): void {
  const uses = prepareSeveral(session);
  session.assistant(session.main, [
    ...opening(session),
    ...uses.map(({ block }) => block),
  ]);
  for (const { call, outcome } of session.random.shuffle(uses)) {
    writeProgress(session, call);
    session.results(session.main, [[call, outcome]]);
  }
}

/** Calls of one message, each followed by its result. */
function callsOneByOne(session: Session): void {
  const messageId = session.messageId();
  const first = opening(session);
  if (first.length > 0) session.assistant(session.main, first, messageId);
  for (const { call, block, outcome } of prepareSeveral(session)) {
    session.assistant(session.main, [block], messageId);
    session.results(session.main, [[call, outcome]]);
  }
}

/** Parallel calls whose results come in one entry. */
function callsTogether(session: Session): void {
  const uses = prepareSeveral(session);
  session.assistant(session.main, [
    ...opening(session),
    ...uses.map(({ block }) => block),
  ]);
  session.results(
    session.main,
    session.random.shuffle(uses).map(({ call, outcome }) => [call, outcome]),
  );
}

function askUser(session: Session): void {
  const { random } = session;
  const question = `Which berth, ${random.hex(4)}?`;
  const answer = random.chance(0.5)
    ? "North pier (Recommended)"
    : promptWords(random).trim();
  const questions = [{
    question,
    header: "Berth",
    options: [{ label: "North pier (Recommended)", description: "calm" }],
    multiSelect: false,
  }];
  const { call, block } = session.call(session.main, "AskUserQuestion", {
    questions,
  });
  session.assistant(session.main, [block]);
  const content = session.since("2.1.197")
    ? `Your questions have been answered: "${question}"="${answer}". You can now continue with these answers in mind.`
    : `User has answered your questions: "${question}"="${answer}". You can now continue with the user's answers in mind.`;
  session.expected.userRemarks.push({ kind: "answer", text: answer });
  session.results(session.main, [[call, {
    content,
    toolUseResult: { questions, answers: { [question]: answer } },
  }]]);
}

/** Refused with an explanation; a parallel call then fails too. */
function rejectWithWords(session: Session): void {
  const refused = session.random.chance(0.3) && session.since("2.0.76")
    ? planCall(session)
    : prepareCall(session);
  const sibling = prepareCall(session);
  session.assistant(session.main, [refused.block, sibling.block]);
  const words = promptWords(session.random).trim();
  session.expected.userRemarks.push({ kind: "rejection", text: words });
  session.results(session.main, [[
    refused.call,
    rejection(
      `${REJECTED}To tell you how to proceed, the user said:\n${words}`,
    ),
  ]]);
  session.results(session.main, [[sibling.call, {
    content: "<tool_use_error>Sibling tool call errored</tool_use_error>",
    toolUseResult: "Sibling tool call errored",
    error: true,
  }]]);
}

function rejectAndStop(session: Session): true {
  const { call } = startCall(session);
  const refusal = rejection(
    `${REJECTED}STOP what you are doing and wait for the user to tell you how to proceed.`,
  );
  session.results(session.main, [[
    call,
    session.since("2.1.197")
      ? { ...refusal, toolUseResult: "User rejected tool use" }
      : refusal,
  ]]);
  writeInterrupt(session, "[Request interrupted by user for tool use]");
  return true;
}

/** Allowed, with a remark: it is next to the result in the same entry. */
function approveWithWords(session: Session): void {
  const { call, outcome } = startCall(session);
  session.results(session.main, [[call, {
    ...outcome,
    remark: promptWords(session.random).trim(),
  }]]);
}

/**
 * Esc while a tool runs or the model thinks: a call may stay without its result
 * for good.
 */
function interrupt(session: Session): true {
  if (session.random.chance(0.6)) startCall(session);
  else {session.assistant(session.main, [
      session.text(session.main, answerWords(session.random)),
    ]);}
  writeInterrupt(session, "[Request interrupted by user]");
  return true;
}

function apiError(session: Session): true {
  if (session.since("2.0.76") && session.has("systemEntries")) {
    session.chain(session.main, {
      type: "system",
      subtype: "api_error",
      level: "error",
      error: {},
      retryInMs: 600.5,
      retryAttempt: 1,
      maxRetries: 10,
    });
  }
  const block = session.text(
    session.main,
    `API Error: 529 overloaded ${session.random.hex(4)}`,
    true,
  );
  session.assistant(session.main, [block], session.random.uuid(), {
    error: "unknown",
    isApiErrorMessage: true,
    apiErrorStatus: 529,
  });
  return true;
}

function useSkill(session: Session): void {
  const { call, block } = session.call(session.main, "Skill", {
    skill: "tide",
    args: "spring",
  });
  session.assistant(session.main, [block]);
  session.results(session.main, [[call, {
    content: "Launching skill: tide",
    toolUseResult: { success: true, commandName: "tide" },
  }]]);
  writeMeta(session, [{
    type: "text",
    text: `Base directory for this skill: /skills/tide ${
      session.random.hex(4)
    }`,
  }], { sourceToolUseID: call.id });
}

/**
 * While one of our skills runs, the conversation itself carries our plugin's
 * name. It is still the conversation.
 */
function useOwnSkill(session: Session): void {
  const name = "memory-keeper:search-memory";
  session.typed(`/${name} berths`);
  session.user(
    session.main,
    `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n<command-args>berths</command-args>`,
  );
  session.main.attribution = {
    attributionSkill: name,
    attributionPlugin: "memory-keeper",
  };
  oneCall(session);
  session.assistant(session.main, [
    session.text(session.main, answerWords(session.random)),
  ]);
  delete session.main.attribution;
}

function planCall(session: Session): { call: Call; block: Json } {
  return session.call(session.main, "ExitPlanMode", {
    plan: "# Plan\n\nMoor all boats.",
  });
}

function rejection(content: string): Outcome {
  return { content, toolUseResult: `Error: ${content}`, error: true };
}

function writeInterrupt(session: Session, mark: string): void {
  const extras = session.since("2.1.197")
    ? { interruptedMessageId: session.messageId() }
    : {};
  session.user(session.main, [{
    type: "text",
    text: session.injected("interrupt", mark),
  }], extras);
}
