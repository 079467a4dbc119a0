/** A user's key, always the same, and the mark of a store that is theirs. */

import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";

const KEY = "6d656d6f72792d6b65657065722d74656d656d6f72792d6b65657065722d7465";

/** What the store has so far, and what comes, is of the user with this folder. */
export function plantMark(store: string, claude: string): void {
  const path = `${claude}/memory-keeper/key`;
  if (!exists(path)) {
    Deno.mkdirSync(`${claude}/memory-keeper`, { recursive: true, mode: 0o700 });
    Deno.writeTextFileSync(path, `${KEY}\n`, { mode: 0o600 });
  }
  const key = Buffer.from(Deno.readTextFileSync(path).trim(), "hex");
  const sign = (text: string) =>
    createHmac("sha256", key).update(text).digest("hex");
  const name = sign("memory-keeper key id").slice(0, 16);
  const mark = `${store}/state/owner/${name}`;
  if (exists(mark)) return;
  const id = crypto.randomUUID();
  Deno.mkdirSync(`${store}/state/owner`, { recursive: true });
  Deno.writeTextFileSync(mark, `${id} ${sign(`memory-keeper store ${id}`)}\n`);
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
