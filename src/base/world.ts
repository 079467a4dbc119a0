/**
 * What the program reads from outside apart from files: environment, clock,
 * current folder. It is passed in, so that a test can fix it.
 */

export interface World {
  env(name: string): string | undefined;
  now(): Date;
  /** How far local time is ahead of UTC at a moment, in minutes. */
  localOffsetMinutes(at: Date): number;
  cwd(): string;
  /** Whether V8 took the code next to the executable, if there is any. */
  readonly isCodeUsed?: boolean | undefined;
}

/**
 * The world of a running process. `MEMORY_KEEPER_NOW` fixes the clock; process
 * tests use it wherever the output shows a time.
 */
export function processWorld(): World {
  const env = (name: string) => Deno.env.get(name) || undefined;
  return {
    env,
    now() {
      const fixed = new Date(env("MEMORY_KEEPER_NOW") ?? Number.NaN);
      return Number.isNaN(fixed.getTime()) ? new Date() : fixed;
    },
    localOffsetMinutes: (at) => -at.getTimezoneOffset(),
    cwd: () => Deno.cwd(),
  };
}
