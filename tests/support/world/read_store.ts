/** A store's files as they lie on the disk, for who looks at it from outside. */

import { gunzipBytes } from "../../../src/store/gzip.ts";
import type { L1Entry } from "../../../src/session/log_entry.ts";

export function namesIn(dir: string): string[] {
  try {
    return Array.from(Deno.readDirSync(dir), ({ name }) => name).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Every file below a folder, by its path from there. */
export function walk(dir: string, prefix = ""): string[] {
  return namesIn(dir).flatMap((name) =>
    Deno.statSync(`${dir}/${name}`).isDirectory
      ? walk(`${dir}/${name}`, `${prefix}${name}/`)
      : [`${prefix}${name}`]
  );
}

/** What a file says, unpacked if it is packed. */
export async function readPlain(path: string): Promise<Uint8Array> {
  const bytes = await Deno.readFile(path);
  return path.endsWith(".gz") ? await gunzipBytes(bytes) : bytes;
}

export interface SessionLog {
  readonly name: string;
  /** The session whose state names this file. */
  readonly session?: string;
  /** What the session is called in the file's name. */
  readonly short: string;
  readonly entries: readonly L1Entry[];
}

/** Every L1 file, as far as its lines are whole. */
export async function logsOf(dir: string): Promise<SessionLog[]> {
  const owners = new Map<string, string>();
  for (const name of namesIn(`${dir}/state`)) {
    if (!name.endsWith(".json")) continue;
    const state = parse(Deno.readTextFileSync(`${dir}/state/${name}`));
    const stem = (state as { stem?: unknown } | undefined)?.stem;
    if (typeof stem === "string") owners.set(stem, name.slice(0, -5));
  }
  const logs: SessionLog[] = [];
  for (const name of namesIn(`${dir}/sessions`)) {
    const stem = /^(.*)\.l1\.jsonl(?:\.gz)?$/.exec(name)?.[1];
    if (stem === undefined) continue;
    const text = new TextDecoder().decode(
      await readPlain(`${dir}/sessions/${name}`),
    );
    const session = owners.get(stem);
    logs.push({
      name,
      ...(session === undefined ? {} : { session }),
      short: stem.slice(stem.lastIndexOf("_") + 1),
      entries: text.split("\n").map(parse)
        .filter((entry): entry is L1Entry => entry !== undefined),
    });
  }
  return logs;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // findDamage() names it
  }
}
