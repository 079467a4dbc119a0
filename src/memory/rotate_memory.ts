/**
 * Archive memory.md when it is full. First the archive, then the new memory.md,
 * then the index; an archive that a crash left out of the index is taken up
 * again, so two processes or a crash make one archive, not two. What is in it
 * stays as it is, byte for byte, in whatever encoding.
 */

import { asByteText, isBeginning } from "../base/byte_text.ts";
import { parseMemory } from "./memory_text.ts";
import { archiveName, planRotation, rotateAtTokens } from "./rotation.ts";
import { estimateTokens, leastEstimate } from "../base/estimate_tokens.ts";
import { countedTokens, limitsOf, rememberCount } from "./memory_fill.ts";
import {
  listArchives,
  readIndex,
  type RotatedFile,
  updateIndex,
} from "../session/memory_index.ts";
import { readBytes, statFile } from "../store/read_file.ts";
import {
  type Claim,
  ensureStore,
  type Store,
  withStoreLock,
} from "../store/store.ts";
import type { World } from "../base/world.ts";
import { loadTokenCounter } from "./count_tokens.ts";

/**
 * Rotate if it is due, or in any case with `force`. What was just written need
 * not be read again to see that it is not due.
 */
export async function rotateMemory(
  store: Store,
  world: World,
  claim: Claim,
  { force = false, memory }: {
    readonly force?: boolean;
    readonly memory?: string | undefined;
  } = {},
) {
  const limits = limitsOf(store);
  const due = rotateAtTokens(limits);
  // The length alone mostly tells; a huge file is not looked through for it.
  const isFull = (text: string) =>
    leastEstimate(text) >= due || estimateTokens(text) >= due;
  const text = memory ?? readMemory(store).text;
  if (text.trim() === "") return undefined;
  if (!force && (!isFull(text) || isCounted(store, due))) return undefined;
  const count = await loadTokenCounter();
  ensureStore(store);
  return await withStoreLock(store, claim, () => {
    const { text: now, toBytes } = readMemory(store);
    const tokens = count(now);
    // By force it is full as it is, unless another process was faster; what
    // is carried over counts as always.
    const isForced = force && now.startsWith(text) &&
      parseMemory(now).sections.length > 0;
    const weigh = (part: string) =>
      isForced && part === now ? Infinity : count(part);
    const plan = planRotation(now, weigh, limits);
    if (plan === undefined) {
      rememberCount(store, tokens);
      return undefined;
    }
    const archive = writeArchive(store, world, toBytes(plan.archive));
    store.files.replace(store.layout.memory, toBytes(plan.current));
    record(store, world, archive, tokens);
    const { sections } = plan;
    // How many of them begin the new memory.md as well.
    const carried = parseMemory(plan.current).sections.length;
    return { archive, tokens, sections, carried };
  });
}

const readMemory = ({ layout }: Store) =>
  asByteText(readBytes(layout.memory) ?? new Uint8Array());

/** Whether memory.md was counted as it is, and is below the limit. */
function isCounted(store: Store, due: number): boolean {
  const tokens = countedTokens(store, readIndex(store.layout));
  return tokens !== undefined && tokens < due;
}

/** A rotation that died before memory.md was replaced left its archive here. */
function writeArchive(store: Store, world: World, bytes: Uint8Array): string {
  const { layout, files } = store;
  const known = new Set(readIndex(layout).rotatedFiles.map((one) => one.file));
  const names = listArchives(layout);
  const orphan = names.findLast((name) => {
    if (known.has(name)) return false;
    const begun = readBytes(`${layout.dir}/${name}`);
    return begun !== undefined && isBeginning(begun, bytes);
  });
  const name = orphan ??
    archiveName(world.now(), (taken) => names.includes(taken));
  files.replace(`${layout.dir}/${name}`, bytes);
  return name;
}

function record(
  { layout, files }: Store,
  world: World,
  file: string,
  tokens: number,
): void {
  const rotatedAt = world.now().toISOString();
  const entry: RotatedFile = {
    file,
    rotatedAt,
    tokens,
    bytes: statFile(`${layout.dir}/${file}`)?.size ?? null,
    summary: null,
    summaryGenerated: false,
  };
  updateIndex(files, layout, (index) => {
    const others = index.rotatedFiles.filter((one) => one.file !== file);
    // An index that was just rebuilt has found and counted the archive.
    const isCounted = others.length < index.rotatedFiles.length;
    const totalRotations = index.stats.totalRotations + (isCounted ? 0 : 1);
    const stats = { ...index.stats, totalRotations, lastRotation: rotatedAt };
    return { ...index, rotatedFiles: [...others, entry], stats };
  });
}
