/**
 * The files the program carries with it: the plugin and the description of its
 * marketplace. They are next to the main module, in the compiled file as in the
 * repository, with the layout of an installation.
 */

import { parentOf } from "../base/path_text.ts";
import { RANKS_FILE } from "../memory/count_tokens.ts";
import { statFile } from "../store/read_file.ts";
import { codeFileOf } from "./code_file.ts";

/** Relative path, with `/`, to content. */
export type FileSet = ReadonlyMap<string, Uint8Array>;

const PROGRAM = "memory-keeper";

const CARRIED = [".claude-plugin", "plugin"];

/** May hold a built executable, to try the plugin by hand. */
const NOT_CARRIED = "plugin/bin";

export function readCarriedFiles(mainModule = Deno.mainModule): FileSet {
  const files = new Map<string, Uint8Array>();
  const root = new URL("./", mainModule);
  for (const folder of CARRIED) readFolder(root, folder, files);
  return files;
}

function readFolder(root: URL, folder: string, files: Map<string, Uint8Array>) {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, root))) {
    const path = `${folder}/${name}`;
    if (path === NOT_CARRIED) continue;
    if (isDirectory) readFolder(root, path, files);
    else files.set(path, Deno.readFileSync(new URL(path, root)));
  }
}

/** Data next to an executable, by the name it has in an installation. */
export function companionsOf(executable: string): ReadonlyMap<string, string> {
  const files = [
    [RANKS_FILE, `${parentOf(executable)}/${RANKS_FILE}`],
    [codeFileOf(PROGRAM), codeFileOf(executable)],
  ] as const;
  return new Map(files.filter(([, path]) => statFile(path)?.isFile));
}

export function readExecutable(path: string, installedAs: string): FileSet {
  const files = new Map([[installedAs, Deno.readFileSync(path)]]);
  for (const [name, source] of companionsOf(path)) {
    files.set(
      `${parentOf(installedAs, false)}/${name}`,
      Deno.readFileSync(source),
    );
  }
  return files;
}
