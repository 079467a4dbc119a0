/**
 * Configuration: defaults, then the file for all projects, then the project's,
 * key by key. A wrong or unknown key is reported and its default used, so that
 * a typing mistake never switches the program off. A file that came with the
 * project cannot loosen what the user has set.
 */

import { UserError } from "../base/errors.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import {
  type Config,
  CONFIG_KEYS,
  CONFIG_NAMES,
  type ConfigKey,
  type ConfigName,
  isConfigName,
  TIGHT,
} from "./config_keys.ts";
import { readText } from "./read_file.ts";

const MAX_CONFIG_BYTES = 1024 * 1024;

interface ConfigSource {
  readonly path: string;
  readonly values: Partial<Record<ConfigName, unknown>>;
  /** Problems in this file, one line each. */
  readonly problems: readonly string[];
  /** Why the file is not the user's own, if it is not. */
  readonly ofOthers?: string | undefined;
}

export interface LayeredConfig {
  readonly values: Config;
  readonly origins: Readonly<Partial<Record<ConfigName, string>>>;
  readonly problems: readonly string[];
  /** What a file of others may not set, one line each. */
  readonly loosened: readonly string[];
}

/** Later sources win, key by key; redaction patterns of all of them count. */
export function layerConfig(sources: readonly ConfigSource[]): LayeredConfig {
  const values: Record<string, unknown> = {};
  const origins: Partial<Record<ConfigName, string>> = {};
  const loosened: string[] = [];
  for (const name of CONFIG_NAMES) values[name] = CONFIG_KEYS[name].fallback;
  for (const { path, values: own, ofOthers } of sources) {
    for (const [name, value] of Object.entries(own)) {
      if (ofOthers !== undefined && isLoose(name, value)) {
        if (value === values[name]) continue;
        const said = JSON.stringify(value);
        loosened.push(`${path}: "${name}" ${said} is not used: ${ofOthers}`);
        continue;
      }
      values[name] = name === PATTERNS ? unite(values[name], value) : value;
      origins[name as ConfigName] = path;
    }
  }
  return {
    values: values as Config,
    origins,
    problems: sources.flatMap((source) => source.problems),
    loosened,
  };
}

function isLoose(name: string, value: unknown): boolean {
  return Object.hasOwn(TIGHT, name) && value !== TIGHT[name];
}

/** Of a file in a foreign store: what makes memory more private. */
export function tightOnly({ path, values }: ConfigSource): ConfigSource {
  const tight = Object.entries(values).filter(([name, value]) =>
    Object.hasOwn(TIGHT, name) && value === TIGHT[name]
  );
  return { path, values: Object.fromEntries(tight), problems: [] };
}

/** Whether it matters who wrote the file. */
export function loosens({ values }: ConfigSource): boolean {
  return Object.entries(values).some(([name, value]) => isLoose(name, value));
}

const PATTERNS = "redact.patterns" satisfies ConfigName;

function unite(a: unknown, b: unknown): readonly unknown[] {
  return [...new Set([a, b].flat())];
}

export async function readConfigFile(path: string): Promise<ConfigSource> {
  try {
    const text = readText(path, MAX_CONFIG_BYTES);
    if (text === undefined) return { path, values: {}, problems: [] };
    return sortSettings(path, await parseLeniently(text));
  } catch (error) {
    return { path, values: {}, problems: [`${path}: ${reasonOf(error)}`] };
  }
}

/** Sort the keys of a file into valid values and problems. */
export function sortSettings(path: string, raw: unknown): ConfigSource {
  if (!isObject(raw)) {
    return { path, values: {}, problems: [`${path}: not a JSON object`] };
  }
  const values: Partial<Record<ConfigName, unknown>> = {};
  const problems: string[] = [];
  for (const [name, value] of flatten(translateOlderKeys(raw))) {
    if (!isConfigName(name)) {
      problems.push(`${path}: unknown key "${name}"`);
      continue;
    }
    const key: ConfigKey<unknown> = CONFIG_KEYS[name] as ConfigKey<unknown>;
    if (key.accepts(value)) values[name] = value;
    else problems.push(`${path}: "${name}" must be ${key.expects}`);
  }
  return { path, values, problems };
}

function reasonOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (error instanceof SyntaxError) return "not valid JSON";
  return error instanceof Error ? error.name : String(error);
}

async function parseLeniently(text: string): Promise<unknown> {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    // Only comments or trailing commas need the larger parser.
    const { parseJsonc } = await import("./_jsonc.ts");
    return parseJsonc(text);
  }
}

/** `quietStop` was the earlier name of `stopPolicy`. */
function translateOlderKeys(raw: JsonObject): JsonObject {
  if (!Object.hasOwn(raw, "quietStop")) return raw;
  const { quietStop, ...rest } = raw;
  return { stopPolicy: quietStop === false ? "remind" : "quiet", ...rest };
}

/** `{"a":{"b":1}}` → `a.b`, where the table has `a.b`. */
function* flatten(raw: JsonObject): Generator<[string, unknown]> {
  for (const [key, value] of Object.entries(raw)) {
    const isGroup = CONFIG_NAMES.some((name) => name.startsWith(`${key}.`));
    if (!isGroup || !isObject(value)) yield [key, value];
    else {
      for (const [inner, v] of Object.entries(value)) {
        yield [`${key}.${inner}`, v];
      }
    }
  }
}
