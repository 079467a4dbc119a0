/** One process from start to end, as a case of the bench. */

import type { Case } from "./interleave.ts";

/**
 * Copies of one executable, used in turn. How the system happened to place a
 * file of this size in memory makes a start up to a sixth slower or faster.
 */
export type ProgramCopies = readonly string[];

/** What is measured, and a program that does nothing. */
export interface Executables {
  readonly bare: ProgramCopies;
  readonly product: ProgramCopies;
}

/** Makes cases of a program in one environment. */
export const casesOf = (
  program: ProgramCopies,
  env: Readonly<Record<string, string>>,
) =>
(name: string, args: readonly string[], input = "", bar?: number): Case => ({
  name,
  run: processCase(program, args, env, input),
  ...(bar === undefined ? {} : { bar }),
});

/** A process that gets `input` and an environment of its own. */
export function processCase(
  program: ProgramCopies,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = "",
): () => Promise<void> {
  const bytes = new TextEncoder().encode(input);
  let turn = 0;
  return async () => {
    const command = program[turn++ % program.length] ?? "";
    const child = new Deno.Command(command, {
      args: [...args],
      env: { ...env },
      clearEnv: true,
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(bytes).catch(() => {}); // the bare program does not read
    await writer.close().catch(() => {});
    const { code } = await child.status;
    if (code !== 0) throw new Error(`${command} ${args.join(" ")}: ${code}`);
  };
}
