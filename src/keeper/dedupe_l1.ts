/** Join session logs that hold the same session twice. */

import { listNames, readText, statFile } from "../store/read_file.ts";
import {
  listSessionIds,
  loadSessionState,
  saveSessionState,
} from "../store/session_state.ts";
import { type Store, withSessionLock } from "../store/store.ts";
import {
  type Join,
  linesMissing,
  planDedupe,
  type SessionLog,
  splitLines,
} from "../transcript/plan_dedupe.ts";

const LOCK_WAIT_MS = 5000;

export async function dedupeL1(
  store: Store,
  { dryRun }: { dryRun: boolean },
): Promise<readonly Join[]> {
  const joins = planDedupe(readLogs(store));
  if (!dryRun) { for (const join of joins) await carryOut(store, join); }
  return joins;
}

function readLogs({ layout }: Store): SessionLog[] {
  return listNames(layout.sessions)
    .filter((name) => name.endsWith(".l1.jsonl"))
    .map((name) => ({ name, lines: linesIn(`${layout.sessions}/${name}`) }));
}

function linesIn(path: string): string[] {
  return splitLines(readText(path, Infinity) ?? "");
}

/** First the lines, then the state that speaks of them, then the other file. */
async function carryOut(store: Store, { keep, remove }: Join): Promise<void> {
  const { layout, files } = store;
  const [kept, removed] = [keep, remove]
    .map((name) => `${layout.sessions}/${name}`) as [string, string];
  const stems = [keep, remove].map((name) => name.replace(/\.l1\.jsonl$/, ""));
  const owner = ownerOf(store, stems);
  const join = () => {
    // As they stand now: a hook may have written since the plan was made.
    const missing = linesMissing(linesIn(removed), linesIn(kept)).join("");
    if (missing !== "") files.appendLines(kept, missing);
    const loaded = owner ? loadSessionState(layout, owner) : undefined;
    if (owner && loaded?.state === "ok") {
      saveSessionState(files, layout, owner, {
        ...loaded.value,
        stem: stems[0] as string,
        l1Bytes: statFile(kept)?.size ?? 0,
        entries: linesIn(kept).length,
        mixed: true,
      });
    }
    files.remove(removed);
  };
  if (owner === undefined) return join();
  const claim = { who: "dedupe-l1", waitMs: LOCK_WAIT_MS };
  await withSessionLock(store, owner, claim, join);
}

/** The session whose state speaks of one of these files, of the first if it can be. */
function ownerOf(
  { layout }: Store,
  stems: readonly string[],
): string | undefined {
  const owners = new Map(
    listSessionIds(layout).map((id) => {
      const loaded = loadSessionState(layout, id);
      return [loaded.state === "ok" ? loaded.value.stem : "", id];
    }),
  );
  return stems.map((stem) => owners.get(stem)).find((id) => id !== undefined);
}
