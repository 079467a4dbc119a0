/**
 * Forget: what is wanted is found in every layer, kept out for the future, taken
 * out, and looked for again. What it is at is in a file of its own until it is
 * done: killed anywhere and run again, it ends the same.
 */

import { normalOfEscaped, normalText } from "../base/normal_text.ts";
import type { World } from "../base/world.ts";
import { keepClaudeMd } from "../context/keep_blocks.ts";
import { readWorkTimes } from "../memory/work_times.ts";
import { rebuildSearchIndex } from "../search/index/rebuild_search_index.ts";
import { loadSessionState } from "../session/session_state.ts";
import { textSigner } from "../store/forgotten.ts";
import { copyKeptOut } from "../store/kept_out_copy.ts";
import { saveJson } from "../store/json_file.ts";
import { readText } from "../store/read_file.ts";
import { type Claim, type Store, withAllLocks } from "../store/store.ts";
import { addTombstones, packTimes } from "../store/tombstones.ts";
import { eraseRemoved } from "../team/share.ts";
import { layerOf } from "./_layers.ts";
import { cutUnfinished } from "./_refit_state.ts";
import { filesIn, openFile, rootsOf } from "./_store_tree.ts";
import { Counts, type LayerCount, takeOut, walk } from "./_take_out.ts";
import { type Learned, type Target, Wanted } from "./_wanted.ts";

export type { LayerCount };

export interface ForgetPlan {
  readonly target: Target;
  readonly counts: readonly LayerCount[];
}

export interface Forgot extends ForgetPlan {
  /** Whether texts are kept out: not without a key of the user's. */
  readonly isKeptOut: boolean;
  readonly scan: Scan;
}

export interface Scan {
  readonly files: number;
  readonly hits: number;
  /** Where something is left. */
  readonly left: readonly string[];
  /** What is packed and cannot be looked into. */
  readonly unread: readonly string[];
}

/** What is being forgotten, as `forgetting.json` has it. */
interface Intent {
  readonly asked: string;
  readonly target: Target;
  readonly learned: Learned;
}

/** Reads only. */
export async function planForget(
  store: Store,
  world: World,
  target: Target,
): Promise<ForgetPlan> {
  const wanted = new Wanted(target, readWorkTimes(store.layout));
  const counts = new Counts();
  await walk(store, await rootsOf(store, world), wanted, counts);
  return { target, counts: counts.all };
}

/** The target of one that was killed, if it was asked for in these words. */
export function readIntent(store: Store): Intent | undefined {
  const text = readText(store.layout.forgetting);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined; // it is written as a whole: this one is not ours
  }
}

export async function carryOutForget(
  store: Store,
  world: World,
  { asked, target }: Pick<Intent, "asked" | "target">,
  claim: Claim,
): Promise<Forgot> {
  const { layout, files } = store;
  const times = readWorkTimes(layout);
  let counts: readonly LayerCount[] = [];
  let isKeptOut = true;
  await withAllLocks(store, claim, async () => {
    const before = readIntent(store);
    const wanted = new Wanted(
      target,
      times,
      before?.asked === asked ? before.learned : undefined,
    );
    cutUnfinished(store);
    const roots = await rootsOf(store, world);
    await walk(store, roots, wanted, new Counts());
    const intent: Intent = { asked, target, learned: wanted.learned };
    saveJson(files, layout.forgetting, intent);
    isKeptOut = keepOut(store, world, wanted);
    counts = await takeOut(store, roots, wanted);
    eraseRemoved(store, world);
  });
  keepClaudeMd(store);
  await rebuildSearchIndex(store, () => {});
  const scan = await scanFor(store, world, target);
  files.remove(layout.forgetting);
  return { target, counts, isKeptOut, scan };
}

/** Before anything goes: what is ingested meanwhile must not bring it back. */
function keepOut(
  store: Store,
  world: World,
  wanted: Wanted,
): boolean {
  const { layout, files } = store;
  const { target } = wanted;
  const signer = textSigner(world);
  addTombstones(files, layout.forgotten, {
    version: 1,
    key: signer?.keyId ?? null,
    texts: signer ? target.phrases.map((one) => signer.sign(one)) : [],
    entries: wanted.entries.map(({ words, ...one }) => ({
      ...one,
      ...(signer ? { hmac: signer.sign(words).hmac } : {}),
    })),
    sessions: target.sessions.map(({ sessionId }) => sessionId),
    beginnings: target.sessions.flatMap(({ sessionId }) => {
      const loaded = loadSessionState(layout, sessionId);
      const { firstUuid } = loaded.state === "ok" ? loaded.value : {};
      const times = packTimes(wanted.timesOf(sessionId));
      return firstUuid && times !== "" ? [{ firstUuid, times }] : [];
    }),
    times: target.times,
  });
  copyKeptOut(store);
  return signer !== undefined || target.phrases.length === 0;
}

/** Whose beginning a session shares: needed, so that it is not ingested again. */
const FORK = /"forkOf": *"[^"]*"/g;

/**
 * Every byte once more, without the table of layers: as it is, with JSON's
 * escapes decoded, and unpacked.
 */
async function scanFor(
  store: Store,
  world: World,
  target: Target,
): Promise<Scan> {
  const { layout } = store;
  let [files, hits] = [0, 0];
  const [left, unread]: [string[], string[]] = [[], []];
  const own = [layout.forgotten, layout.forgetting];
  const names = target.sessions.map(({ sessionId }) => sessionId);
  for (const root of await rootsOf(store, world)) {
    for (const path of filesIn(root)) {
      const file = `${root.dir}/${path}`;
      if (own.includes(file)) continue;
      const opened = await openFile(file);
      if (opened === undefined) continue;
      files++;
      if (opened.isUnread) unread.push(file);
      const texts = [normalText(opened.text), normalOfEscaped(opened.text)];
      const isSpared = layerOf(path).rewrite === "spared";
      const found = target.phrases.some((phrase) =>
        texts.some((text) =>
          text.includes(phrase)
        )
      ) || !isSpared && names.some((name) =>
            `${path}\n${opened.text.replace(FORK, "")}`.includes(name)
          ) ||
        hasTime(opened.text, target);
      if (!found) {
        continue;
      }
      hits++;
      left.push(file);
    }
  }
  return { files, hits, left, unread };
}

/** An entry of that time, other than the mark of one that has gone. */
function hasTime(text: string, { times }: Target): boolean {
  if (times.length === 0) return false;
  const entries = text.matchAll(/^\{.*?"(?:ts|timestamp)":"([^"]+)".*$/gm);
  return entries.some(([line, at = ""]) =>
    !line.includes(FORGOTTEN_ROLE) &&
    times.some(({ from, to }) => at >= from && at < to)
  );
}

const FORGOTTEN_ROLE = '"role":"forgotten"';
