/**
 * The store's files: permissions (0600, folders 0700, one owner), room on the
 * disk, and the copies outside of the project.
 */

import { WINDOWS } from "../../base/path_text.ts";
import { plural } from "../../base/format_count.ts";
import { describeFailure } from "../../base/system_error.ts";
import { quoted } from "../../claude/marketplace.ts";
import { isBackedUp, listBackups } from "../../store/backup.ts";
import { DIR_MODE, FILE_MODE, removeIfThere } from "../../store/file_steps.ts";
import { hasMemory, type Store } from "../../store/store.ts";
import type { Surveyed } from "../../store/survey_folder.ts";
import type { CheckContext } from "./check_context.ts";
import {
  bad,
  type Finding,
  type Findings,
  firstOf,
  good,
  warning,
} from "./finding.ts";

const OTHERS = 0o077;

/** Files people and git write too, with permissions of their own. */
const EDITED =
  /^(?:[\w-]+\.md(?:\.bak)?|config\.json|\.gitignore|team(?:\/.*)?)$/;

export function checkModes({ store, survey, problem }: CheckContext): Findings {
  if (WINDOWS) return [];
  const { dir } = store.layout;
  const finding = judgeModes(
    { dir, ...Deno.statSync(dir) },
    survey(),
    store.config.share !== false,
    (paths) => paths.forEach((path) => closeToOthers(`${dir}/${path}`)),
  );
  // Only a foreign owner can explain why the store cannot be written.
  return problem() && finding.outcome !== "bad" ? [] : [finding];
}

/** In a closed folder the permissions of an edited file do not matter. */
export function judgeModes(
  root: Pick<Deno.FileInfo, "mode" | "uid"> & { readonly dir: string },
  files: readonly Surveyed[],
  isShared: boolean,
  close: (paths: readonly string[]) => void,
): Finding {
  const foreign = files.filter(({ info }) => info.uid !== root.uid);
  if (foreign.length > 0) {
    return bad(
      `${firstOf(foreign.map(({ path }) => path))} ` +
        `${foreign.length === 1 ? "belongs" : "belong"} to another user; ` +
        "was Claude Code run with sudo?",
      `sudo chown -R "$(id -u)" ${quoted(root.dir)}`,
    );
  }
  const isRootOpen = isOpen(root.mode) && !isShared;
  const open = files.filter(({ path, info }) =>
    !info.isSymlink && isOpen(info.mode) && (isRootOpen || !EDITED.test(path))
  ).map(({ path }) => path);
  const paths = [...(isRootOpen ? [""] : []), ...open];
  if (paths.length === 0) return good("readable by you alone");
  const names = paths.map((path) => path === "" ? "the store" : path);
  return warning(
    `others may read ${firstOf(names)}`,
    "memory-keeper doctor --fix",
    {
      done:
        `Made ${plural(paths.length, "file or folder", "files and folders")}` +
        " readable by you alone",
      apply: () => close(paths),
    },
  );
}

const isOpen = (mode: number | null) => mode !== null && (mode & OTHERS) !== 0;

function closeToOthers(path: string): void {
  const { isDirectory } = Deno.lstatSync(path);
  Deno.chmodSync(path, isDirectory ? DIR_MODE : FILE_MODE);
}

const PROBE_MEGABYTES = 8;

/** Whether there is room. Asking for it needs a permission, so some is used. */
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

export function checkBackup({ store, hasStore }: CheckContext): Findings {
  if (!isBackedUp(store)) return [];
  const folder = `${store.project.userFolder}/backup`;
  if (listBackups(store.project).length > 0) {
    return good(`copies of memory lie in ${folder}`);
  }
  if (!hasStore() || !hasMemory(store.layout)) return [];
  return warning(
    "there is no copy of memory outside of the project yet",
    `The next change makes one; if not, check ${folder}`,
  );
}
