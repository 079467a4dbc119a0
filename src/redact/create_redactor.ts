/** The redactor with the user's own patterns; every text we write passes one. */

import type { Store } from "../store/store.ts";
import type { KnownValues } from "./known_values.ts";
import { parseUserPatterns, Redactor } from "./redactor.ts";

export function createRedactor(
  { config, project }: Pick<Store, "config"> & Partial<Pick<Store, "project">>,
  known?: KnownValues,
): Redactor {
  if (project?.unreadForgotten) throw project.unreadForgotten;
  const { patterns } = parseUserPatterns(config["redact.patterns"]);
  const redactor = new Redactor(patterns, known);
  redactor.forgotten = project?.forgotten;
  return redactor;
}
