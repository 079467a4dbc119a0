/**
 * Items that came out of a shared file of 0.1 have no author, so they are
 * everyone's to change: by an item without an author that replaces them, or by
 * a tombstone.
 */

import { UserError } from "../base/errors.ts";
import { createRedactor } from "../redact/create_redactor.ts";
import { type Claim, type Store, withStoreLock } from "../store/store.ts";
import { looksPrivate, looksSecret } from "./looks_private.ts";
import { redactItem } from "./share.ts";
import type { TeamFact } from "./team_item.ts";
import type { TeamEntry } from "./team_set.ts";
import { writeItem, writeTombstone } from "./write_team.ts";

export type MigratedFact = TeamEntry<TeamFact>;

export const removeMigrated = (store: Store, one: MigratedFact, claim: Claim) =>
  changeTeam(store, claim, () => {
    for (const stem of [one.stem, ...one.same]) writeTombstone(store, stem);
  });

export async function settleMigrated(
  store: Store,
  { stem, same, item }: MigratedFact,
  status: Pick<TeamFact, "status" | "resolution">,
  claim: Claim,
): Promise<void> {
  if (item.kind !== "issue") {
    throw new UserError("refused", "Only issues can be resolved", [
      `It is a ${item.kind.replace("_", " ")}`,
    ]);
  }
  const { resolution: _, ...rest } = item;
  const next = redactItem(createRedactor(store), {
    ...rest,
    ...status,
    replaces: stem,
  });
  if (looksSecret(looksPrivate(status.resolution ?? ""))) {
    throw new UserError("refused", "This looks like a secret", [
      "What a team's item says is in git for everyone: say it in other words",
    ]);
  }
  await changeTeam(store, claim, () => {
    writeItem(store, next);
    for (const one of same) writeTombstone(store, one);
  });
}

async function changeTeam(store: Store, claim: Claim, change: () => void) {
  if (store.config.share === false) {
    throw new UserError("refused", "This memory is not shared", [
      "memory-keeper share on, then what the team has can be changed",
    ]);
  }
  await withStoreLock(store, claim, change);
}
