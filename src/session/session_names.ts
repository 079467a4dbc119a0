/**
 * Which sessions a store has and what their logs are called, so that a new one
 * gets a unique name and a fork finds its parent. Listing thousands of files
 * for every new session would take longer than all the rest, so the names are
 * kept in a list, a line a session. A new session is added to it before it
 * chooses its name. The list is rebuilt every day and whenever it is missing:
 * files may come and go without us.
 */

import { DAY_MS } from "../base/durations.ts";
import { isFileProblem } from "../base/errors.ts";
import {
  isSessionId,
  sessionStem,
  shortNames,
  shortOf,
} from "../store/layout.ts";
import { namesIn, statFile } from "../store/read_file.ts";
import { readSessionState } from "./session_state.ts";
import type { Store } from "../store/store.ts";
import { readPart } from "../store/growing_file.ts";

const LOG = /\.l1\.jsonl(?:\.gz)?$/;
const NO_SESSION = "-";
/** Ends the lines that tell what was on disk. */
const LISTED = "listed at";
/** Ends every line: one that was torn would name a session that is none. */
const WHOLE = " .";
/** A line is about eighty bytes; more than so many is not ours. */
const MOST_BYTES = 16 * 1024 * 1024;

export class SessionNames {
  /** Session ids, and the names of the logs that may be theirs. */
  #stems = new Map<string, string[]>();
  /** How much of the list was read, and which file it was. */
  #readTo = 0;
  #file: number | null | undefined;
  #listedAt = NaN;

  constructor(readonly store: Pick<Store, "layout" | "files">) {}

  /** A session begins: every later reader knows of it. */
  begin(sessionId: string): void {
    // A list that cannot be written may lack other sessions as well.
    if (this.#note([sessionId])) this.look();
    else this.#list();
  }

  /** Note the name of the session's log. */
  name(sessionId: string, stem: string): void {
    this.#note([`${sessionId} ${stem}`]);
  }

  /** Know of every session that is there by now. */
  look(): void {
    if (this.#read()) return;
    const { files, layout } = this.store;
    // Before the folders are read: a session that adds itself to the old list
    // already has its lock file, so `#list()` finds it.
    attempt(() => files.remove(layout.begun));
    this.#list();
    const lines = [...this.#stems].flatMap(([id, stems]) =>
      stems.length === 0 ? [id] : stems.map((stem) => `${id} ${stem}`)
    );
    this.#note([...lines, `${LISTED} ${Date.now()}`]);
  }

  /** Whether another session begins with the same letters. */
  hasNamesake(sessionId: string): boolean {
    const [usual] = shortNames(sessionId);
    return this.#stems.keys().some((id) =>
      id.startsWith(usual) && id !== sessionId
    );
  }

  /** The names of logs that may be this session's. */
  logsOf(sessionId: string): string[] {
    const shorts = shortNames(sessionId);
    const stems = [...this.#stems.values()].flat();
    return stems.filter((stem) => shorts.includes(shortOf(stem))).sort();
  }

  /** Other sessions whose log is of this minute, or that have none yet. */
  startedAt(time: Date, except: string): string[] {
    const minute = sessionStem(time, "");
    const found: string[] = [];
    for (const [id, stems] of this.#stems) {
      if (id === except || id === NO_SESSION) continue;
      const all = stems.length > 0 ? stems : this.#learnStem(id);
      if (all.length === 0 || all.some((stem) => stem.startsWith(minute))) {
        found.push(id);
      }
    }
    return found.sort();
  }

  /** A session that was killed at its very beginning has its state at least. */
  #learnStem(id: string): string[] {
    const { stem } = readSessionState(this.store.layout, id) ?? {};
    if (stem) this.#stems.set(id, [stem]);
    return stem ? [stem] : [];
  }

  /** Read what was added to the list; false if the list is not complete. */
  #read(): boolean {
    const { layout } = this.store;
    const info = statFile(layout.begun);
    if (!info?.isFile || info.size > MOST_BYTES) return false;
    if (info.ino !== this.#file || info.size < this.#readTo) {
      this.#file = info.ino;
      this.#readTo = 0;
      this.#listedAt = NaN;
      this.#stems = new Map();
    }
    const bytes = attempt(() =>
      readPart(layout.begun, this.#readTo, info.size - this.#readTo)
    );
    for (const whole of new TextDecoder().decode(bytes).split("\n")) {
      if (!whole.endsWith(WHOLE)) continue;
      const line = whole.slice(0, -WHOLE.length);
      if (line.startsWith(LISTED)) {
        this.#listedAt = Number(line.slice(LISTED.length));
      } else this.#add(line);
    }
    this.#readTo = info.size;
    return Math.abs(Date.now() - this.#listedAt) < DAY_MS;
  }

  #add(line: string): void {
    const [id, stem] = line.split(" ");
    if (id !== NO_SESSION && !isSessionId(id)) return;
    const stems = this.#stems.get(id) ?? [];
    if (stem && !stems.includes(stem)) stems.push(stem);
    this.#stems.set(id, stems);
  }

  #list(): void {
    const { layout } = this.store;
    const stems = [...namesIn(layout.sessions)]
      .filter((name) => LOG.test(name) && !/\s/.test(name))
      .map((name) => name.replace(LOG, ""));
    const logs = Map.groupBy(stems, (stem) => shortOf(stem));
    this.#stems = new Map();
    const owned = new Set<string>();
    for (const name of namesIn(layout.states)) {
      const id = name.replace(/\.(?:json|lock)$/, "");
      if (id === name || !isSessionId(id)) continue;
      const shorts = shortNames(id).filter((short) => logs.has(short));
      this.#stems.set(id, shorts.flatMap((short) => logs.get(short) ?? []));
      for (const short of shorts) owned.add(short);
    }
    const rest = [...logs].filter(([short]) => !owned.has(short));
    this.#stems.set(NO_SESSION, rest.flatMap(([, stems]) => stems));
    this.#file = undefined;
  }

  /** Begins with a line break, so that a torn line before it stays separate. */
  #note(lines: readonly string[]): boolean {
    const { files, layout } = this.store;
    const text = `\n${lines.map((line) => `${line}${WHOLE}\n`).join("")}`;
    const size = attempt(() => files.appendAtomically(layout.begun, text));
    return size !== undefined;
  }
}

/** The list is a saving of time only: the folders tell the same. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!isFileProblem(error)) throw error;
    return undefined;
  }
}
