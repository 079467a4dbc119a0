/**
 * Which of the team's items are the newest that others wrote. A session is
 * shown some dozen of maybe ten thousand; which they are is kept, by their names
 * alone, until a folder has changed in which they were looked for.
 */

import { DAY_MS } from "../base/durations.ts";
import { baseName } from "../base/path_text.ts";
import { readSealed, writeSealed } from "../store/cache_file.ts";
import { leadsOut } from "../store/inside_project.ts";
import { field } from "../store/json_file.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import {
  names,
  newestFacts,
  readGone,
  sectionMonths,
  type TeamFile,
} from "./read_team.ts";
import { readOwnStems } from "./share_state.ts";

export interface NewestItems {
  readonly sections: readonly TeamFile[];
  readonly facts: readonly TeamFile[];
  /** How many more sections the same months have. */
  readonly olderSections: number;
}

export interface NewestRequest {
  /** Of sections, and of facts. */
  readonly most: number;
  readonly now: Date;
  /** False where nothing may be written. */
  readonly keep: boolean;
}

export function newestItems(
  store: Store,
  { most, now, keep }: NewestRequest,
): NewestItems {
  const end = endOf(now);
  const kept = readKept(store, most, end);
  if (kept !== undefined) return kept;
  const { layout } = store;
  const folders: string[] = [];
  const changes = new Changes(filesThatDecide(store));
  const list = (dir: string) => {
    // First, so that what comes while it is listed is seen the next time.
    changes.add(dir);
    folders.push(dir.slice(layout.team.length));
    return names(dir);
  };
  const gone = readGone(layout, list);
  // What this store has shared itself is told from its own files.
  const own = readOwnStems(layout);
  const isOther = ({ stem }: TeamFile) => !gone.has(stem) && !own.has(stem);
  const sections = new Newest(most, end);
  for (const month of sectionMonths(layout, monthOf(end), list)) {
    for (const file of month) if (isOther(file)) sections.add(file);
    if (sections.isFull) break;
  }
  const facts = new Newest(most, end);
  for (const file of newestFacts(layout, list)) {
    if (isOther(file)) facts.add(file);
    if (facts.isFull) break;
  }
  const found = {
    sections: sections.taken,
    facts: facts.taken,
    olderSections: sections.left,
  };
  if (keep && most !== Infinity && changes.areSettled) {
    const paths = (files: readonly TeamFile[]) => files.map(({ path }) => path);
    writeSealed(store, layout.newestItems, {
      team: layout.team,
      most,
      month: monthOf(end),
      newest: largest([sections.newest, facts.newest]),
      later: smallest([sections.later, facts.later]),
      folders,
      changes: changes.text,
      sections: paths(found.sections),
      facts: paths(found.facts),
      olderSections: found.olderSections,
    });
  }
  return found;
}

/** What is kept, as long as it is what would be found. */
function readKept(
  store: Store,
  most: number,
  end: string,
): NewestItems | undefined {
  if (most === Infinity) return undefined;
  const { layout: { team, newestItems } } = store;
  const raw = readSealed(store, newestItems);
  const isOfThen = raw["team"] === team && raw["most"] === most &&
    raw["month"] === monthOf(end) && field.text(raw, "newest", "") <= end &&
    end < field.text(raw, "later", "");
  if (!isOfThen) return undefined;
  const changes = new Changes(filesThatDecide(store));
  for (const folder of field.list(raw, "folders", isText)) {
    changes.add(team + folder);
  }
  if (raw["changes"] !== changes.text) return undefined;
  // A link in its place may lead to a folder of the same age.
  if (leadsOut(team) !== undefined) return undefined;
  const files = (name: string) =>
    field.list(raw, name, isText).map((path): TeamFile => ({
      stem: baseName(path).replace(/\.\w+$/, ""),
      path,
    }));
  return {
    sections: files("sections"),
    facts: files("facts"),
    olderSections: field.number(raw, "olderSections", 0),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";

/** What was forgotten, and what this store shares itself. */
const filesThatDecide = ({ layout: { forgotten, keptOut, shared } }: Store) => [
  forgotten,
  ...(keptOut ? [keptOut] : []),
  shared,
];

/** What changed so short ago may change again without a trace. */
const SETTLED_MS = 2000;

/** When files and folders have changed. */
class Changes {
  readonly #begun = Date.now();
  readonly #marks: string[] = [];
  #newestMs = 0;

  constructor(paths: readonly string[]) {
    for (const path of paths) this.add(path);
  }

  add(path: string): void {
    const info = statFile(path);
    const ms = info?.mtime?.getTime() ?? 0;
    this.#newestMs = Math.max(this.#newestMs, ms);
    this.#marks.push(info?.isFile ? `${ms} ${info.size}` : String(ms));
  }

  get text(): string {
    return this.#marks.join();
  }

  get areSettled(): boolean {
    return this.#newestMs < this.#begun - SETTLED_MS;
  }
}

/** The first of what is given newest first; what is still to come is last. */
class Newest {
  readonly #past: TeamFile[] = [];
  readonly #later: TeamFile[] = [];

  constructor(readonly most: number, readonly end: string) {}

  add(file: TeamFile): void {
    // Names begin with their time; thousands are compared at each start.
    (file.stem > this.end ? this.#later : this.#past).push(file);
  }

  get isFull(): boolean {
    return this.#past.length >= this.most;
  }

  /** The name of what is newest now, and of what is newest next. */
  get newest(): string {
    return largest(this.#past.map(({ stem }) => stem));
  }

  get later(): string {
    return smallest(this.#later.map(({ stem }) => stem));
  }

  get taken(): readonly TeamFile[] {
    return [...this.#past, ...this.#later].slice(0, this.most);
  }

  get left(): number {
    const all = this.#past.length + this.#later.length;
    return Math.max(0, all - this.most);
  }
}

const largest = (stems: readonly string[]) =>
  stems.reduce((one, other) => one > other ? one : other, "");

/** After any name, if there is none. */
const smallest = (stems: readonly string[]) =>
  stems.reduce((one, other) => one < other ? one : other, "~");

/** A name may say any year; clocks differ by less than a day. */
const endOf = (now: Date) =>
  new Date(now.getTime() + DAY_MS).toISOString().slice(0, 16)
    .replace("T", "_").replace(":", "");

/** `2026-11-17_1010` is in `2026/11`. */
const monthOf = (stamp: string) => `${stamp.slice(0, 4)}/${stamp.slice(5, 7)}`;
