/** L3: an archive's summary, handed over in parts and checked before it is saved. */

import { readArchiveSummary } from "./_archive_summary.ts";
import { splitParts } from "./_text_parts.ts";
import { readWorkTimes, type WorkTimes } from "../memory/work_times.ts";
import { parseMemory } from "../memory/memory_text.ts";
import { saveJson } from "../store/json_file.ts";
import { archivesIn, readIndex } from "../session/memory_index.ts";
import { readText } from "../store/read_file.ts";
import type { Claim, Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import {
  agentOf,
  changeArchive,
  claimArchive,
  releaseArchive,
} from "./ask_for_archive_summary.ts";
import { createRedactor } from "../redact/create_redactor.ts";

/** The oldest archive without a summary or a live agent, in parts. */
export async function handOverArchive(
  store: Store,
  world: World,
  { agentId, parts }: { agentId: string; parts: number },
  claim: Claim,
): Promise<string[] | undefined> {
  const now = world.now();
  const file = await claimArchive(store, { agentId, now }, claim);
  const text = file && readText(`${store.layout.dir}/${file}`);
  return text ? splitParts(text, parts) : undefined;
}

export async function commitArchiveSummary(
  store: Store,
  world: World,
  { agentId, archive, message }: {
    readonly agentId?: string;
    readonly archive?: string;
    readonly message: unknown;
  },
  claim: Claim,
) {
  const { layout, files } = store;
  const one = archivesIn(readIndex(layout)).find((known) =>
    (archive === undefined || known.file === archive) &&
    (agentId === undefined || agentOf(known)?.id === agentId)
  );
  const text = one && readText(`${layout.dir}/${one.file}`);
  if (one === undefined || text === undefined) return { kind: "gone" } as const;
  const answer = readArchiveSummary(message, {
    sourceFile: one.file,
    generatedAt: world.now().toISOString(),
    ...describe(text, readWorkTimes(layout)),
  });
  if (answer.kind === "refused") {
    await releaseArchive(store, one.file, claim);
    return answer;
  }
  const file = one.file.replace(/\.md$/, ".summary.json");
  const summary = createRedactor(store).value(answer.summary) as object;
  saveJson(files, `${layout.dir}/${file}`, summary);
  await changeArchive(store, one.file, claim, ({ agent: _, ...free }) => ({
    ...free,
    summary: file,
    summaryGenerated: true,
  }));
  return { kind: "committed", file } as const;
}

function describe(text: string, known: WorkTimes) {
  const { sections } = parseMemory(text);
  const times = sections.flatMap((one) => {
    const { from, to } = known.of(one) ?? { from: one.utc, to: one.utc };
    return [from, to].flatMap((time) => time?.toISOString() ?? []);
  }).sort();
  return {
    dateRange: { from: times[0] ?? "", to: times.at(-1) ?? "" },
    sectionCount: sections.length,
  };
}
