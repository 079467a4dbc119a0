/**
 * Whether the evidence of a fact or a rule is still in the working tree. Files
 * are checked when the fact is shown, within a time limit; identifiers at the
 * end of a session. Nothing is ever deleted because of it.
 */

import type { Deadline } from "../base/timeout.ts";
import { parentOf } from "../base/path_text.ts";
import { dayOf } from "../base/utc_time.ts";
import type { World } from "../base/world.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { WorkingTree } from "../store/working_tree.ts";
import { evidenceNames, type KnownItem } from "./evidence_names.ts";
import {
  type EvidenceNotes,
  readEvidenceNotes,
  writeEvidenceNotes,
} from "./_evidence_notes.ts";

/**
 * How many different files are checked in one event. A missing one costs
 * twenty times as much as an existing one.
 */
const EVENT_LIMITS = { looks: 200, misses: 25 };

const FRESH_MS = 2000;

export class EvidenceCheck {
  readonly #notes: EvidenceNotes;
  readonly #tree: WorkingTree;
  readonly #looked = new Set<string>();
  readonly #folders = new Map<string, number | undefined>();
  #misses = 0;
  #isChanged = false;

  constructor(
    readonly store: Store,
    readonly world: World,
    readonly budget: Deadline,
    readonly limits = EVENT_LIMITS,
  ) {
    this.#notes = readEvidenceNotes(store);
    this.#tree = new WorkingTree(store.project.root);
  }

  /** "may be outdated (src/tide.ts is gone since 2026-05-01)", or "". */
  doubt(item: KnownItem): string {
    const { files, identifiers } = evidenceNames(item);
    const gone =
      firstGone(this.#notes.files, files, (name) => this.#look(name)) ??
        firstGone(this.#notes.identifiers, identifiers);
    return gone === undefined
      ? ""
      : `may be outdated (${gone.name} is gone since ${gone.since})`;
  }

  save(): void {
    if (this.#isChanged) writeEvidenceNotes(this.store, this.#notes);
    this.#isChanged = false;
  }

  /** After the limit, earlier results count. */
  #look(name: string): void {
    const { looks, misses } = this.limits;
    if (this.#looked.has(name) || this.#looked.size >= looks) return;
    if (this.#misses >= misses || this.budget.passed) return;
    this.#looked.add(name);
    const { files } = this.#notes;
    const note = files.get(name);
    if (note?.gone && note.folderMs === this.#folderMs(name)) return;
    const found = this.#tree.find(name);
    if (found.kind === "there") {
      if (note?.seen && !note.gone) return;
      files.set(name, { seen: true });
      this.#isChanged = true;
      return;
    }
    this.#misses++;
    // A name the tree cannot place was a file if it was found before.
    const isGone = found.kind === "gone" ||
      (note?.seen === true && this.#tree.index !== "unread");
    if (!isGone) return;
    const folderMs = this.#folderMs(name);
    const gone = note?.gone ?? this.#goneSince(folderMs);
    files.set(name, {
      ...note,
      gone,
      // A folder that has just changed may change again within the same tick
      // of the file clock: it is looked at next time too.
      ...(folderMs === undefined || Date.now() - folderMs < FRESH_MS
        ? {}
        : { folderMs }),
    });
    this.#isChanged = true;
  }

  /** Its folder has not changed since that day, so it was missing then. */
  #goneSince(folderMs: number | undefined): string {
    const now = this.world.now().getTime();
    return dayOf(new Date(Math.min(now, folderMs ?? now)));
  }

  #folderMs(name: string): number | undefined {
    const folder = parentOf(`${this.#tree.root}/${name}`);
    if (folder === undefined) return undefined;
    if (!this.#folders.has(folder)) {
      this.#folders.set(folder, statFile(folder)?.mtime?.getTime());
    }
    return this.#folders.get(folder);
  }
}

/** `look` brings a note up to date before it is read. */
function firstGone(
  notes: EvidenceNotes["files"],
  names: readonly string[],
  look: (name: string) => void = () => {},
) {
  for (const name of names) {
    look(name);
    const since = notes.get(name)?.gone;
    if (since !== undefined) return { name, since };
  }
  return undefined;
}
