/**
 * Git's own list of commits with their parents, where it keeps one
 * (`git gc` writes it). It saves unpacking every commit of a walk.
 */

import { hexOf } from "../../base/hex.ts";
import { listNames, readText, statFile } from "../read_file.ts";
import { findName, RandomAccess } from "./_random_access.ts";
import type { Node } from "./ancestry.ts";

const SIGNATURE = 0x43475048;
const NO_PARENT = 0x70000000;
const MORE_PARENTS = 0x80000000;
const RECORD_BYTES = 36;
const MOST_PARENTS = 1000;

interface Layer {
  readonly file: RandomAccess;
  readonly count: number;
  /** How many commits the layers below have. */
  readonly before: number;
  readonly fanOutAt: number;
  readonly namesAt: number;
  readonly recordsAt: number;
  readonly edgesAt: number | undefined;
}

export class CommitGraph implements Disposable {
  readonly #layers: Layer[] = [];

  constructor(stores: readonly string[]) {
    const paths = stores.map(layerPaths).find((found) => found.length > 0);
    for (const path of paths ?? []) {
      const file = new RandomAccess(path);
      const last = this.#layers.at(-1);
      const layer = readLayer(file, last ? last.before + last.count : 0);
      if (layer === undefined) {
        file[Symbol.dispose]();
        // The layers above count from this one.
        return;
      }
      this.#layers.push(layer);
    }
  }

  read(hash: string): Node | undefined {
    for (const layer of this.#layers) {
      const at = findName(layer.file, layer, hash);
      if (at !== undefined) return this.#record(layer, at);
    }
    return undefined;
  }

  #record(layer: Layer, at: number): Node {
    const from = layer.recordsAt + at * RECORD_BYTES;
    const view = layer.file.view(from + 20, 16);
    const [first, second] = [view.getUint32(0), view.getUint32(4)];
    const places = [
      ...(first === NO_PARENT ? [] : [first]),
      ...(second === NO_PARENT
        ? []
        : second >= MORE_PARENTS
        ? edgesFrom(layer, second - MORE_PARENTS)
        : [second]),
    ];
    const generation = view.getUint32(8) >>> 2;
    const seconds = (view.getUint32(8) & 3) * 2 ** 32 + view.getUint32(12);
    return {
      parents: places.map((place) => this.#name(place)),
      seconds,
      ...(generation > 0 && { generation }),
    };
  }

  #name(place: number): string {
    const layer = this.#layers.findLast(({ before }) => before <= place);
    if (layer === undefined || place >= layer.before + layer.count) {
      throw new RangeError("A parent outside of the commit graph");
    }
    const at = layer.namesAt + (place - layer.before) * 20;
    return hexOf(layer.file.bytes(at, 20));
  }

  [Symbol.dispose](): void {
    for (const { file } of this.#layers) file[Symbol.dispose]();
  }
}

/** One file, or a chain of them, the lowest first. */
function layerPaths(store: string): string[] {
  const one = `${store}/info/commit-graph`;
  if (statFile(one)?.isFile) return [one];
  const dir = `${store}/info/commit-graphs`;
  const chain = (readText(`${dir}/commit-graph-chain`) ?? "").split("\n")
    .filter((line) => /^[0-9a-f]{40}$/.test(line))
    .map((hash) => `graph-${hash}.graph`);
  const names = new Set(listNames(dir));
  return chain.every((name) => names.has(name))
    ? chain.map((name) => `${dir}/${name}`)
    : [];
}

/** Undefined for a version or a kind of name that is not known. */
function readLayer(file: RandomAccess, before: number): Layer | undefined {
  if (file.size < 8) return undefined;
  const head = file.view(0, 8);
  const isKnown = head.getUint32(0) === SIGNATURE && head.getUint8(4) === 1 &&
    head.getUint8(5) === 1;
  if (!isKnown) return undefined;
  const chunks = new Map<string, number>();
  const table = file.view(8, head.getUint8(6) * 12);
  for (let i = 0; i < head.getUint8(6); i++) {
    const id = String.fromCharCode(
      ...new Uint8Array(table.buffer, i * 12, 4),
    );
    chunks.set(id, Number(table.getBigUint64(i * 12 + 4)));
  }
  const [fanOutAt, namesAt, recordsAt] = ["OIDF", "OIDL", "CDAT"]
    .map((id) => chunks.get(id));
  if (!fanOutAt || !namesAt || !recordsAt) return undefined;
  const count = file.view(fanOutAt + 255 * 4, 4).getUint32(0);
  const edgesAt = chunks.get("EDGE");
  return { file, count, before, fanOutAt, namesAt, recordsAt, edgesAt };
}

/** The second and further parents of a merge of more than two. */
function edgesFrom({ file, edgesAt }: Layer, first: number): number[] {
  if (edgesAt === undefined) throw new RangeError("A merge without its list");
  const places: number[] = [];
  for (let i = first; places.length < MOST_PARENTS; i++) {
    const value = file.view(edgesAt + i * 4, 4).getUint32(0);
    places.push(value % MORE_PARENTS);
    if (value >= MORE_PARENTS) return places;
  }
  throw new RangeError("A merge without an end");
}
