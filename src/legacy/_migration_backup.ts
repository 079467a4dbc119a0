/**
 * What a migration changes or removes is copied first into a folder of its own
 * below `backups/`, until the user drops it. The folder's note also says whether
 * the migration finished: one that was killed continues with the same backup.
 */

import { type JsonObject, objectOf } from "../base/json.ts";
import { readJson, saveJson } from "../store/json_file.ts";
import type { Layout } from "../store/layout.ts";
import { baseName } from "../base/path_text.ts";
import { listNames, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { StoreFiles } from "../store/store_files.ts";

export type MigrationKind = "legacy" | "timezone" | "team";

interface Note {
  readonly what: string;
  readonly startedAt: string;
  readonly finishedAt?: string;
  /** Where the files below `outside/` come from. */
  readonly outside: Readonly<Record<string, string>>;
}

interface KnownBackup extends Note {
  readonly name: string;
  readonly dir: string;
  readonly bytes: number;
}

export class MigrationBackup {
  #note: Note;

  private constructor(
    readonly files: StoreFiles,
    readonly layout: Layout,
    readonly dir: string,
    note: Note,
  ) {
    this.#note = note;
  }

  /** Continue an unfinished one, or begin. */
  static open(
    { files, layout }: Store,
    what: MigrationKind,
    now: Date,
  ): MigrationBackup {
    const begun = findUnfinished(layout, what);
    if (begun) {
      const { name: _, dir, bytes: __, ...note } = begun;
      return new MigrationBackup(files, layout, dir, note);
    }
    const note = { what, startedAt: now.toISOString(), outside: {} };
    const dir = freeFolder(layout, what, now);
    const backup = new MigrationBackup(files, layout, dir, note);
    backup.#save(note);
    return backup;
  }

  get startedAt(): string {
    return this.#note.startedAt;
  }

  /** Before a file is changed. The first copy is the original. */
  keep(path: string): void {
    const copy = this.#placeOf(path);
    if (statFile(copy) !== undefined || !statFile(path)?.isFile) return;
    this.files.replace(copy, Deno.readFileSync(path));
  }

  /** Instead of removing a file of the store. */
  takeAway(path: string): void {
    const place = this.#placeOf(path);
    if (!statFile(path)) return;
    if (statFile(place) === undefined) this.files.rename(path, place);
    else this.files.remove(path);
  }

  finish(now: Date): void {
    this.#save({ ...this.#note, finishedAt: now.toISOString() });
  }

  #placeOf(path: string): string {
    const own = `${this.layout.dir}/`;
    if (path.startsWith(own)) return `${this.dir}/${path.slice(own.length)}`;
    const { outside } = this.#note;
    const known = Object.keys(outside).find((name) => outside[name] === path);
    const name = known ?? freeName(baseName(path), Object.keys(outside));
    if (known === undefined) {
      this.#save({ ...this.#note, outside: { ...outside, [name]: path } });
    }
    return `${this.dir}/outside/${name}`;
  }

  #save(note: Note): void {
    this.#note = note;
    saveJson(this.files, notePath(this.dir), note);
  }
}

export function listMigrationBackups({ backups }: Layout): KnownBackup[] {
  return listNames(backups).flatMap((name) => {
    const dir = `${backups}/${name}`;
    const note = readJson(notePath(dir), parseNote);
    return note ? [{ ...note, name, dir, bytes: sizeBelow(dir) }] : [];
  });
}

export function findUnfinished(
  layout: Layout,
  what: MigrationKind,
): KnownBackup | undefined {
  return listMigrationBackups(layout).find((one) =>
    one.what === what && one.finishedAt === undefined
  );
}

/** The note is removed first: without it the folder is not a backup. */
export function dropBackup(files: StoreFiles, { dir }: KnownBackup): void {
  files.remove(notePath(dir));
  Deno.removeSync(dir, { recursive: true });
}

const notePath = (dir: string) => `${dir}/backup.json`;

function parseNote(
  { what, startedAt, finishedAt, outside }: JsonObject,
): Note {
  return {
    what: String(what),
    startedAt: String(startedAt),
    ...(typeof finishedAt === "string" ? { finishedAt } : {}),
    outside: Object.fromEntries(
      Object.entries(objectOf(outside))
        .map(([name, path]) => [name, String(path)]),
    ),
  };
}

/** `20260301-101500-legacy`, in UTC. */
function freeFolder({ backups }: Layout, what: string, now: Date): string {
  const stamp = now.toISOString().replace(/[-:]/g, "").slice(0, 15)
    .replace("T", "-");
  const taken = listNames(backups);
  return `${backups}/${freeName(`${stamp}-${what}`, taken)}`;
}

function freeName(name: string, taken: readonly string[]): string {
  for (let n = 1;; n++) {
    const candidate = n === 1 ? name : `${name}-${n}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

function sizeBelow(dir: string): number {
  return listNames(dir).reduce((sum, name) => {
    const info = statFile(`${dir}/${name}`);
    if (info?.isDirectory) return sum + sizeBelow(`${dir}/${name}`);
    return sum + (info?.isFile ? info.size : 0);
  }, 0);
}
