/** A home in which the compiled executable has installed itself. */

import { assert } from "@std/assert";
import { DIST, executableName } from "../../../scripts/build.ts";
import { EXECUTABLE } from "../../support/world/sealed_world.ts";
import { claude, run, sealedEnv } from "./run_client.ts";

/** The compiled file under test. */
export const PROGRAM = EXECUTABLE ?? `${DIST}/${executableName(undefined)}`;

/** A home in which the executable has been installed as a person would. */
export async function installInto(home: string): Promise<void> {
  const env = sealedEnv(home);
  const steps = [
    () => run(PROGRAM, ["install"], { cwd: home, env }).ended,
    () => claude(home, "plugin", "marketplace", "add", installedIn(home)),
    () => claude(home, "plugin", "install", "memory-keeper@memory-keeper"),
  ];
  for (const step of steps) {
    const { code, stdout, stderr } = await step();
    assert(code === 0, `installing failed (${code}): ${stdout}${stderr}`);
  }
}

export const installedIn = (home: string) =>
  Deno.build.os === "windows"
    ? `${home}\\AppData\\Local\\memory-keeper`
    : `${home}/.local/share/memory-keeper`;

let shared: Promise<string> | undefined;

/** Installing takes seconds: the tests of a file share one home. */
export function installedHome(): Promise<string> {
  return shared ??= (async () => {
    const home = temporaryFolder();
    globalThis.addEventListener(
      "unload",
      () => Deno.removeSync(home, { recursive: true }),
    );
    await installInto(home);
    return home;
  })();
}

export const temporaryFolder = () =>
  Deno.realPathSync(Deno.makeTempDirSync({ prefix: "memory-keeper-client-" }));
