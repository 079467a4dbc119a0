/** A home in which the compiled executable has installed itself. */

import { assert } from "@std/assert";
import type { Client } from "./claude_code.ts";
import { PROGRAM } from "./limits.ts";
import { claude, run, sealedEnv } from "./run_client.ts";

export { PROGRAM } from "./limits.ts";

/** A home in which the executable has been installed as a person would. */
export async function installInto(
  home: string,
  client: Client,
): Promise<void> {
  const env = sealedEnv(home);
  const plugin = (...args: string[]) => claude(client, home, "plugin", ...args);
  const steps = [
    () => run(PROGRAM, ["install"], { cwd: home, env }).ended,
    () => plugin("marketplace", "add", installedIn(home)),
    () => plugin("install", "memory-keeper@memory-keeper"),
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

const shared = new Map<string, Promise<string>>();

/** Installing takes seconds: the tests of a file share one home per version. */
export function installedHome(client: Client): Promise<string> {
  const home = shared.get(client.version) ?? freshHome(client);
  shared.set(client.version, home);
  return home;
}

async function freshHome(client: Client): Promise<string> {
  const home = temporaryFolder();
  globalThis.addEventListener(
    "unload",
    () => Deno.removeSync(home, { recursive: true }),
  );
  await installInto(home, client);
  return home;
}

export const temporaryFolder = () =>
  Deno.realPathSync(Deno.makeTempDirSync({ prefix: "memory-keeper-client-" }));
