/**
 * The versions of Claude Code that count: the tests run on the first list, the
 * probes of the contract on all of them.
 */

/** The version the product was built against, and the newest known one. */
export const TESTED_VERSIONS = ["2.1.197", "2.1.326"] as const;

/** Versions in which the contract is probed, with the oldest supported one. */
export const PROBED_VERSIONS = [
  "2.1.163",
  "2.1.220",
  "2.1.240",
  "2.1.287",
  "2.1.305",
] as const;

export type TestedVersion = typeof TESTED_VERSIONS[number];
export type ClientVersion = TestedVersion | typeof PROBED_VERSIONS[number];

/** Permission modes a session is run in; auto is the default of newer clients. */
export type PermissionMode = "default" | "auto";

/** Whether a version is another one or came after it. */
export function isAtLeast(version: string, other: string): boolean {
  const [a, b] = [version, other].map((one) => one.split(".").map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Agents deliver through a tool in auto mode, and run in the background. */
export const hasHandback = (version: string) => isAtLeast(version, "2.1.287");

/** Hooks modules are loaded. */
export const hasModules = (version: string) => isAtLeast(version, "2.1.287");
