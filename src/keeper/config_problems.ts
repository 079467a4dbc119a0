/** Everything that is wrong in the configuration, for people to read. */

import type { Project } from "../store/project.ts";
import { parseUserPatterns } from "../transcript/redact.ts";

export function configProblems({ config }: Project): string[] {
  const name = "redact.patterns";
  const { problems } = parseUserPatterns(config.values[name]);
  const from = config.origins[name] ?? "default";
  return [
    ...config.problems,
    ...problems.map((problem) => `${from}: "${name}": ${problem}`),
  ];
}
