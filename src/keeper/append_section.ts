/**
 * Append a section to memory.md, once: a section is known by its session and
 * entry range, so doing it again after a crash changes nothing. Only this
 * writes headers and times.
 */

import {
  appendSection as joinSection,
  parseMemory,
  renderPreamble,
  renderSection,
} from "../memory/memory_text.ts";
import { readBranch } from "../store/git_branch.ts";
import { shortId } from "../store/layout.ts";
import { readIndex, updateIndex } from "../store/memory_index.ts";
import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../world.ts";
import { createRedactor } from "./create_redactor.ts";

export interface NewSection {
  /** Absent for a text that a person saves by hand. */
  readonly sessionId?: string;
  /** The entries it speaks of, `to` exclusive. */
  readonly range?: Range;
  readonly text: string;
  readonly digest?: boolean;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The caller holds the store's lock. Returns whether it was new. */
export function appendSection(
  store: Store,
  world: World,
  { sessionId, range, text, digest = false }: NewSection,
): boolean {
  const { layout, files, project, config } = store;
  if (sessionId && range && isRecorded(store, sessionId, range)) return false;
  const at = world.now();
  const section = renderSection({
    at,
    localOffsetMinutes: world.localOffsetMinutes(at),
    session: sessionId && shortId(sessionId),
    ...range,
    branch: readBranch(project.root),
    digest,
    text: createRedactor(config).text(text),
  });
  const before = readText(layout.memory) ?? "";
  const start = before.trim() === "" ? renderPreamble(project.name) : before;
  const whole = joinSection(start, section);
  // Only what is new is written: the user may be editing the rest.
  if (before === "" || start !== before) files.replace(layout.memory, whole);
  else files.appendLines(layout.memory, whole.slice(before.length));
  updateIndex(files, layout, (index) => ({
    ...index,
    lastMemoryUpdateTs: at.toISOString(),
  }));
  return true;
}

/** In memory.md, or in an archive if it has been rotated since. */
function isRecorded(store: Store, sessionId: string, range: Range): boolean {
  const { layout } = store;
  const archives = readIndex(layout).rotatedFiles.slice(-2)
    .map(({ file }) => `${layout.dir}/${file}`);
  const session = shortId(sessionId);
  return [layout.memory, ...archives].some((path) =>
    parseMemory(readText(path) ?? "").sections.some((one) =>
      one.session === session && one.from === range.from && one.to === range.to
    )
  );
}
