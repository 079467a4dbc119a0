/**
 * The user's key: 32 random bytes in Claude Code's folder. What it signs was
 * made by this user's program, and a signature tells nothing of the text.
 */

import { hexOf } from "../base/hex.ts";
import { hmacSha256 } from "../base/hmac.ts";
import { claudeFolder } from "../claude/folders.ts";
import type { World } from "../base/world.ts";

const KEY_BYTES = 32;
const MOST_BYTES = 1000;
const KEY_FORM = /^[0-9a-f]{64}\s*$/;

export interface UserKey {
  /** Names the key without giving it away: 16 hexadecimal digits. */
  readonly id: string;
  /** The HMAC-SHA-256 of a text, in 64 hexadecimal digits. */
  sign(text: string): string;
}

/** Where everything of ours lies that belongs to the user and to no project. */
export function userFolder(world: World): string | undefined {
  const folder = claudeFolder(world);
  return folder && `${folder}/memory-keeper`;
}

/**
 * The key, made at the first use.
 *
 * @returns undefined where there is none and none can be written
 */
export function userKey(world: World): UserKey | undefined {
  const folder = userFolder(world);
  if (folder === undefined) return undefined;
  const hex = findKey(folder);
  if (hex === undefined) return undefined;
  // Every event signs: the Web's HMAC would wait for another thread each time.
  const sign = (text: string) => hmacSha256(hex, text);
  return { id: sign("memory-keeper key id").slice(0, 16), sign };
}

/** Undefined if it is missing or not a key of this user's: then it is made. */
function readKey(path: string): string | undefined {
  try {
    const { isFile, size } = Deno.statSync(path);
    // Opening a FIFO would wait for ever.
    if (!isFile || size > MOST_BYTES) return undefined;
    const text = Deno.readTextFileSync(path);
    return KEY_FORM.test(text) ? text.trim() : undefined;
  } catch (error) {
    const isUseless = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.PermissionDenied;
    if (isUseless) return undefined;
    // A disk that fails for a moment may not cost the key.
    throw error;
  }
}

function findKey(folder: string): string | undefined {
  const path = `${folder}/key`;
  try {
    return readKey(path) ?? makeKey(folder, path);
  } catch {
    return undefined; // A read-only, full or failing folder holds no key.
  }
}

/** Several may make it at once: the first one's stays, and all return it. */
function makeKey(folder: string, path: string): string | undefined {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  const hex = hexOf(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeSynced(temporary, `${hex}\n`);
    try {
      Deno.linkSync(temporary, path);
    } catch (error) {
      const isFirst = !(error instanceof Deno.errors.AlreadyExists);
      // A file that is not a key, or a folder without hard links.
      if (isFirst || readKey(path) === undefined) {
        Deno.renameSync(temporary, path);
      }
    }
    return readKey(path);
  } finally {
    try {
      Deno.removeSync(temporary);
    } catch {
      // It was renamed, or never written.
    }
  }
}

/** To the disk: after a loss of power an empty key would disown every store. */
function writeSynced(path: string, text: string): void {
  using file = Deno.openSync(path, {
    write: true,
    createNew: true,
    mode: 0o600,
  });
  file.writeSync(new TextEncoder().encode(text));
  file.syncSync();
}
