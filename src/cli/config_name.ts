/** The one check that a word names a setting. */

import { UserError } from "../base/errors.ts";
import {
  CONFIG_NAMES,
  type ConfigName,
  isConfigName,
} from "../store/config_keys.ts";
import { didYouMean } from "../base/did_you_mean.ts";

export function assertConfigName(word: string | undefined): ConfigName {
  if (word !== undefined && isConfigName(word)) return word;
  throw new UserError("misuse", `Unknown setting "${word}"`, [
    didYouMean(word ?? "", CONFIG_NAMES) ??
      'Run "memory-keeper config list" for all settings',
  ]);
}
