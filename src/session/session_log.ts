/** A session's whole L1, found by its id, packed or not. */

import { UserError } from "../base/errors.ts";
import { parseL1, readL1 } from "./log_file.ts";
import { shortNames } from "../store/layout.ts";
import { unpackLog } from "./read_entries.ts";
import { listNames, statFile } from "../store/read_file.ts";
import { listSessionIds, readStates } from "./session_state.ts";
import type { Store } from "../store/store.ts";
import type { L1Entry } from "./log_entry.ts";

export interface KnownSession {
  readonly sessionId: string;
  readonly stem: string;
}

/** By its id or the beginning of it; logs without a state count as well. */
export function findSession({ layout }: Store, named: string): KnownSession {
  // What is looked for becomes part of no path, but of a message.
  const isName = /^[A-Za-z0-9][A-Za-z0-9_-]{3,127}$/.test(named);
  const ids = listSessionIds(layout)
    .filter((id) => isName && id.startsWith(named));
  const found: KnownSession[] = readStates(layout, ids)
    .map(({ id, state }) => ({ sessionId: id, stem: state.stem }));
  if (found.length === 0 && isName) {
    const [short] = shortNames(named);
    const log = new RegExp(`^(.*_${short}.*)\\.l1\\.jsonl(?:\\.gz)?$`);
    for (const name of listNames(layout.sessions)) {
      const stem = log.exec(name)?.[1];
      if (stem !== undefined) found.push({ sessionId: named, stem });
    }
  }
  const [first, ...others] = found;
  if (first === undefined) {
    throw new UserError("refused", `No session "${named}" is known`, [
      'The names of the files in "sessions" end in the first letters of ids',
    ]);
  }
  if (others.length > 0 && first.sessionId !== named) {
    const ids = found.map(({ sessionId }) => sessionId).join(", ");
    throw new UserError("misuse", `"${named}" may be any of: ${ids}`, [
      "Write more of its id",
    ]);
  }
  return first;
}

export async function readSessionLog(
  { layout }: Store,
  stem: string,
): Promise<L1Entry[]> {
  const path = layout.l1(stem);
  if (statFile(path)) return readL1(path);
  const packed = `${path}.gz`;
  if (!statFile(packed)?.isFile) return [];
  return parseL1(await unpackLog(packed));
}
