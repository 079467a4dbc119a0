/**
 * Commits of a checkout, read from git's own files: loose objects, packs, refs.
 * No subprocess. What cannot be read ends the walk.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { gitDir } from "./git_branch.ts";
import { listNames, readText, statFile } from "./read_file.ts";

export interface Commit {
  readonly hash: string;
  readonly at: Date;
  readonly author: string;
  readonly subject: string;
  readonly parents: readonly string[];
}

const HASH = /^[0-9a-f]{40}$/;
const MAX_BYTES = 16 * 1024 * 1024;
const COMMIT = 1;
const OFFSET_DELTA = 6;
const REF_DELTA = 7;
const DEPTH = 60;

/** From the tip of a branch, or of HEAD, back along first parents. */
export async function* commitsOf(
  root: string,
  branch?: string,
): AsyncGenerator<Commit> {
  try {
    const objects = new Objects(root);
    let hash = (branch && objects.ref(`refs/heads/${branch}`)) ??
      objects.head();
    while (hash !== undefined) {
      const bytes: Uint8Array | undefined = await objects.read(hash);
      const commit: Commit | undefined = bytes && parseCommit(hash, bytes);
      if (commit === undefined) return;
      yield commit;
      hash = commit.parents[0];
    }
  } catch (error) {
    const isUnreadable = error instanceof TypeError ||
      error instanceof RangeError || error instanceof UserError;
    if (!isUnreadable && !isSystemError(error)) throw error;
  }
}

function parseCommit(hash: string, bytes: Uint8Array): Commit | undefined {
  const text = new TextDecoder().decode(bytes);
  const end = text.indexOf("\n\n");
  const head = end < 0 ? text : text.slice(0, end);
  const seconds = /^committer .*> (\d+) [+-]\d{4}$/m.exec(head)?.[1];
  if (seconds === undefined) return undefined;
  const message = end < 0 ? "" : text.slice(end + 2).trim();
  return {
    hash,
    at: new Date(Number(seconds) * 1000),
    author: /^author (.*?) </m.exec(head)?.[1] ?? "",
    subject: message.split("\n")[0] ?? "",
    parents: [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)]
      .map((one) => one[1] ?? ""),
  };
}

class Objects {
  readonly #dir: string;
  readonly #common: string;
  readonly #stores: readonly string[];
  #packs: Pack[] | undefined;

  constructor(root: string) {
    this.#dir = gitDir(root);
    const link = readText(`${this.#dir}/commondir`)?.trim();
    this.#common = link === undefined
      ? this.#dir
      : link.startsWith("/")
      ? link
      : `${this.#dir}/${link}`;
    const own = `${this.#common}/objects`;
    const others = (readText(`${own}/info/alternates`) ?? "").split("\n")
      .filter((line) => line.startsWith("/"));
    this.#stores = [own, ...others];
  }

  head(): string | undefined {
    const head = readText(`${this.#dir}/HEAD`)?.trim() ?? "";
    const name = /^ref: (.+)$/.exec(head)?.[1];
    return name ? this.ref(name) : HASH.test(head) ? head : undefined;
  }

  ref(name: string): string | undefined {
    if (name.split("/").includes("..")) return undefined;
    const loose = readText(`${this.#common}/${name}`)?.trim();
    if (loose !== undefined && HASH.test(loose)) return loose;
    const packed = readText(`${this.#common}/packed-refs`) ?? "";
    return packed.split("\n").find((line) => line.slice(41).trim() === name)
      ?.slice(0, 40);
  }

  /** The content of a commit. */
  async read(hash: string): Promise<Uint8Array | undefined> {
    for (const dir of this.#stores) {
      const path = `${dir}/${hash.slice(0, 2)}/${hash.slice(2)}`;
      const info = statFile(path);
      if (!info?.isFile || info.size > MAX_BYTES) continue;
      const bytes = await inflate(Deno.readFileSync(path));
      return bytes.subarray(bytes.indexOf(0) + 1);
    }
    this.#packs ??= this.#stores.flatMap((dir) =>
      listNames(`${dir}/pack`).filter((name) => name.endsWith(".idx"))
        .map((name) => new Pack(`${dir}/pack/${name.slice(0, -4)}`))
    );
    for (const pack of this.#packs) {
      const at = pack.find(hash);
      if (at === undefined) continue;
      const { type, bytes } = await pack.object(at, (base) => this.read(base));
      return type === COMMIT ? bytes : undefined;
    }
    return undefined;
  }
}

type ReadBase = (hash: string) => Promise<Uint8Array | undefined>;

/** A pack with its index, version 2. Only what is asked for is read. */
class Pack {
  readonly #index: DataView;
  readonly #count: number;
  readonly #starts: readonly number[];

  constructor(readonly path: string) {
    const bytes = Deno.readFileSync(`${path}.idx`);
    this.#index = new DataView(bytes.buffer);
    const isKnown = this.#index.getUint32(0) === 0xff744f63 &&
      this.#index.getUint32(4) === 2;
    this.#count = isKnown ? this.#index.getUint32(8 + 255 * 4) : 0;
    const starts = Array.from({ length: this.#count }, (_, i) => this.#at(i));
    starts.push((statFile(`${path}.pack`)?.size ?? 0) - 20);
    this.#starts = starts.sort((a, b) => a - b);
  }

  find(hash: string): number | undefined {
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const name = this.#name(middle);
      if (name === hash) return this.#at(middle);
      if (name < hash) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  #name(i: number): string {
    const from = 8 + 1024 + i * 20;
    return Array.from(
      new Uint8Array(this.#index.buffer, from, 20),
      (byte) => byte.toString(16).padStart(2, "0"),
    ).join("");
  }

  #at(i: number): number {
    const small = 8 + 1024 + this.#count * 24;
    const offset = this.#index.getUint32(small + i * 4);
    if (offset < 0x80000000) return offset;
    const large = small + this.#count * 4 + (offset & 0x7fffffff) * 8;
    return Number(this.#index.getBigUint64(large));
  }

  async object(
    at: number,
    readBase: ReadBase,
    depth = 0,
  ): Promise<{ type: number; bytes: Uint8Array }> {
    const end = this.#starts.find((start) => start > at) ?? at;
    if (depth > DEPTH || end - at > MAX_BYTES) {
      throw new RangeError("Too large");
    }
    const data = this.#part(at, end - at);
    const type = (data[0] ?? 0) >> 4 & 7;
    let from = 0;
    while ((data[from++] ?? 0) & 0x80);
    if (type === REF_DELTA) {
      const hash = Array.from(
        data.subarray(from, from + 20),
        (byte) => byte.toString(16).padStart(2, "0"),
      ).join("");
      const base = await readBase(hash) ?? new Uint8Array();
      const delta = await inflate(data.subarray(from + 20));
      return { type: COMMIT, bytes: applyDelta(base, delta) };
    }
    if (type !== OFFSET_DELTA) {
      return { type, bytes: await inflate(data.subarray(from)) };
    }
    let byte = data[from++] ?? 0;
    let back = byte & 0x7f;
    while (byte & 0x80) {
      byte = data[from++] ?? 0;
      back = (back + 1) * 128 + (byte & 0x7f);
    }
    const base = await this.object(at - back, readBase, depth + 1);
    const delta = await inflate(data.subarray(from));
    return { type: base.type, bytes: applyDelta(base.bytes, delta) };
  }

  #part(at: number, length: number): Uint8Array {
    using file = Deno.openSync(`${this.path}.pack`, { read: true });
    file.seekSync(at, Deno.SeekMode.Start);
    const bytes = new Uint8Array(length);
    let read = 0;
    while (read < length) {
      const more = file.readSync(bytes.subarray(read)) ?? 0;
      if (more === 0) break;
      read += more;
    }
    return bytes.subarray(0, read);
  }
}

/** Copies from the base and new bytes, after the two sizes. */
function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array {
  let at = 0;
  const size = () => {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = delta[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
    } while (byte & 0x80);
    return value;
  };
  size();
  const result = new Uint8Array(Math.min(size(), MAX_BYTES));
  let filled = 0;
  while (at < delta.length) {
    const op = delta[at++] ?? 0;
    if (op & 0x80) {
      const number = (bits: number, first: number) => {
        let value = 0;
        for (let i = 0; i < bits; i++) {
          if (op & first << i) value += (delta[at++] ?? 0) * 2 ** (8 * i);
        }
        return value;
      };
      const offset = number(4, 0x01);
      const length = number(3, 0x10) || 0x10000;
      result.set(base.subarray(offset, offset + length), filled);
      filled += length;
    } else {
      result.set(delta.subarray(at, at + op), filled);
      filled += op;
      at += op;
    }
  }
  return result;
}

/** What git packs is zlib's format. */
async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(bytes)]).stream()
    .pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
