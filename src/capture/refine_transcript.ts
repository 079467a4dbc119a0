/** One transcript into the text of one session log, without a store. */

import { storeError } from "../base/errors.ts";
import type { Config } from "../store/config_keys.ts";
import { statTranscript } from "../store/growing_file.ts";
import { TranscriptReader } from "../store/line_reader.ts";
import { unknownTypes } from "./refine/entry_types.ts";
import type { OffPeriod } from "../base/off_period.ts";
import { Refiner } from "./refine/refiner.ts";
import { createRedactor } from "../redact/create_redactor.ts";
import { SubagentWork } from "./_subagent_work.ts";

export interface RefinedTranscript {
  readonly entries: number;
  readonly bytes: number;
  readonly rawBytes: number;
  /** Entries that hold nothing to keep, by type. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Those of them whose type this version does not know. */
  readonly unknown: Readonly<Record<string, number>>;
  readonly redactions: Readonly<Record<string, number>>;
}

/** Calls `write` with whole lines, a part at a time. */
export function refineTranscript(
  transcript: string,
  config: Config,
  write: (lines: string) => void,
  off: readonly OffPeriod[] = [],
): RefinedTranscript {
  const info = statTranscript(transcript);
  if (info === undefined) {
    throw storeError(
      `Cannot read "${transcript}": it is not a file`,
      "Transcripts are below ~/.claude/projects",
    );
  }
  const redactor = createRedactor({ config });
  const agents: SubagentWork = new SubagentWork(transcript, redactor, {}, {
    off,
    isHiddenFrom: (begun) => refiner.isHiddenFrom(begun),
  });
  const refiner: Refiner = new Refiner({
    redactor,
    progress: !agents.hasFiles,
    isOwnAgent: (id) => agents.isLeftOut(id),
    off,
  });
  let [entries, bytes] = [0, 0];
  const put = (found: readonly object[]) => {
    if (found.length === 0) return;
    const lines = found.map((one) => `${JSON.stringify(one)}\n`).join("");
    entries += found.length;
    bytes += new TextEncoder().encode(lines).length;
    write(lines);
  };
  using reader = new TranscriptReader(transcript, 0, (line, from, to) => {
    refiner.line(line, from, to);
  });
  while (reader.readChunk()) put(agents.resolve(refiner.take().pieces));
  const last = reader.unfinished;
  if (last) refiner.lastLine(last);
  refiner.close();
  put(agents.resolve(refiner.take().pieces));
  put(agents.rest());
  return {
    entries,
    bytes,
    rawBytes: info.size,
    skipped: Object.fromEntries(refiner.skipped),
    unknown: unknownTypes(refiner.skipped),
    redactions: Object.fromEntries(redactor.counts),
  };
}
