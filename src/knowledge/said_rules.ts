/**
 * The permanent rules the user has stated. They go with every prompt, so a
 * small copy in `.cache` is read as long as facts.json is the same file.
 */

import { isSystemError, UserError } from "../base/errors.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { readText, statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

/** More than this is never shown with a prompt. */
const MOST_RULES = 60;
const RULE_CHARS = 600;
const CACHE_BYTES = 200_000;

/** Newest first. None where facts.json cannot be read. */
export function readSaidRules(store: Store): readonly string[] {
  try {
    const stamp = stampOf(store.layout.facts);
    if (stamp === undefined) return [];
    return readCopy(store, stamp) ?? readFacts(store, stamp);
  } catch (error) {
    if (isExpected(error)) return [];
    throw error;
  }
}

function stampOf(path: string): string | undefined {
  const info = statFile(path);
  return info && `${info.size} ${info.mtime?.getTime() ?? 0}`;
}

function readCopy({ layout }: Store, stamp: string): string[] | undefined {
  try {
    const copy: unknown = JSON.parse(
      readText(layout.saidRules, CACHE_BYTES) ?? "null",
    );
    if (!isObject(copy) || copy["stamp"] !== stamp) return undefined;
    const { rules } = copy;
    return Array.isArray(rules) && rules.every((one) => typeof one === "string")
      ? rules
      : undefined;
  } catch (error) {
    // Half written, or not ours: it is made again.
    if (isExpected(error)) return undefined;
    throw error;
  }
}

function readFacts({ layout, files }: Store, stamp: string): string[] {
  const rules = saidRulesIn(JSON.parse(readText(layout.facts) ?? "null"));
  try {
    files.writeUnsynced(layout.saidRules, JSON.stringify({ stamp, rules }));
  } catch (error) {
    // Without the copy the next prompt reads facts.json again.
    if (!isExpected(error)) throw error;
  }
  return rules;
}

/** Of facts.json as it is on disk. */
export function saidRulesIn(facts: unknown): string[] {
  const permanent = isObject(facts) ? facts["permanent"] : undefined;
  const rules = isObject(permanent) ? permanent["rules"] : undefined;
  if (!Array.isArray(rules)) return [];
  return rules.filter((one): one is JsonObject => isObject(one))
    .filter(({ source }) => source === "user")
    .flatMap(({ content }) => typeof content === "string" ? [content] : [])
    .slice(-MOST_RULES).reverse().map((text) => text.slice(0, RULE_CHARS));
}

const isExpected = (error: unknown) =>
  error instanceof SyntaxError || error instanceof UserError ||
  isSystemError(error);
