/** Windows programs on this machine: Wine 10, and Deno's own build for Windows. */

import { existsSync } from "@std/fs";
import { runProgram } from "../run_program.ts";
import {
  CACHE,
  type DebianRoot,
  ensureDebianRoot,
  REPOSITORY,
} from "./debian_root.ts";
import { ensurePackage, type NpmPackage } from "./npm_package.ts";

const DENO: NpmPackage = {
  name: "@deno/win32-x64",
  version: "2.9.5",
  integrity:
    "sha512-LkcERsH0olOgevg9L9eootSr1U8ydyfnX1bS3mFqU+lGBeTYtlec5b/QF473WUOGVgPlWECrkxi4As5kEaFOzg==",
};

/** In the folder that is Wine's whole system, not on this machine. */
const PREFIX = "/opt/wine";

const SETTINGS = [
  "WINEARCH=win64",
  `WINEPREFIX=${PREFIX}`,
  "WINEDEBUG=-all",
  "XDG_RUNTIME_DIR=/tmp",
  // No window, no Mono, no browser engine: none is asked for.
  "WINEDLLOVERRIDES=mscoree,mshtml=",
  "NO_COLOR=1",
  "DENO_NO_UPDATE_CHECK=1",
  "DENO_DIR=Z:\\cache\\deno-dir",
  "TZ=UTC",
];

export interface Wine {
  /** Words that run Deno for Windows in the repository. */
  deno(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): string[];
  /** Ends Wine's own processes, which would outlive the last program. */
  end(): Promise<void>;
}

export async function ensureWine(): Promise<Wine> {
  const root = await ensureDebianRoot(["wine", "wine64"]);
  const folder = await ensurePackage(DENO, `${CACHE}/npm`);
  await fillModuleCache();
  if (!existsSync(root.path(`${PREFIX}/system.reg`))) {
    console.log("making a Windows folder for Wine");
    await run(root, ["wineboot", "--init"]);
  }
  const exe = `/cache${folder.slice(`${CACHE}/npm`.length)}/deno.exe`;
  return {
    deno: (args, env = {}) =>
      root.enter([
        ...SETTINGS,
        ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
        "sh",
        "-c",
        'cd /repo && exec wine "$@"',
        "sh",
        exe,
        ...args,
      ]),
    end: async () => {
      await run(root, ["wineserver", "-k"]).catch(() => {
        // None was running any more.
      });
    },
  };
}

async function run(root: DebianRoot, words: readonly string[]): Promise<void> {
  const [command = "", ...args] = root.enter([...SETTINGS, ...words]);
  await runProgram(command, args);
}

/** The packages of deno.lock, as Deno keeps them on every system. */
async function fillModuleCache(): Promise<void> {
  await runProgram(Deno.execPath(), ["install", "--quiet", "--frozen"], {
    cwd: REPOSITORY,
    env: { DENO_DIR: `${CACHE}/npm/deno-dir`, DENO_NO_UPDATE_CHECK: "1" },
  });
}
