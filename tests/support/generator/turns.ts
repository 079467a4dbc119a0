// The course of a generated session: turns, each with a prompt, some steps and
// an end, and a compaction now and then. Shapes are dealt like cards, so that a
// session of a dozen turns has seen nearly all of them.

import { opening } from "./calls.ts";
import { damageLines } from "./damage.ts";
import {
  writeInjectedMemory,
  writeListings,
  writeMarks,
  writeTitles,
  writeTurnEnd,
} from "./noise.ts";
import { plainPrompt, promptShapes } from "./prompts.ts";
import { writeQueueOperation } from "./queue.ts";
import type { Session } from "./session.ts";
import { oneCall, stepKinds } from "./steps.ts";
import { anyTool } from "./tools.ts";
import { answerWords, promptWords, type Random } from "./words.ts";

const TURNS_PER_COMPACTION = 5;

/**
 * The lines of each turn. `continued` turns follow others: nothing is at
 * the head.
 */
export function* generateTurns(
  session: Session,
  count: number,
  continued = false,
): Generator<string[]> {
  const prompts = deal(session.random, promptShapes(session));
  const steps = deal(session.random, stepKinds(session));
  if (!continued) writeTitles(session);
  for (let turn = 0; turn < count; turn++) {
    if (turn === 0 && !continued) {
      writeTurn(session, firstPrompt, steps);
    } else {
      writeTurn(session, prompts.next().value, steps);
    }
    if (turn % TURNS_PER_COMPACTION === TURNS_PER_COMPACTION - 2) {
      compact(session);
    }
    if (turn === count - 1) leaveUnfinished(session);
    const lines = damageLines(session, session.lines);
    session.lines = [];
    yield lines;
  }
}

/** Cards in an order by chance, again and again. */
function* deal<T>(random: Random, cards: readonly T[]): Generator<T, never> {
  while (true) yield* random.shuffle(cards);
}

type Write<T> = (session: Session) => T;

function writeTurn(
  session: Session,
  prompt: Write<string>,
  steps: Generator<Write<boolean | void>, never>,
): void {
  const { random } = session;
  const words = prompt(session);
  if (random.chance(0.3)) writeListings(session);
  if (random.chance(0.3)) writeInjectedMemory(session);
  let over = false;
  for (let left = 1 + random.int(3); left > 0 && !over; left--) {
    over = steps.next().value(session) === true;
  }
  if (!over) {
    const blocks = [
      ...opening(session),
      session.text(session.main, answerWords(random)),
    ];
    session.assistant(session.main, blocks);
  }
  writeTurnEnd(session);
  writeMarks(session, words);
}

/**
 * The first prompt, which the client may write after the first entries of its
 * answer.
 */
function firstPrompt(session: Session): string {
  const at = session.lines.length;
  const words = plainPrompt(session);
  if (
    session.has("latePrompt") && session.since("2.1.197") &&
    session.random.chance(0.5)
  ) {
    const prompt = session.lines.splice(at);
    oneCall(session);
    session.lines.splice(at + 1, 0, ...prompt);
  }
  return words;
}

function compact(session: Session): void {
  if (!session.has("compaction")) return;
  const { random, main } = session;
  if (session.since("2.0.76")) {
    const logicalParentUuid = main.parentUuid;
    main.parentUuid = null;
    session.chain(main, {
      logicalParentUuid,
      type: "system",
      subtype: "compact_boundary",
      content: "Conversation compacted",
      level: "info",
      compactMetadata: { trigger: "auto", preTokens: 160000 },
    }, { isMeta: false });
  }
  const summary =
    "This session is being continued from a previous conversation that ran out of context. " +
    `The summary below covers the earlier portion of the conversation.\n\nSummary:\n${
      answerWords(random)
    }`;
  session.expected.summaries.push(summary);
  session.user(main, summary, {
    isVisibleInTranscriptOnly: true,
    isCompactSummary: true,
  });
}

/**
 * A killed session: the last call has no result, and what was typed meanwhile
 * is still in the queue.
 */
function leaveUnfinished(session: Session): void {
  if (!session.has("unfinishedEnd")) return;
  const { name, input } = anyTool(session);
  session.assistant(session.main, [
    session.call(session.main, name, input).block,
  ]);
  if (!session.has("queue") || !session.since("2.0.76")) return;
  const words = promptWords(session.random).trim();
  writeQueueOperation(session, "enqueue", words);
  session.typed(words);
}
