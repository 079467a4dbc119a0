/**
 * The real Claude Code for the tests: the npm package by exact version, each in
 * a folder of its own below dist/. Where npm cannot be reached there is none,
 * and one line says so.
 */

import { DIST } from "../../../scripts/build.ts";
import { npmInstall } from "../../../scripts/npm_install.ts";
import { ProgramError } from "../../../scripts/run_program.ts";

const SCOPE = "node_modules/@anthropic-ai";
const WINDOWS = Deno.build.os === "windows";

const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|E40[37]|ERR_SOCKET_TIMEOUT|tunneling socket/;

/** A version of Claude Code and its program. */
export interface Client {
  readonly version: string;
  readonly program: string;
}

/** The client of a version, or undefined if npm cannot be reached. */
export async function ensureClaudeCode(
  version: string,
): Promise<Client | undefined> {
  const program = await ensureProgram(version);
  return program === undefined ? undefined : { version, program };
}

async function ensureProgram(version: string): Promise<string | undefined> {
  const folder = `${DIST}/claude-code-${version}`;
  const there = programIn(folder);
  if (there) return there;
  const fresh = await Deno.makeTempDir({ dir: await distFolder() });
  try {
    await npmInstall(fresh, [`@anthropic-ai/claude-code@${version}`]);
    // Another run of the tests may have been faster.
    await Deno.rename(fresh, folder).catch(() => {});
    return programIn(folder);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    console.log(
      `Claude Code ${version} cannot be installed from npm here: its tests are skipped`,
    );
    return undefined;
  } finally {
    await Deno.remove(fresh, { recursive: true }).catch(() => {});
  }
}

async function distFolder(): Promise<string> {
  await Deno.mkdir(DIST, { recursive: true });
  return DIST;
}

/** The program lies in the package for this system. */
function programIn(folder: string): string | undefined {
  try {
    for (const { name } of Deno.readDirSync(`${folder}/${SCOPE}`)) {
      const program = `${folder}/${SCOPE}/${name}/claude${
        WINDOWS ? ".exe" : ""
      }`;
      if (name !== "claude-code" && isFile(program)) return program;
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return undefined;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const isUnreachable = (error: unknown) =>
  error instanceof Deno.errors.NotFound || // no npm at all
  (error instanceof ProgramError && UNREACHABLE.test(error.stderr));
