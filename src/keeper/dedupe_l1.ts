/** Join session logs that hold the same session twice. */

import { shortId } from "../store/layout.ts";
import { listNames, readText, statFile } from "../store/read_file.ts";
import {
  listSessionIds,
  loadSessionState,
  saveSessionState,
} from "../store/session_state.ts";
import { type Store, withSessionLock } from "../store/store.ts";
import {
  type Join,
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
    .map((name) => ({
      name,
      lines: splitLines(readText(`${layout.sessions}/${name}`, Infinity) ?? ""),
    }));
}

/** First the lines, then the state that speaks of them, then the other file. */
async function carryOut(store: Store, join: Join): Promise<void> {
  const { layout, files } = store;
  const kept = `${layout.sessions}/${join.keep}`;
  const stem = join.keep.replace(/\.l1\.jsonl$/, "");
  const owner = listSessionIds(layout).find((id) =>
    stem.endsWith(`_${shortId(id)}`)
  );
  const add = () => {
    if (join.add.length > 0) files.appendLines(kept, join.add.join(""));
    const loaded = owner ? loadSessionState(layout, owner) : undefined;
    if (owner && loaded?.state === "ok") {
      saveSessionState(files, layout, owner, {
        ...loaded.value,
        stem,
        l1Bytes: statFile(kept)?.size ?? 0,
        entries: splitLines(readText(kept, Infinity) ?? "").length,
      });
    }
    files.remove(`${layout.sessions}/${join.remove}`);
  };
  if (owner === undefined) return add();
  const claim = { who: "dedupe-l1", waitMs: LOCK_WAIT_MS };
  await withSessionLock(store, owner, claim, add);
}
