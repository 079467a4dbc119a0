/**
 * `CLAUDE_ENV_FILE`: Claude Code runs its content before every shell command.
 * One line of ours lets the skills' commands find this project's store from any
 * folder.
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

/** Quoted as one word for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
