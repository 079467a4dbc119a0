/** How `memory-keeper` becomes a command: a link, and a line for the PATH. */

import { isSamePath, parentOf, WINDOWS } from "../base/path_text.ts";
import type { World } from "../base/world.ts";
import { homeFolder } from "../claude/folders.ts";

interface CommandPath {
  /** The folder that must be on the PATH; null without a home. */
  readonly bin: string | null;
  /** What to type so that it is; null if it is there already. */
  readonly line: string | null;
}

export function planCommandPath(
  world: World,
  program: string,
  windows = WINDOWS,
): CommandPath {
  const home = homeFolder(world, windows);
  const bin = windows ? parentOf(program, true) : home && `${home}/.local/bin`;
  if (bin === undefined) return { bin: null, line: null };
  const known = (world.env("PATH") ?? "").split(windows ? ";" : ":");
  const isThere = known.some((dir) =>
    dir !== "" && isSamePath(dir, bin, windows)
  );
  return { bin, line: isThere ? null : lineFor(world, bin, windows) };
}

/** For the shell the person uses, so that new terminals know it too. */
function lineFor(world: World, bin: string, windows: boolean): string {
  if (windows) {
    const native = bin.replaceAll("/", "\\");
    // Entries such as %USERPROFILE%\bin stay as they are written.
    return "$p = (Get-Item HKCU:\\Environment).GetValue('Path', '', " +
      "'DoNotExpandEnvironmentNames'); Set-ItemProperty HKCU:\\Environment " +
      `Path "$p;${native}" -Type ExpandString; $env:Path += ";${native}"`;
  }
  const shell = world.env("SHELL")?.split("/").at(-1);
  if (shell === "fish") return "fish_add_path ~/.local/bin";
  const file = shell === "zsh"
    ? "~/.zshrc"
    : shell === "bash"
    ? "~/.bashrc"
    : "~/.profile";
  const line = 'export PATH="$HOME/.local/bin:$PATH"';
  return `echo '${line}' >> ${file} && ${line}`;
}

/** Returns why there is no link; what is there and not ours stays. */
export function linkCommand(bin: string, program: string): string | undefined {
  const link = `${bin}/memory-keeper`;
  const found = whereTo(link);
  if (found === program) return undefined;
  if (found !== undefined) return `${link} is there already and was left alone`;
  try {
    Deno.mkdirSync(bin, { recursive: true });
    Deno.symlinkSync(program, link);
    return undefined;
  } catch {
    return `Cannot make the link ${link}; run the program as ${program}`;
  }
}

/** What a path leads to: itself for a file, undefined for nothing. */
function whereTo(link: string): string | undefined {
  try {
    return Deno.lstatSync(link).isSymlink ? Deno.readLinkSync(link) : link;
  } catch {
    return undefined; // missing, or not to be seen: making it will tell
  }
}
