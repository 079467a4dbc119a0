/**
 * References and commits of a checkout, read from git's own files: loose
 * objects, packs, packed references, worktrees, alternates. No subprocess.
 */

import { isAbsolute } from "../../base/path_text.ts";
import { listNames, namesIn, readText, statFile } from "../read_file.ts";
import {
  COMMIT,
  inflate,
  MAX_OBJECT_BYTES,
  Pack,
  type PackedObject,
  TREE,
} from "./_pack.ts";
import { commonDir, gitDir, headHash, refHash } from "./branch.ts";

export class GitObjects implements Disposable {
  readonly dir: string;
  readonly #common: string;
  readonly #stores: readonly string[];
  readonly #folders = new Map<string, ReadonlySet<string>>();
  #packs: Pack[] | undefined;

  constructor(root: string) {
    this.dir = gitDir(root);
    this.#common = commonDir(this.dir);
    const own = `${this.#common}/objects`;
    const others = (readText(`${own}/info/alternates`) ?? "").split("\n")
      .filter((line) => isAbsolute(line));
    this.#stores = [own, ...others];
  }

  /** Where git keeps objects, this checkout's own first. */
  get stores(): readonly string[] {
    return this.#stores;
  }

  head(): string | undefined {
    return headHash(this.dir);
  }

  ref(name: string): string | undefined {
    return refHash(this.#common, name);
  }

  /** The text of a commit; undefined if it is not here. */
  commit(hash: string): string | undefined {
    const object = this.#read(hash);
    return object?.type === COMMIT
      ? new TextDecoder().decode(object.bytes)
      : undefined;
  }

  /** The bytes of a tree; undefined if it is not here. */
  tree(hash: string): Uint8Array | undefined {
    const object = this.#read(hash);
    return object?.type === TREE ? object.bytes : undefined;
  }

  #read(hash: string): PackedObject | undefined {
    for (const dir of this.#stores) {
      if (!this.#foldersIn(dir).has(hash.slice(0, 2))) continue;
      const path = `${dir}/${hash.slice(0, 2)}/${hash.slice(2)}`;
      const info = statFile(path);
      if (!info?.isFile || info.size > MAX_OBJECT_BYTES) continue;
      const bytes = inflate(Deno.readFileSync(path));
      const [kind = ""] = new TextDecoder().decode(bytes.subarray(0, 7))
        .split(" ");
      return {
        type: { commit: COMMIT, tree: TREE }[kind] ?? 0,
        bytes: bytes.subarray(bytes.indexOf(0) + 1),
      };
    }
    this.#packs ??= this.#stores.flatMap((dir) =>
      listNames(`${dir}/pack`).filter((name) => name.endsWith(".idx"))
        .map((name) => new Pack(`${dir}/pack/${name.slice(0, -4)}`))
    );
    for (const pack of this.#packs) {
      const found = pack.read(hash, (base) => this.#read(base));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Few are left once git has packed: a look for a missing file costs. */
  #foldersIn(store: string): ReadonlySet<string> {
    let names = this.#folders.get(store);
    if (names === undefined) {
      this.#folders.set(store, names = new Set(namesIn(store)));
    }
    return names;
  }

  [Symbol.dispose](): void {
    for (const pack of this.#packs ?? []) pack[Symbol.dispose]();
  }
}
