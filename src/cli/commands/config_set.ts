import { UserError } from "../../base/errors.ts";
import { changeConfig } from "../../store/change_config.ts";
import { parseUserPatterns } from "../../redact/redactor.ts";
import { assertConfigName } from "../config_name.ts";
import { CONFIG_KEYS, type ConfigKey } from "../../store/config_keys.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const [word, text = ""] = invocation.positionals;
  const name = assertConfigName(word);
  const value = text === "default" ? undefined : parseValue(text);
  const key = CONFIG_KEYS[name] as ConfigKey<unknown>;
  if (value !== undefined && !key.accepts(value)) {
    throw new UserError("misuse", `"${name}" must be ${key.expects}`, [
      `Its default is ${JSON.stringify(key.fallback)}`,
    ]);
  }
  const [problem] = name === "redact.patterns"
    ? parseUserPatterns(value ?? []).problems
    : [];
  if (problem !== undefined) {
    throw new UserError("misuse", `"${name}": ${problem}`, [
      "Mend the pattern; nothing was changed",
    ]);
  }
  const scope = invocation.switches.has("global") ? "global" : "project";
  const path = await changeConfig((await openStore()).project, world, {
    name,
    value,
    scope,
  });
  output.result(
    { key: name, value: value ?? key.fallback, file: path },
    () =>
      `${name} is now ${JSON.stringify(value ?? key.fallback)} (${path})` +
      (name === "storage" ? `\nWhat was kept so far stays where it is` : ""),
  );
  return 0;
}

/** Numbers, lists and true/false as JSON; every other word as itself. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
