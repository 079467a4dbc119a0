/**
 * A transcript that grows as Claude Code writes it: turn by turn, and within a
 * turn up to the next results of tool calls, so that hooks can run in between.
 * What it must leave in L1 is known from how it was made.
 */

import { Session } from "../generator/session.ts";
import { generateTurns } from "../generator/turns.ts";
import {
  emptyExpected,
  type Expected,
  type GeneratedTranscript,
  type GeneratorOptions,
} from "../generator/types.ts";

export interface Step {
  readonly lines: readonly string[];
  /** How many tool calls got their results with these lines. */
  readonly results: number;
}

export interface Turn {
  /** What the user typed, as the event has it. */
  readonly prompt: string;
  readonly steps: readonly Step[];
}

export type GrowingOptions = GeneratorOptions & {
  readonly sessionId: string;
  readonly startedAt: string;
};

export class GrowingTranscript {
  readonly path: string;
  readonly lines: string[] = [];
  /** Whether it is a fork or has one: who has which entries is theirs to tell. */
  isShared = false;
  /** What L1 must hold of it; of a fork, at least what is its own. */
  readonly expected: Expected = emptyExpected();
  #runs = 0;

  constructor(readonly dir: string, readonly options: GrowingOptions) {
    this.path = `${dir}/${options.sessionId}.jsonl`;
    Deno.mkdirSync(dir, { recursive: true });
  }

  get id(): string {
    return this.options.sessionId;
  }

  /** The turns of one sitting; the session goes on if it has begun. */
  *turns(
    count: number,
    startedAt = this.options.startedAt,
    features: GeneratorOptions["features"] = {},
  ): Generator<Turn> {
    const run = `sitting ${this.#runs++}`;
    const session = new Session({
      ...this.options,
      startedAt,
      features: { ...this.options.features, ...features },
    }, run);
    const isContinued = this.lines.length > 0;
    for (const lines of generateTurns(session, count, isContinued)) {
      const prompt = session.expected.userTexts[0]?.text || "Go on.";
      addExpected(this.expected, session.expected);
      session.expected = emptyExpected();
      yield { prompt, steps: stepsOf(lines) };
    }
  }

  append(lines: readonly string[]): void {
    this.lines.push(...lines);
    const text = lines.map((line) => `${line}\n`).join("");
    Deno.writeTextFileSync(this.path, text, { append: true });
  }

  /** A session that repeats all of this one under its own id, and goes on. */
  fork(options: GrowingOptions): GrowingTranscript {
    const fork = new GrowingTranscript(this.dir, options);
    fork.append(this.lines.map((line) =>
      line.replaceAll(
        `"sessionId":"${this.id}"`,
        `"sessionId":"${options.sessionId}"`,
      )
    ));
    fork.isShared = this.isShared = true;
    return fork;
  }

  /** As the comparison with L1 wants it. */
  asGenerated(): GeneratedTranscript {
    const { id, lines, expected, options } = this;
    const made = { options, leafUuid: null, endedAt: options.startedAt };
    return { sessionId: id, lines, subagents: [], expected, made };
  }
}

function addExpected(sum: Expected, more: Expected): void {
  sum.userTexts.push(...more.userTexts);
  sum.userRemarks.push(...more.userRemarks);
  sum.assistantTexts.push(...more.assistantTexts);
  sum.toolCalls.push(...more.toolCalls);
  sum.summaries.push(...more.summaries);
  sum.titles.push(...more.titles);
  sum.injectedTexts.push(...more.injectedTexts);
  sum.neverStored.push(...more.neverStored);
}

/** Parallel calls get their results together: a step ends behind the last. */
function stepsOf(lines: readonly string[]): Step[] {
  const steps: Step[] = [];
  let at = 0;
  let results = 0;
  lines.forEach((line, i) => {
    if (isResult(line)) results++;
    const next = lines[i + 1];
    const isLast = next === undefined;
    if (isLast || (results > 0 && isResult(line) && !isResult(next))) {
      steps.push({ lines: lines.slice(at, i + 1), results });
      [at, results] = [i + 1, 0];
    }
  });
  return steps;
}

const isResult = (line: string) => line.includes('"type":"tool_result"');
