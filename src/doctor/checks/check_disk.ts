/**
 * Whether there is room on the disk. How much is free the runtime would tell
 * only to a program that may ask the system, and ours may not; so a few
 * megabytes are written and taken away again.
 */

import { removeIfThere } from "../../store/file_steps.ts";
import type { Store } from "../../store/store.ts";
import { describeFailure } from "../../base/system_error.ts";
import { bad, type Finding, good } from "./finding.ts";
import type { CheckContext } from "./check_context.ts";

const PROBE_MEGABYTES = 8;

export function checkDisk(
  { store, hasStore, problem }: CheckContext,
): Finding[] {
  const check = "disk";
  // Where nothing at all can be written, room is not what is missing.
  if (!hasStore() || problem()) return [];
  const refused = writeProbe(store);
  return [
    refused === undefined
      ? good(
        check,
        `${PROBE_MEGABYTES} MB could be written; how much is free it may not ask`,
      )
      : bad(
        check,
        `${PROBE_MEGABYTES} MB could not be written: ${refused}`,
        "Make room; memory-keeper clear old shows what could go",
      ),
  ];
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
