/** Add and remove rules for every project. */

import { storeError, UserError } from "../base/errors.ts";
import type { Journaled } from "../store/journal.ts";
import { storeLayout } from "../store/layout.ts";
import { withLock } from "../store/lock.ts";
import type { Project } from "../store/project.ts";
import { readExactText, resolveExisting } from "../store/read_file.ts";
import type { Claim, Store } from "../store/store.ts";
import { StoreFiles } from "../store/store_files.ts";
import type { World } from "../base/world.ts";
import { cleanUserText } from "./_clean_user_text.ts";
import { emptyFacts } from "./facts.ts";
import { addRule } from "./permanent.ts";
import { type Remembered, understoodOf } from "./remember_rule.ts";
import { saveTripwires } from "./tripwire_table.ts";
import { rulesIn, userRulesPath } from "./user_rules.ts";

const TITLE = "# Rules for every project\n\n";

/** One that is there already is not added again. */
export async function rememberEverywhere(
  store: Store,
  world: World,
  text: string,
  claim: Claim,
): Promise<Remembered> {
  const content = cleanUserText(store, text, "rule");
  const remembered = await changeRules(store, claim, (before) => {
    let facts = emptyFacts();
    for (const rule of rulesIn(before)) {
      const said = { content: rule, source: "user" as const };
      facts = addRule(facts, said, world.now()).facts;
    }
    const wanted = { content, source: "user" as const };
    const { rule, isNew, conflicts } = addRule(facts, wanted, world.now());
    const named = (id: string) => id.replace(/^r0*/, "g");
    const end = before === "" ? TITLE : before.replace(/\n*$/, "\n");
    return {
      after: isNew ? `${end}- ${content}\n` : before,
      result: {
        rule: { ...rule, id: named(rule.id) },
        isNew,
        conflicts: conflicts.map((one) => ({ ...one, id: named(one.id) })),
      },
    };
  });
  saveTripwires(store);
  return { ...remembered, ...understoodOf(store, remembered.rule) };
}

/** By the id in the list: `g1` is the first. Returns what it said. */
export async function removeUserRule(store: Store, id: string, claim: Claim) {
  const removed = await changeRules(store, claim, (before) => {
    const content = rulesIn(before)[Number(id.slice(1)) - 1];
    if (content === undefined) {
      throw new UserError("refused", `No rule for every project is "${id}"`, [
        'Run "memory-keeper rules list" for the ids',
      ]);
    }
    const lines = before.split("\n");
    const at = lines.findIndex((line) => rulesIn(line)[0] === content);
    return { after: lines.toSpliced(at, 1).join("\n"), result: content };
  });
  saveTripwires(store);
  return removed;
}

async function changeRules<T>(
  { project }: Store,
  claim: Claim,
  change: (before: string) => { readonly after: string; readonly result: T },
): Promise<T> {
  const path = userRulesPath(project);
  const place = userJournal(project);
  if (path === undefined || place === undefined) {
    throw storeError(
      "Cannot find the home folder for rules of all projects",
      "Set HOME, or leave out --global",
    );
  }
  return await withUserJournal(place, claim, () => {
    const before = readExactText(path) ?? "";
    const { after, result } = change(before);
    if (after !== before) place.files.replace(path, after);
    return result;
  });
}

/** The user's own folder; undefined where there is no home folder. */
export function userJournal({ userFolder }: Project): Journaled | undefined {
  return userFolder === undefined ? undefined : {
    files: new StoreFiles(resolveExisting(userFolder)),
    layout: storeLayout(userFolder),
  };
}

/** For rules of every project, which `undo` knows like those of one. */
export async function withUserJournal<T>(
  place: Journaled,
  { who, waitMs }: Claim,
  body: () => T | Promise<T>,
): Promise<T> {
  const { journaled } = await import("../store/journal.ts");
  const path = `${place.layout.dir}/rules.lock`;
  const change = () => journaled(place, who, body);
  return await withLock(place.files, { path, who, waitMs }, change);
}
