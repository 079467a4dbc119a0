/**
 * A delta's answer becomes a section of memory.md and facts: one transaction,
 * known by the delta's session and entries, so that doing it again, or dying
 * anywhere in it, never loses or doubles a section or a fact.
 */

import { QuotableLog } from "../knowledge/evidence.ts";
import { quotableDelta, quotableEntries } from "./_quotable_entries.ts";
import { type AgentAnswer, readAgentAnswer } from "./_agent_answer.ts";
import { readL1 } from "../session/log_file.ts";
import { readText } from "../store/read_file.ts";
import type { Delta, SessionState } from "../session/session_state.ts";
import { type Session, withSession } from "../session/session.ts";
import type { Snapshot } from "../session/snapshot.ts";
import { type Claim, type Store, withJournal } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { dayOf } from "../base/utc_time.ts";
import { closeFence } from "../base/markdown_fence.ts";
import { workLines } from "../digest/work_lines.ts";
import { readStretch } from "./_stretch.ts";
import { workTimeOf } from "../memory/work_time.ts";
import { appendSection, replaceSection } from "../memory/append_section.ts";
import {
  checkFacts,
  keepFacts,
  type KeptFacts,
} from "../knowledge/keep_facts.ts";
import { changeDelta } from "../session/waiting_deltas.ts";

type Committed =
  | {
    readonly kind: "committed";
    readonly facts: KeptFacts;
    /** memory.md with the section, if that was new. */
    readonly memory: string | undefined;
  }
  | { readonly kind: "gone" }
  | Extract<AgentAnswer, { readonly kind: "refused" }>;

/** With `holder` only while that agent has the delta. */
export async function commitDelta(
  store: Store,
  world: World,
  { sessionId, deltaId, message, holder }: {
    readonly sessionId: string;
    readonly deltaId: string;
    readonly message: unknown;
    readonly holder?: string;
  },
  claim: Claim,
  snapshot?: Snapshot,
): Promise<Committed> {
  const answer = readAgentAnswer(message);
  return await withSession(store, sessionId, claim, async (one) => {
    const { state } = one;
    const delta = state?.deltas.find(({ id }) => id === deltaId);
    if (state === undefined || delta === undefined) return { kind: "gone" };
    const isMine = holder === undefined || delta.agent?.id === holder;
    if (!isMine) return { kind: "gone" };
    if (answer.kind === "refused") {
      changeDelta(one, deltaId, ({ agent: _, ...free }) => free);
      return answer;
    }
    const log = logOf(store, state, delta);
    const verified = checkFacts(store, answer.factsJson ?? [], log);
    const session = { sessionId, stem: state.stem };
    const stretch = readStretch(store, state, delta);
    const work = workTimeOf(stretch.entries);
    let memory: string | undefined;
    const facts = await withJournal(store, claim, () => {
      // Facts first: a section that is there has its facts, wherever we die.
      // If they cannot be written, the words are kept all the same.
      try {
        const day = work ? dayOf(work.to) : delta.createdAt.slice(0, 10);
        return keepFacts(store, world, { ...session, day }, verified);
      } finally {
        const { from, to, createdAt: since, branch, commit } = delta;
        const lines = workLines(stretch.log, {
          ...stretch,
          isOver: state.ended !== undefined,
          project: store.project.root,
        });
        const text = withLines(answer.text, lines);
        const range = { from, to };
        const section = { session, range, since, branch, commit, work, text };
        memory = delta.replaces &&
            replaceSection(store, world, section, delta.replaces) ||
          appendSection(store, world, section, one.snapshot);
      }
    });
    settleDeltas(one, [deltaId]);
    return { kind: "committed", facts, memory };
  }, snapshot);
}

/** Whatever the words leave out, what was done follows them. */
function withLines(text: string, lines: readonly string[]): string {
  return lines.length === 0
    ? text
    : `${closeFence(text.trimEnd())}\n\n${lines.join("\n")}`;
}

/** What the agent was shown; the rest of the log only if it quotes that. */
function logOf(
  { layout }: Store,
  { stem, l1Bytes }: SessionState,
  { file }: Delta,
): QuotableLog {
  return new QuotableLog(
    quotableDelta(readText(layout.delta(file)) ?? ""),
    () => quotableEntries(readL1(layout.l1(stem), 0, l1Bytes)),
  );
}

/** Forget deltas whose entries are in memory, or are not wanted there. */
export function settleDeltas(session: Session, ids: readonly string[]): void {
  const { store: { layout, files }, state } = session;
  if (state === undefined) return;
  const deltas = state.deltas.filter(({ id }) => !ids.includes(id));
  const summarizedTo = deltas[0]?.from ?? state.cutTo;
  // A delta without its text could not be given to an agent: the state first.
  session.save({ ...state, deltas, summarizedTo });
  for (const { id, file } of state.deltas) {
    if (ids.includes(id)) files.remove(layout.delta(file));
  }
}
