/** The real git in a sealed world, with no settings of the machine. */

import type { SealedWorld } from "./sealed_world.ts";

export const IS_GIT_HERE = isGitHere();

/** A test that needs git, and is skipped where there is none. */
export const gitTest = IS_GIT_HERE ? Deno.test : Deno.test.ignore;

/** The same for a step. */
export const needsGit = (
  name: string,
  fn: () => Promise<void>,
): Deno.TestStepDefinition => ({ name, ignore: !IS_GIT_HERE, fn });

function isGitHere(): boolean {
  try {
    return new Deno.Command("git", { args: ["version"] }).outputSync().success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** What it printed; `cwd` is below the world's folder. */
export const git = (world: SealedWorld, cwd: string, ...args: string[]) =>
  gitWith(world, cwd, {}, ...args);

/** The same at a time of the test's own. */
export const gitAt = (
  world: SealedWorld,
  cwd: string,
  time: string,
  ...args: string[]
) =>
  gitWith(
    world,
    cwd,
    { GIT_COMMITTER_DATE: time, GIT_AUTHOR_DATE: time },
    ...args,
  );

function gitWith(
  world: SealedWorld,
  cwd: string,
  env: Record<string, string>,
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
    env: { ...world.env(), GIT_CONFIG_NOSYSTEM: "1", ...env },
    clearEnv: true,
  }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trimEnd();
}
