/** Packages of npm with what they depend on, put into a folder of ours. */

import { runProgram } from "./run_program.ts";

export async function npmInstall(
  folder: string,
  packages: readonly string[],
): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  await runProgram(Deno.build.os === "windows" ? "npm.cmd" : "npm", [
    "install",
    "--no-save",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--prefix",
    folder,
    ...packages,
  ]);
}
