/** All problems of the configuration, as text. */

import { CONFIG_NAMES } from "../store/config_keys.ts";
import type { Project } from "../store/project.ts";
import { parseUserPatterns } from "../redact/redactor.ts";
import { didYouMean } from "../base/did_you_mean.ts";

export function configProblems({ config }: Project): string[] {
  const name = "redact.patterns";
  const { problems } = parseUserPatterns(config.values[name]);
  const from = config.origins[name] ?? "default";
  return [
    ...config.problems.map(guessKey),
    ...problems.map((problem) => `${from}: "${name}": ${problem}`),
    ...contradictions({ config }),
    ...config.loosened,
  ];
}

/** Values that are valid alone but not together. */
export function contradictions({ config }: Pick<Project, "config">): string[] {
  const { values, origins } = config;
  const carried = "memoryRotation.carryoverTokens";
  const threshold = "memoryRotation.thresholdTokens";
  if (values[carried] < values[threshold]) return [];
  const path = origins[carried] ?? origins[threshold] ?? "default";
  return [
    `${path}: "${carried}" (${values[carried]}) is not below ` +
    `"${threshold}" (${values[threshold]})`,
  ];
}

/** An unknown key may be a known one, mistyped. */
function guessKey(problem: string): string {
  const key = UNKNOWN_KEY.exec(problem)?.[1];
  const guess = key === undefined ? undefined : didYouMean(key, CONFIG_NAMES);
  return guess ? `${problem}. ${guess}` : problem;
}

export const UNKNOWN_KEY = /: unknown key "(.*?)"/s;
