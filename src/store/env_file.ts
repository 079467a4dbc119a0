/**
 * `CLAUDE_ENV_FILE`: what stands there precedes every command Claude Code runs
 * in a shell. One line of ours makes commands of skills reach this project's
 * store from any folder.
 */

import { readText } from "./read_file.ts";

const MAX_BYTES = 1024 * 1024;

/** Add the line unless it is there. */
export function exportProjectDir(envFile: string, projectDir: string): void {
  const line = `export MEMORY_KEEPER_PROJECT_DIR=${quote(projectDir)}`;
  const text = readText(envFile, MAX_BYTES) ?? "";
  if (text.split(/\r?\n/).includes(line)) return;
  const start = text === "" || text.endsWith("\n") ? "" : "\n";
  Deno.writeTextFileSync(envFile, `${start}${line}\n`, { append: true });
}

/** As one word of a POSIX shell, whatever is in it. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
