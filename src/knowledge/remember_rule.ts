/**
 * A rule of the user, saved at once: from "remember: …" in a prompt, or from the
 * shell. Older rules about the same thing are named, not changed: the user
 * decides which one holds.
 */

import type { Rule } from "./facts.ts";
import { addRule } from "./permanent.ts";
import {
  type Claim,
  ensureStore,
  type Store,
  withJournal,
} from "../store/store.ts";
import type { World } from "../base/world.ts";
import { changeKnowledge } from "./_change_knowledge.ts";
import { cleanUserText } from "./_clean_user_text.ts";
import { describeRule } from "./tripwire.ts";
import { saveTripwires } from "./tripwire_table.ts";

export interface Remembered {
  readonly rule: Rule;
  /** False if the rule existed; then it is validated. */
  readonly isNew: boolean;
  readonly conflicts: readonly Rule[];
  /** When it is said again: "I will say so when …". */
  readonly understood?: string;
}

/** `session` is the one in which it was said. */
export async function rememberRule(
  store: Store,
  world: World,
  { text, reason, session }: {
    readonly text: string;
    readonly reason?: string | undefined;
    readonly session?: string;
  },
  claim: Claim,
): Promise<Remembered> {
  const wanted = {
    content: cleanUserText(store, text, "rule"),
    ...(reason ? { reason: cleanUserText(store, reason, "reason") } : {}),
    source: "user" as const,
    sessions: session === undefined ? [] : [session],
  };
  ensureStore(store);
  return await withJournal(store, claim, () => {
    const { rule, isNew, conflicts } = changeKnowledge(store, (before) => ({
      ...before,
      ...addRule(before.facts, wanted, world.now()),
    }));
    saveTripwires(store);
    return { rule, isNew, conflicts, ...understoodOf(store, rule) };
  });
}

/** What `remember` says about the calls that break it. */
export function understoodOf(
  { config: { tripwires } }: Store,
  rule: Rule,
): Pick<Remembered, "understood"> {
  const understood = tripwires === "off"
    ? undefined
    : describeRule(rule, tripwires === "deny") ??
      (soundsLikeCommand(rule.content) ? TRIPS_ON_NOTHING : undefined);
  return understood === undefined ? {} : { understood };
}

const TRIPS_ON_NOTHING =
  "It goes with each prompt; no command or path in it is understood, so no " +
  "call is compared with it";

/** One who says it so may expect that a call is stopped. */
const soundsLikeCommand = (rule: string) =>
  /^[\s!]*(?:(?:please|always) )*(?:run|(?:use|prefer)\b.*(?:\bnot|instead of|rather than|\bover)|(?:never|don'?t|do not) (?:use|run|call|start|execute|edit|touch|modify|delete|commit|push|amend|rebase|merge|install|kill))\b|`|말고|대신|(?:쓰지|사용하지|실행하지|수정하지|건드리지|삭제하지) ?[마말않]|금지/i
    .test(rule);

/** What happened, in one line. */
export function describeRemembered(
  { rule, isNew, conflicts, understood }: Remembered,
): string {
  const where = rule.id.startsWith("g") ? " for every project" : "";
  const said = isNew
    ? `Kept as rule ${rule.id}${where}: ${rule.content}`
    : `Rule ${rule.id} says so already: ${rule.content}`;
  const will = understood === undefined ? "" : `. ${understood}`;
  return said + will + describeConflicts(conflicts);
}

export function describeConflicts(conflicts: readonly Rule[]): string {
  if (conflicts.length === 0) return "";
  const named = conflicts.map(({ id, content }) => `${id} "${content}"`);
  return ` (may contradict ${named.join(", ")}; "memory-keeper rules ` +
    `contradict" or "remove" settles it)`;
}
