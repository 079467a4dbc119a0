/** `delta …`: work that waits for a summary. */

import { UserError } from "../../base/errors.ts";
import { Deadline } from "../../base/timeout.ts";
import { ingestAndCut } from "../../capture/ingest_and_cut.ts";
import { isOwnTranscript } from "../../capture/transcript_beginning.ts";
import { rotateMemory } from "../../memory/rotate_memory.ts";
import { localTime, plural } from "../../output/words.ts";
import { hereOf } from "../../base/local_stamp.ts";
import { renderTable } from "../../output/table.ts";
import { waitingDeltas } from "../../session/waiting_deltas.ts";
import { commitDelta } from "../../summary/commit_delta.ts";
import {
  chooseSession,
  discardDelta,
  findDelta,
  readDelta,
} from "../../summary/delta_by_hand.ts";
import { claimOf, type CommandCall } from "../command.ts";
import { readStdin } from "../read_stdin.ts";

export async function list({ keptStore, output, world }: CommandCall) {
  const store = await keptStore();
  const waiting = waitingDeltas(store);
  const rows = waiting.map(({ sessionId, state, delta }) => ({
    id: delta.id,
    session: sessionId,
    from: delta.from,
    to: delta.to,
    createdAt: delta.createdAt,
    asks: delta.asks,
    sessionEnded: state.ended !== undefined,
  }));
  output.result(
    { deltas: rows },
    () =>
      rows.length === 0 ? "No delta waits for a summary" : renderTable([
        ["id", "entries", "cut", "asked"],
        ...rows.map(({ id, from, to, createdAt, asks }) => [
          id,
          `${from}-${to}`,
          localTime(createdAt, hereOf(world)),
          `${asks} times`,
        ]),
      ]),
  );
}

export async function show({ args, keptStore, output }: CommandCall) {
  const [id = ""] = args.positionals;
  const text = readDelta(await keptStore(), id);
  output.result({ id, text }, () => text);
}

export async function cut({ args, keptStore, output, world }: CommandCall) {
  const store = await keptStore();
  const named = args.values.get("session");
  const { sessionId, transcript } = chooseSession(store, named);
  const isOwn = isOwnTranscript(store, transcript);
  const { cut } = await ingestAndCut({
    store,
    world,
    sessionId,
    payload: { transcriptPath: isOwn ? transcript : undefined },
    budget: new Deadline(60_000),
  }, { who: "delta cut", event: "tool", minChars: 0 });
  output.result(
    { session: sessionId, cut },
    () => cut === 0 ? "Nothing new to cut" : `Cut ${plural(cut, "delta")}`,
  );
  return cut === 0 ? 1 : 0;
}

export async function commit({ args, keptStore, output, world }: CommandCall) {
  const [deltaId = ""] = args.positionals;
  const store = await keptStore();
  const { sessionId } = findDelta(store, deltaId);
  const message = await readStdin();
  const claim = claimOf("delta commit");
  const commit = { sessionId, deltaId, message };
  const outcome = await commitDelta(store, world, commit, claim);
  if (outcome.kind === "refused") {
    throw new UserError("refused", `Not recorded: ${outcome.reason}`, [
      `Give a summary of the delta on stdin: memory-keeper delta show ${deltaId}`,
    ]);
  }
  if (outcome.kind === "gone") {
    throw new UserError(
      "refused",
      `Not recorded: delta "${deltaId}" was answered meanwhile`,
      ['Add to it with memory-keeper save "the text"'],
    );
  }
  const rotated = await rotateMemory(store, world, claim, outcome);
  const { kind } = outcome;
  const facts = outcome.facts.kept.length;
  const refused = outcome.facts.refused.length;
  output.result(
    {
      id: deltaId,
      outcome: kind,
      rotated: rotated?.archive ?? null,
      facts,
      refused,
    },
    () =>
      `Recorded ${deltaId} in ${store.layout.memory}` +
      (facts > 0 ? `, ${plural(facts, "fact")} kept` : "") +
      (refused > 0 ? `, ${plural(refused, "fact")} refused` : ""),
  );
}

export async function discard({ args, keptStore, output }: CommandCall) {
  const [id = ""] = args.positionals;
  const claim = claimOf("delta discard");
  await discardDelta(await keptStore(), id, claim);
  output.result({ id }, () => `${id} is left out of memory.md; L1 keeps it`);
}
