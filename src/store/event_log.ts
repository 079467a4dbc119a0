/**
 * logs/keeper.log: one line for each event that failed or did work. Ids, counts
 * and durations only; never what people or models wrote, and no error messages,
 * which may quote it.
 */

import { UserError } from "../base/errors.ts";
import { statFile } from "./read_file.ts";
import { ensureStore, type Store } from "./store.ts";

const ROTATE_AT_BYTES = 1024 * 1024;

export interface LogLine {
  readonly at: Date;
  readonly event: string;
  readonly session?: string | undefined;
  readonly outcome: "done" | "failed" | "late";
  readonly details?: Readonly<Record<string, number | string>>;
}

export function appendLog(store: Store, line: LogLine): void {
  const { layout, files } = store;
  ensureStore(store);
  const size = statFile(layout.log)?.size ?? 0;
  if (size >= ROTATE_AT_BYTES) files.rename(layout.log, `${layout.log}.1`);
  const fields = [
    line.at.toISOString(),
    line.event,
    line.session?.slice(0, 8) ?? "-",
    line.outcome,
    ...Object.entries(line.details ?? {}).map(([key, value]) =>
      `${key}=${String(value).replace(/[^\w.:/-]+/g, "_").slice(0, 120)}`
    ),
  ];
  files.appendAtomically(layout.log, `${fields.join(" ")}\n`);
}

/** What may be logged about an error: its class and where it was thrown. */
export function describeError(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frame = /^\s+at (?:.*\()?.*?([\w.-]+:\d+):\d+\)?$/m.exec(
    error.stack ?? "",
  );
  return {
    error: error.name,
    ...(error instanceof UserError ? { kind: error.kind } : {}),
    ...(frame?.[1] ? { at: frame[1] } : {}),
  };
}
