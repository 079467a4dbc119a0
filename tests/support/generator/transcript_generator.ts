// Makes Claude Code transcripts for tests: seeded, in the shapes of five
// versions of the client, together with what a reader is expected to find. The
// words are invented. The shapes follow real transcripts; where they differ by
// version, the other files in this folder say how.

import { Session } from "./session.ts";
import { generateTurns } from "./turns.ts";
import {
  emptyExpected,
  type Expected,
  type GeneratedTranscript,
  type GeneratorOptions,
} from "./types.ts";

export type * from "./types.ts";
export { VERSIONS } from "./types.ts";

const DEFAULT_TURNS = 12;

export function generateTranscript(
  options: GeneratorOptions,
): GeneratedTranscript {
  const session = new Session(options);
  const turns = generateTurns(session, options.turns ?? DEFAULT_TURNS);
  return finish(session, [...turns].flat(), options);
}

/**
 * The lines of one long session until they add up to `bytes`, for files larger
 * than memory: nothing is kept.
 */
export function* generateLines(
  options: GeneratorOptions & { bytes: number },
): Generator<string> {
  const session = new Session(options);
  const encoder = new TextEncoder();
  let written = 0;
  for (const turn of generateTurns(session, Infinity)) {
    session.expected = emptyExpected();
    session.subagents.length = 0;
    for (const line of turn) {
      yield line;
      written += encoder.encode(line).length + 1;
      if (written >= options.bytes) return;
    }
  }
}

/**
 * What `--fork-session` writes: every entry of the parent with its uuid and
 * time under the new session id, then new work. The parent's agent files stay
 * with the parent.
 */
export function forkTranscript(
  parent: GeneratedTranscript,
  sessionId: string,
  extraTurns: number,
  seed: number,
): GeneratedTranscript {
  const { options, leafUuid, endedAt } = parent.made;
  const forked = { ...options, seed, sessionId, startedAt: endedAt };
  const session = new Session(forked, `fork ${sessionId}`);
  session.main.parentUuid = leafUuid;
  session.expected = withoutAgentFiles(parent);
  const lines = parent.lines.map((line) =>
    line.replaceAll(
      `"sessionId":"${parent.sessionId}"`,
      `"sessionId":"${sessionId}"`,
    )
  );
  const turns = generateTurns(session, extraTurns, true);
  return finish(session, [...lines, ...[...turns].flat()], forked);
}

/**
 * Writes `<dir>/<sessionId>.jsonl` and the agents' files next to it; returns the
 * path of the former.
 */
export async function writeTranscript(
  dir: string,
  transcript: GeneratedTranscript,
): Promise<string> {
  const base = `${dir}/${transcript.sessionId}`;
  await Deno.mkdir(dir, { recursive: true });
  await Deno.writeTextFile(`${base}.jsonl`, fileText(transcript.lines));
  for (const { name, lines, meta } of transcript.subagents) {
    await Deno.mkdir(`${base}/subagents`, { recursive: true });
    await Deno.writeTextFile(
      `${base}/subagents/${name}.jsonl`,
      fileText(lines),
    );
    if (meta !== undefined) {
      await Deno.writeTextFile(
        `${base}/subagents/${name}.meta.json`,
        JSON.stringify(meta),
      );
    }
  }
  return `${base}.jsonl`;
}

function fileText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function finish(
  session: Session,
  lines: string[],
  options: GeneratorOptions,
): GeneratedTranscript {
  const { sessionId, subagents, expected, main, time } = session;
  return {
    sessionId,
    lines,
    subagents,
    expected,
    made: { options, leafUuid: main.parentUuid, endedAt: time },
  };
}

function withoutAgentFiles(parent: GeneratedTranscript): Expected {
  const expected = structuredClone(parent.expected);
  if (parent.subagents.length === 0) return expected;
  const isMain = ({ agent }: { agent?: string }) => agent === undefined;
  expected.assistantTexts = expected.assistantTexts.filter(isMain);
  expected.toolCalls = expected.toolCalls.filter(isMain);
  expected.notUserWords.agentPrompt = 0;
  return expected;
}
