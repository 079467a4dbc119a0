/** The redactor with the user's own patterns; every text we write passes one. */

import type { Config } from "../store/config_keys.ts";
import { parseUserPatterns, Redactor } from "./redactor.ts";

export function createRedactor(config: Config): Redactor {
  return new Redactor(parseUserPatterns(config["redact.patterns"]).patterns);
}
