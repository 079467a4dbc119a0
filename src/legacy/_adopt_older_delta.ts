/**
 * Work that the earlier generation cut and never summarised (`delta_temp.txt`)
 * becomes the log of a finished session, with deltas that wait for a summary.
 * The file itself is not changed, so that its own tool can still read it; the
 * index records how much of it was adopted.
 */

import { storeError } from "../base/errors.ts";
import { parseOlderDelta, splitOlderDelta } from "./_older_delta.ts";
import { sessionStem, shortNames } from "../store/layout.ts";
import { assertInsideProject } from "../store/inside_project.ts";
import { updateIndex } from "../session/memory_index.ts";
import { changedAt, statFile } from "../store/read_file.ts";
import { newSessionState } from "../session/session_state.ts";
import { withSession } from "../session/session.ts";
import { shortHash } from "../base/text_digest.ts";
import {
  type Claim,
  ensureStore,
  type Store,
  withStoreLock,
} from "../store/store.ts";
import type { World } from "../base/world.ts";
import {
  type Adopted,
  isAllAdopted,
  readAdopted,
} from "./_adopt_older_work.ts";
import { createRedactor } from "../redact/create_redactor.ts";
import { cutDeltas } from "../summary/cut_deltas.ts";

/** Thirty times what its own tool allowed. */
const MOST_BYTES = 32 * 1024 * 1024;
/** What a start has time for; a larger file becomes several sessions. */
const PART_BYTES = 256 * 1024;

const NO_ORIGIN = { transcript: "", startedAt: null, firstUuid: null };

/** Returns whether there was anything new. */
export async function adoptOlderDelta(
  store: Store,
  world: World,
  claim: Claim,
  most = Infinity,
): Promise<boolean> {
  const { layout, files } = store;
  const info = statFile(layout.olderDelta);
  if (!info?.isFile || info.size === 0) return false;
  const mtimeMs = changedAt(info);
  const adopted = readAdopted(store);
  if (isAllAdopted(info, adopted)) return false;
  if (info.size > MOST_BYTES) {
    throw storeError(
      `Cannot read "${layout.olderDelta}": ${info.size} bytes are more than ` +
        `${MOST_BYTES}`,
      "Move it away; the session logs have what is in it",
    );
  }
  assertInsideProject(layout.olderDelta);
  const bytes = Deno.readFileSync(layout.olderDelta);
  const fresh = await withoutAdopted(bytes, adopted);
  let isNew = false;
  let to = bytes.length - fresh.length;
  for (const part of splitOlderDelta(fresh, PART_BYTES).slice(0, most)) {
    if (await adopt(store, world, part, mtimeMs, claim)) isNew = true;
    to += part.length;
  }
  const hash = await shortHash(bytes.subarray(0, to));
  const olderDelta = { bytes: to, mtimeMs, hash };
  ensureStore(store);
  await withStoreLock(store, claim, () => {
    updateIndex(files, layout, (index) => ({ ...index, olderDelta }));
  });
  return isNew;
}

/** Its tool appends: only the new part is adopted. */
async function withoutAdopted(bytes: Uint8Array, adopted: Adopted | undefined) {
  if (adopted === undefined || adopted.bytes > bytes.length) return bytes;
  const before = bytes.subarray(0, adopted.bytes);
  return await shortHash(before) === adopted.hash
    ? bytes.subarray(adopted.bytes)
    : bytes;
}

/** Identified by its content, so adopting it again changes nothing. */
async function adopt(
  store: Store,
  world: World,
  bytes: Uint8Array,
  mtimeMs: number,
  claim: Claim,
): Promise<boolean> {
  const { layout, files } = store;
  const redactor = createRedactor(store);
  const entries = parseOlderDelta(new TextDecoder().decode(bytes))
    .map((entry) => redactor.value(entry) as typeof entry);
  const sessionId = `${await shortHash(bytes)}-older-delta`;
  if (entries.length === 0) return false;
  ensureStore(store);
  return await withSession(store, sessionId, claim, (session) => {
    const isNew = session.state === undefined;
    if (isNew) {
      const first = entries.find(({ ts }) => ts !== undefined)?.ts;
      const [short] = shortNames(sessionId);
      const stem = sessionStem(new Date(first ?? mtimeMs), short);
      const log = entries.map((one) => `${JSON.stringify(one)}\n`).join("");
      files.replace(layout.l1(stem), log);
      session.save({
        // Without a start all of it is cut, not only its last part.
        ...newSessionState({ stem, ...NO_ORIGIN }),
        l1Bytes: new TextEncoder().encode(log).length,
        entries: entries.length,
        ended: world.now().toISOString(),
      });
    }
    cutDeltas(session, world, { minChars: 0 });
    session.lookUp();
    return isNew;
  });
}
