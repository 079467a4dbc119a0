/**
 * Whether what a fact or a rule rests on is still in the working tree. Files
 * are looked at when the fact is shown, within a time limit; names out of the
 * code are looked for at the end of a session. Nothing is ever deleted for it.
 */

import type { Deadline } from "../base/timeout.ts";
import { parentOf } from "../base/path_text.ts";
import type { World } from "../base/world.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { WorkingTree } from "../store/working_tree.ts";
import { evidenceNames, type KnownItem } from "./evidence_names.ts";
import {
  type EvidenceNotes,
  readEvidenceNotes,
  writeEvidenceNotes,
} from "./evidence_notes.ts";

/** So many different files are looked at in one event. */
const MOST_LOOKS = 200;

export class EvidenceCheck {
  readonly #notes: EvidenceNotes;
  readonly #tree: WorkingTree;
  readonly #looked = new Set<string>();
  #isChanged = false;

  constructor(
    readonly store: Store,
    readonly world: World,
    readonly budget: Deadline,
  ) {
    this.#notes = readEvidenceNotes(store);
    this.#tree = new WorkingTree(store.project.root);
  }

  /** "may be outdated (src/tide.ts is gone since 2026-05-01)", or "". */
  doubt(item: KnownItem): string {
    const { files, identifiers } = evidenceNames(item);
    const gone = this.#firstGone(files) ?? goneIn(this.#notes, identifiers);
    return gone === undefined
      ? ""
      : `may be outdated (${gone.name} is gone since ${gone.since})`;
  }

  /** Keep what was found; only if anything is new. */
  save(): void {
    if (this.#isChanged) writeEvidenceNotes(this.store, this.#notes);
    this.#isChanged = false;
  }

  #firstGone(names: readonly string[]) {
    for (const name of names) {
      this.#look(name);
      const since = this.#notes.files.get(name)?.gone;
      if (since !== undefined) return { name, since };
    }
    return undefined;
  }

  /** Past the limit, what is known from before counts. */
  #look(name: string): void {
    if (this.#looked.has(name) || this.#looked.size >= MOST_LOOKS) return;
    if (this.budget.passed) return;
    this.#looked.add(name);
    const { files } = this.#notes;
    const note = files.get(name);
    const found = this.#tree.find(name);
    if (found.kind === "there") {
      if (note?.seen && !note.gone) return;
      files.set(name, { seen: true });
    } else {
      // A name that means nothing any more meant something once.
      const isGone = found.kind === "gone" ||
        (note?.seen === true && this.#tree.index !== "unread");
      if (!isGone || note?.gone) return;
      const path = found.kind === "gone" ? found.path : name;
      files.set(name, { ...note, gone: this.#goneSince(path) });
    }
    this.#isChanged = true;
  }

  /** Its folder has not changed since that day, so it was missing then. */
  #goneSince(path: string): string {
    const today = this.world.now().toISOString();
    const folder = parentOf(`${this.#tree.root}/${path}`);
    const changed = folder === undefined ? undefined : statFile(folder)?.mtime;
    const since = changed?.toISOString() ?? today;
    return (since < today ? since : today).slice(0, 10);
  }
}

function goneIn({ identifiers }: EvidenceNotes, names: readonly string[]) {
  for (const name of names) {
    const since = identifiers.get(name)?.gone;
    if (since !== undefined) return { name, since };
  }
  return undefined;
}
