/** Whether there is room. Asking for it needs a permission, so some is used. */

import { removeIfThere } from "../../store/file_steps.ts";
import type { Store } from "../../store/store.ts";
import { describeFailure } from "../../base/system_error.ts";
import { bad, type Findings, good } from "./finding.ts";
import type { CheckContext } from "./check_context.ts";

const PROBE_MEGABYTES = 8;

export function checkDisk({ store, problem }: CheckContext): Findings {
  // If nothing can be written at all, room is not the problem.
  if (problem()) return [];
  const refused = writeProbe(store);
  return refused === undefined
    ? good(`${PROBE_MEGABYTES} MB could be written; free space is not measured`)
    : bad(
      `${PROBE_MEGABYTES} MB could not be written: ${refused}`,
      "Make room; memory-keeper clear old shows what can be removed",
    );
}

function writeProbe({ layout, files }: Store): string | undefined {
  const path = `${layout.dir}/.cache/probe-${Deno.pid}`;
  const bytes = new Uint8Array(PROBE_MEGABYTES * 1024 * 1024);
  // Zeroes would take no room on some file systems.
  for (let at = 0; at < bytes.length; at += 65_536) {
    crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  }
  try {
    files.appendBytes(path, bytes);
    return undefined;
  } catch (error) {
    return describeFailure(error);
  } finally {
    removeIfThere(path);
  }
}
