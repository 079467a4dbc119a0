/**
 * Forget: find the target in every layer, keep it out for the future, remove
 * it, and check that it is gone. The intent is in a file of its own until all
 * is done: killed anywhere and run again, it ends the same.
 */

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
import { eraseRemoved } from "../team/erase_item.ts";
import { isSource, sentencesOf } from "./_gone_sentences.ts";
import { cutUnfinished } from "./_refit_state.ts";
import { type Scan, scanFor } from "./_scan.ts";
import { filesIn, rootsOf } from "./_store_tree.ts";
import { type LayerCount, LayerCounts, takeOut, walk } from "./_take_out.ts";
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

/** What is being forgotten, as `forgetting.json` has it. */
interface Intent {
  readonly asked: string;
  readonly target: Target;
  readonly learned: Learned;
  /** Of what is removed by its place; see `_gone_sentences.ts`. */
  readonly sentences: readonly string[];
}

/** Copies outlive a store: of one that was cleared, or made by someone else. */
export async function hasCopies(store: Store, world: World): Promise<boolean> {
  return store.project.foreign !== undefined ||
    (await rootsOf(store, world)).some((root) => filesIn(root).length > 0);
}

/** Reads only. */
export async function planForget(
  store: Store,
  world: World,
  target: Target,
): Promise<ForgetPlan> {
  const wanted = new Wanted(target, readWorkTimes(store.layout));
  const roots = await rootsOf(store, world);
  // First what goes by itself, then what was made from it.
  await walk(store, roots, wanted, new LayerCounts());
  const counts = new LayerCounts();
  await walk(store, roots, wanted, counts);
  return { target, counts: counts.all };
}

/** What a killed run was about to forget. */
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
  let sentences = new Set<string>();
  await withAllLocks(store, claim, async () => {
    const known = readIntent(store);
    const before = known?.asked === asked ? known : undefined;
    const wanted = new Wanted(target, times, before?.learned);
    cutUnfinished(store);
    const roots = await rootsOf(store, world);
    sentences = new Set(before?.sentences);
    await walk(
      store,
      roots,
      wanted,
      new LayerCounts(),
      ({ kind }, path, _, text) => {
        if (kind !== "store" || !isByPlace(target) || !isSource(path)) return;
        for (const one of goneFrom(path, text)) sentences.add(one);
      },
    );
    const learned = wanted.learned;
    const intent = { asked, target, learned, sentences: [...sentences] };
    saveJson(files, layout.forgetting, intent satisfies Intent);
    isKeptOut = keepOut(store, world, wanted);
    counts = await takeOut(store, roots, wanted);
    eraseRemoved(store, world);
  });
  keepClaudeMd(store);
  await rebuildSearchIndex(store, () => {});
  const scan = await scanFor(store, world, target, sentences);
  files.remove(layout.forgetting);
  return { target, counts, isKeptOut, scan };
}

/** Before anything goes: what is ingested meanwhile must not bring it back. */
function keepOut(store: Store, world: World, wanted: Wanted): boolean {
  const { layout, files } = store;
  const { target } = wanted;
  const signer = textSigner(world);
  addTombstones(files, layout, {
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

/** A text is looked for itself; the words around it may stay. */
const isByPlace = ({ sessions, spans, times }: Target) =>
  sessions.length + spans.length + times.length > 0;

function goneFrom(
  path: string,
  { before, after }: { readonly before: string; readonly after: string },
): ReadonlySet<string> {
  return sentencesOf(path, before).difference(sentencesOf(path, after));
}
