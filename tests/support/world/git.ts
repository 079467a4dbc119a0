/** The real git in a sealed world, with no settings of the machine. */

import type { SealedWorld } from "./sealed_world.ts";

/** What it printed; `cwd` is below the world's folder. */
export function git(
  world: SealedWorld,
  cwd: string,
  ...args: string[]
): string {
  const { success, stdout, stderr } = new Deno.Command("git", {
    args: [
      ...["-c", "user.name=Test", "-c", "user.email=test@example.com"],
      ...["-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false"],
      ...["-c", "protocol.file.allow=always"],
      ...args,
    ],
    cwd: `${world.dir}/${cwd}`,
    env: { ...world.env(), GIT_CONFIG_NOSYSTEM: "1" },
    clearEnv: true,
  }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trimEnd();
}
