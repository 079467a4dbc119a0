/**
 * The Deno that compiles the executable. `node:vm` runs code that V8 compiled
 * before, and from Deno 2.9 on loading it takes as long as that code saves. So
 * the newest Deno before 2.9 compiles, from npm, whichever one runs the build.
 */

import { existsSync } from "@std/fs";
import { npmInstall } from "./npm_install.ts";
import { ProgramError } from "./run_program.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

const COMPILER = "2.8.3";

/** Whether programs that this version compiles load `node:vm` quickly. */
export function loadsVmQuickly(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major === 2 && minor < 9;
}

/** The path of a Deno to compile with; where npm has none, this one. */
export async function ensureCompiler(folder: string): Promise<string> {
  // A runtime that was named is of the Deno that was started.
  if (loadsVmQuickly(Deno.version.deno) || Deno.env.has("DENORT_BIN")) {
    return Deno.execPath();
  }
  try {
    const own = `${folder}/deno-${COMPILER}`;
    if (!existsSync(own)) {
      // Renamed when it is whole: an installation may be killed.
      await Deno.mkdir(folder, { recursive: true });
      using fresh = new TemporaryFolder("npm", folder);
      await npmInstall(`${fresh.dir}/whole`, [`deno@${COMPILER}`]);
      await Deno.rename(`${fresh.dir}/whole`, own);
    }
    return findProgram(own);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    console.error(
      `npm gives no Deno ${COMPILER}: compiling with ${Deno.version.deno}, ` +
        "which makes hooks start more slowly",
    );
    return Deno.execPath();
  }
}

/** npm installs the package of this system only. */
function findProgram(folder: string): string {
  const packages = `${folder}/node_modules/@deno`;
  const [system] = Array.from(Deno.readDirSync(packages), ({ name }) => name);
  const file = Deno.build.os === "windows" ? "deno.exe" : "deno";
  const path = `${packages}/${system}/${file}`;
  if (Deno.build.os !== "windows") Deno.chmodSync(path, 0o755);
  return path;
}

const isUnavailable = (error: unknown) =>
  error instanceof ProgramError || error instanceof Deno.errors.NotFound;
