/**
 * The rules for a prompt: the user's own, or the default ones where there are
 * none. Whose turn it is, a file of one byte a prompt tells, without a lock:
 * two sessions never disturb each other. Whatever is broken, rules are given.
 */

import { textDigest } from "../base/text_digest.ts";
import { readSaidRules } from "../knowledge/said_rules.ts";
import { readUserRules } from "../knowledge/user_rules.ts";
import { Snapshot } from "../session/snapshot.ts";
import { readWritten } from "../memory/written_files.ts";
import { readText, statFile } from "../store/read_file.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";
import { nameIn } from "../store/layout.ts";
import { readTracked } from "../store/tracked_files.ts";
import { framed, trackedNote } from "./frame.ts";
import { DEFAULT_RULES, ownRulesText, withUserRules } from "./rules_text.ts";

export interface Rules {
  readonly text: string;
  readonly whose: "own" | "default" | "others";
}

/** Undefined when it is not their turn, or there are none. Never throws. */
export function rulesForPrompt(
  store: Store,
  sessionId: string,
  { ownOnly }: { readonly ownOnly: boolean },
): Rules | undefined {
  const isTurn = isTheirTurn(store, sessionId);
  const isRare = store.config.rulesInjectionFrequency > 1;
  if (!isTurn && !isRare) return undefined;
  const rules = readRules(store);
  if (rules === undefined) return undefined;
  if (ownOnly && rules.whose !== "own") return undefined;
  return isRare && !isNews(store, sessionId, rules, isTurn) ? undefined : rules;
}

/** What the configuration and the store say; never throws. */
export function readRules(
  store: Store,
  { ofProject = false } = {},
): Rules | undefined {
  const { rules } = store.config;
  if (rules === "off") return undefined;
  const project = readProject(store);
  const own = ofProject
    ? project.own
    : withUserRules(project.own, readUserRules(store.project));
  const given: Rules | undefined = own !== undefined
    ? { text: own, whose: "own" }
    : rules === "own"
    ? undefined
    : { text: DEFAULT_RULES, whose: "default" };
  const { others } = project;
  if (others === undefined) return given;
  return given === undefined
    ? { text: others, whose: "others" }
    : { ...given, text: `${given.text}\n\n${others}` };
}

interface ProjectRules {
  readonly own?: string | undefined;
  /** Rules that came with a pull, framed: they take no one's place. */
  readonly others?: string;
}

function readProject(store: Store): ProjectRules {
  let written: string | undefined;
  try {
    written = readWritten(store.layout, "rules");
  } catch {
    // What cannot be read is no reason to lose what was said.
  }
  try {
    return divide(store, written, readSaidRules(store));
  } catch {
    return {};
  }
}

function divide(
  { layout }: Store,
  written: string | undefined,
  said: readonly string[],
): ProjectRules {
  const all = ownRulesText(written, said);
  if (all === undefined) return {};
  const tracked = readTracked(layout.dir);
  const facts = nameIn(layout, "facts.json");
  const [isFile, isSaid] = [tracked.has("rules.md"), tracked.has(facts)];
  if (!isFile && !isSaid) return { own: all };
  const frame = (file: string, text: string | undefined) =>
    text ? [`${trackedNote(file)}\n${framed(text)}`] : [];
  // Without the line that says whose they are.
  const [, ...lines] = ownRulesText(undefined, said)?.split("\n") ?? [];
  const others = [
    ...(isFile ? frame("rules.md", ownRulesText(written)) : []),
    ...(isSaid ? frame(facts, lines.join("\n")) : []),
  ];
  return {
    own: ownRulesText(isFile ? undefined : written, isSaid ? [] : said),
    ...(others.length > 0 ? { others: others.join("\n\n") } : {}),
  };
}

function isTheirTurn(store: Store, sessionId: string): boolean {
  const { layout, files, config } = store;
  try {
    const prompts = files.appendAtomically(layout.prompts(sessionId), ".");
    return (prompts - 1) % config.rulesInjectionFrequency === 0;
  } catch {
    return true;
  }
}

/** Rules that have changed since they were given do not wait for their turn. */
function isNews(
  { layout, files }: Store,
  sessionId: string,
  { text }: Rules,
  isTurn: boolean,
): boolean {
  const path = layout.rulesGiven(sessionId);
  const digest = String(textDigest(text));
  try {
    // Empty while another prompt of the session writes it.
    if (!isTurn && (readText(path, 100) || digest) === digest) return false;
    files.writeUnsynced(path, digest);
    return true;
  } catch {
    return isTurn;
  }
}

/**
 * The next prompt is a session's first: after a start, and never after an
 * end. How often rules were given is added up in the index, as information.
 */
export async function restartPrompts(
  store: Store,
  sessionId: string,
  claim: Claim,
  snapshot = new Snapshot(store),
): Promise<void> {
  const { layout, files, config } = store;
  const prompts = statFile(layout.prompts(sessionId))?.size ?? 0;
  if (prompts === 0) return;
  const given = Math.ceil(prompts / config.rulesInjectionFrequency);
  const restart = () => files.remove(layout.prompts(sessionId));
  try {
    await withStoreLock(store, claim, () => {
      snapshot.updateIndex((index) => ({
        ...index,
        rulesInjectionCount: index.rulesInjectionCount + given,
      }));
      // Not before: an event that is ended while it waits is made up for.
      restart();
    });
  } catch (error) {
    restart();
    throw error;
  }
}
