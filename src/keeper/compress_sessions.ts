/**
 * Tiers: old digests fold into weeks, old weeks into months, and logs older
 * than 30 days are gzipped. The finer file goes only after the coarser is on
 * disk; L1 keeps the whole.
 */

import { planTiers } from "../memory/tiers.ts";
import { gzipBytes } from "../store/gzip.ts";
import { listNames, readText, statFile } from "../store/read_file.ts";
import {
  isOpen,
  listSessionIds,
  loadSessionState,
} from "../store/session_state.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";
import type { World } from "../world.ts";

const DAY_MS = 24 * 60 * 60_000;
const GZIP_AFTER_DAYS = 30;

export interface Compressed {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly gzipped: readonly string[];
}

export async function compressSessions(
  store: Store,
  world: World,
  claim: Claim,
  { dryRun = false } = {},
): Promise<Compressed> {
  const { layout, files } = store;
  return await withStoreLock(store, claim, async () => {
    const now = world.now();
    const folds = planTiers(readTierFiles(store), now);
    const logs = oldLogs(store, now);
    if (!dryRun) {
      for (const { writes, removes } of folds) {
        for (const { name, text } of writes) {
          files.replace(`${layout.sessions}/${name}`, text);
        }
        for (const name of removes) files.remove(`${layout.sessions}/${name}`);
      }
      for (const name of logs) await gzipLog(store, name);
    }
    return {
      written: folds.flatMap(({ writes }) => writes.map(({ name }) => name)),
      removed: folds.flatMap(({ removes }) => removes),
      gzipped: logs,
    };
  });
}

/** Digests, weeks and months; digests of sessions that still wait are left. */
function readTierFiles({ layout }: Store) {
  const here = listNames(layout.sessions).filter((n) => n.endsWith(".md"));
  const months = listNames(`${layout.sessions}/archive`)
    .filter((name) => name.endsWith(".md")).map((name) => `archive/${name}`);
  const waiting = new Set(
    listSessionIds(layout).flatMap((id) => {
      const loaded = loadSessionState(layout, id);
      return loaded.state === "ok" && loaded.value.deltas.length > 0
        ? [`${loaded.value.stem}.md`]
        : [];
    }),
  );
  return [...here, ...months].filter((name) => !waiting.has(name))
    .map((name) => ({
      name,
      text: readText(`${layout.sessions}/${name}`) ?? "",
    }));
}

/** Logs of sessions that are over and untouched for 30 days. */
function oldLogs({ layout }: Store, now: Date): string[] {
  const open = new Set(
    listSessionIds(layout).flatMap((id) => {
      const loaded = loadSessionState(layout, id);
      return loaded.state === "ok" && isOpen(loaded.value)
        ? [`${loaded.value.stem}.l1.jsonl`]
        : [];
    }),
  );
  const before = now.getTime() - GZIP_AFTER_DAYS * DAY_MS;
  return listNames(layout.sessions).filter((name) => {
    if (!name.endsWith(".l1.jsonl") || open.has(name)) return false;
    const day = Date.parse(name.slice(0, 10));
    const touched = statFile(`${layout.sessions}/${name}`)?.mtime?.getTime();
    return day < before && (touched ?? 0) < before;
  });
}

async function gzipLog({ layout, files }: Store, name: string): Promise<void> {
  const path = `${layout.sessions}/${name}`;
  const packed = await gzipBytes(Deno.readFileSync(path));
  files.replace(`${path}.gz`, packed);
  files.remove(path);
}
