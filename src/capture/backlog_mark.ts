/**
 * `.cache/reconciled.json`: up to when the transcripts of a folder were checked,
 * so that an event does not check all of them again. Without it everything is
 * checked; deleting it loses nothing.
 */

import { isText } from "../base/json_values.ts";
import { type JsonObject } from "../base/json.ts";
import { field, loadJson } from "../store/json_file.ts";
import { type Store, storeExists } from "../store/store.ts";

/** File times are coarse, and a slow disk may write one late. */
const SLACK_MS = 2000;

export interface BacklogMark {
  readonly folder: string;
  /** When the folder had last changed; 0 if it has to be listed again. */
  readonly folderMs: number;
  /** Everything written before this moment is done. */
  readonly beforeMs: number;
  /** Sessions that had a state then, the latest first. */
  readonly known: readonly string[];
  /** Transcripts of other projects, or without a conversation; as above. */
  readonly strangers: readonly string[];
}

const NOTHING_SEEN = { folderMs: 0, beforeMs: 0, known: [], strangers: [] };

/** The moment before which all is done, if a search begins now. */
export function markNow(): number {
  // The system's clock, not the world's: it is compared with file times.
  return Date.now() - SLACK_MS;
}

export function readBacklogMark(
  { layout }: Store,
  folder: string,
): BacklogMark {
  const loaded = loadJson(layout.reconciled, parseMark);
  const mark = loaded.state === "ok" ? loaded.value : undefined;
  // A clock that was set back would hide what is written from now on.
  const isUsable = mark?.folder === folder && mark.beforeMs <= Date.now();
  return isUsable ? mark : { folder, ...NOTHING_SEEN };
}

export function writeBacklogMark(store: Store, mark: BacklogMark): void {
  if (!storeExists(store)) return;
  store.files.writeUnsynced(store.layout.reconciled, JSON.stringify(mark));
}

function parseMark(raw: JsonObject): BacklogMark {
  return {
    folder: field.text(raw, "folder", ""),
    folderMs: field.number(raw, "folderMs", 0),
    beforeMs: field.number(raw, "beforeMs", 0),
    known: field.list(raw, "known", isText),
    strangers: field.list(raw, "strangers", isText),
  };
}
