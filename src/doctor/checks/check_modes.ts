/** Who may read the store: files 0600, folders 0700, one owner. */

import { plural } from "../../base/format_count.ts";
import { quoted } from "../../claude/marketplace.ts";
import type { Surveyed } from "../../store/survey_folder.ts";
import { bad, firstOf, good, warning } from "./finding.ts";
import type { Finding, Findings } from "./finding.ts";
import type { CheckContext } from "./check_context.ts";

const OTHERS = 0o077;
const FILE_MODE = 0o600;
const DIR_MODE = 0o700;

/** Files people and git write too, with permissions of their own. */
const EDITED =
  /^(?:[\w-]+\.md(?:\.bak)?|config\.json|\.gitignore|team(?:\/.*)?)$/;

export function checkModes({ store, survey, problem }: CheckContext): Findings {
  if (Deno.build.os === "windows") return [];
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
