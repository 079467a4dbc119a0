/** `share …`: what of this memory a team sees. */

import { dim } from "@std/fmt/colors";
import { UserError } from "../../base/errors.ts";
import { plural } from "../../base/format_count.ts";
import { normaliseText } from "../../base/safe_text.ts";
import { loadMigrations } from "../../legacy/door.ts";
import { attention } from "../../output/output.ts";
import { joinText } from "../../output/words.ts";
import { changeConfig } from "../../store/change_config.ts";
import { findIgnoreRule } from "../../store/ignored_store.ts";
import { ensureStore, type Store, withStoreLock } from "../../store/store.ts";
import { isRepository } from "../../store/team_folder.ts";
import { readTeam } from "../../team/read_team.ts";
import {
  beginSharing,
  carryOutShare,
  describeHeld,
  describePrivate,
  isHeld,
  nameOf,
  type Planned,
  planShare,
  sortWaiting,
} from "../../team/share.ts";
import { readShareState } from "../../team/share_state.ts";
import { renderItem } from "../../team/team_item.ts";
import { idOfStem } from "../../team/team_names.ts";
import { claimOf, type CommandCall } from "../command.ts";

const CLAIM = claimOf("share");

export async function on(call: CommandCall) {
  const { args, openStore, output, world } = call;
  const value = args.switches.has("ask") ? "ask" as const : true;
  const first = await openStore();
  ensureStore(first);
  const { describeMigrated, migrateShared } = await loadMigrations();
  const migrated = await migrateShared(first, world, CLAIM);
  const store = migrated ? await openStore() : first;
  // First what stays private, so that nothing older slips out.
  await withStoreLock(store, CLAIM, () => beginSharing(store, world));
  const file = await setShare(store, call, value);
  const kept = countPrivate(store);
  const data = { share: value, file, private: kept };
  output.result({ ...data, ...(migrated ? { migrated } : {}) }, () => [
    migrated && describeMigrated(migrated),
    value === "ask"
      ? "New sections and facts wait for memory-keeper share push"
      : "New sections and facts are written as team files from now on",
    howToSend(store),
    kept > 0 &&
    `${plural(kept, "older item")} ${kept === 1 ? "stays" : "stay"} ` +
      "private; memory-keeper share preview --all shows what " +
      "share push --all would share",
  ]);
}

export async function off(call: CommandCall) {
  const store = await call.openStore();
  const file = await setShare(store, call, false);
  call.output.result(
    { share: false, file },
    () =>
      "Nothing more is shared; team files that are there stay, " +
      "and are read as before",
  );
}

async function setShare(
  { project }: Store,
  { world }: CommandCall,
  value: boolean | "ask",
): Promise<string> {
  const change = { name: "share", value, scope: "project" } as const;
  return await changeConfig(project, world, change);
}

function howToSend({ layout, project }: Store): string {
  if (isRepository(layout.team)) {
    return "Commit and push the repository in .claude/memory/team";
  }
  const rule = findIgnoreRule(project.root);
  return rule === undefined
    ? "Commit .claude/memory/team and its .gitignore with your work"
    : attention(
      `! Git does not see it: ${rule.file} says ${rule.line}; write .claude/* ` +
        "and, below it, !.claude/memory/ instead",
    );
}

const countPrivate = (store: Store) =>
  [...readShareState(store)?.values() ?? []]
    .filter(({ team }) => team === "").length;

export async function preview({ args, keptStore, output, world }: CommandCall) {
  const store = await keptStore();
  const plan = planShare(store, world, wanted(store, args.switches));
  const team = readTeam(store.layout).length;
  const isFirst = readShareState(store) === undefined;
  const data = {
    share: store.config.share,
    visible: team,
    write: plan.write.map(toData),
    remove: plan.remove,
    ...(plan.lost.length > 0 ? { lost: plan.lost } : {}),
  };
  output.result(data, () => {
    const blocks = plan.write.map(renderPlanned);
    const { ready, ...rest } = sortWaiting(plan.write);
    const total = plan.write.length === 0
      ? "Nothing waits to be shared"
      : `${plural(ready.length, "item")} would become visible` +
        (isFirst ? " with share push --all; share on shares what is new" : "");
    const held = describeHeld(Object.values(rest).flat());
    const withdrawn = plan.remove.length + plan.lost.length;
    const gone = withdrawn === 0 ? [] : [
      `${plural(withdrawn, "item")} would be withdrawn`,
    ];
    return [
      ...blocks,
      [total, ...gone, `${plural(team, "team item")} can be seen now`]
        .join("; "),
      ...held.map((line) => attention(`! ${line}`)),
    ].join("\n\n");
  });
}

/** Before anything was ever shared, everything is new. */
function wanted(store: Store, switches: ReadonlySet<string>) {
  const isOlder = switches.has("all") || readShareState(store) === undefined;
  return { isOlder, isWhole: true };
}

const toData = ({ key, stem, item, warnings, ...rest }: Planned) => ({
  key,
  id: idOfStem(stem),
  kind: item.kind,
  stem,
  warnings,
  isTooLong: rest.isTooLong,
  isUnmerged: rest.isUnmerged,
  text: renderItem(item),
});

function renderPlanned(one: Planned): string {
  const { key, stem, item, warnings } = one;
  const text = normaliseText(renderItem(item)).trimEnd();
  return joinText([
    `${dim(`${item.kind} ${key} →`)} ${stem}`,
    ...warnings.map((what) => attention(`! has ${what}`)),
    one.isTooLong && attention("! is too long to be shared"),
    one.isUnmerged &&
    attention("! is of a branch that is not merged here, and waits for that"),
    text.replace(/^/gm, "  "),
  ]);
}

export async function push({ args, keptStore, output, world }: CommandCall) {
  const store = await keptStore();
  if (store.config.share === false) {
    throw new UserError("refused", "This memory is not shared", [
      "memory-keeper share on --ask, then share preview and share push",
    ]);
  }
  const { positionals } = args;
  // The key of a section, as share preview prints it, is several words.
  const named = new Set(
    positionals.length > 0 ? [...positionals, positionals.join(" ")] : [],
  );
  const { shared, keys } = await withStoreLock(store, CLAIM, () => {
    const plan = planShare(store, world, wanted(store, args.switches));
    const keys = chosenKeys(plan.write, named);
    return { shared: carryOutShare(store, plan, keys), keys };
  });
  const written = shared.written.map(({ stem }) => stem);
  const held = shared.held
    .filter(({ key }) => named.size === 0 || keys.has(key));
  const { removed } = shared;
  const isNothing = written.length + removed.length === 0;
  output.result({ written, removed, held: held.map(nameOf) }, () => [
    !isNothing && [
      `Wrote ${plural(written.length, "team file")}` +
      (removed.length > 0 ? `, withdrew ${removed.length}` : ""),
      ...written.map((stem) => `  ${stem}`),
      howToSend(store),
    ],
    ...shared.written.flatMap(describePrivate)
      .map((line) => attention(`! ${line}`)),
    ...describeHeld(held).map((line) => attention(`! ${line}`)),
    isNothing && held.length === 0 && "Nothing waits to be shared",
  ]);
  return isNothing ? 1 : 0;
}

/** Those named by key, id or stem; else all that is not held back. */
function chosenKeys(
  write: readonly Planned[],
  named: ReadonlySet<string>,
): ReadonlySet<string> {
  const isChosen = (one: Planned) =>
    named.size === 0
      ? !isHeld(one)
      : [one.key, one.stem, nameOf(one)].some((name) => named.has(name));
  const chosen = write.filter(isChosen);
  if (named.size > 0 && chosen.length === 0) {
    throw new UserError(
      "refused",
      `Nothing that waits is called "${[...named].at(-1)}"`,
      ["memory-keeper share preview shows what waits, with its ids"],
    );
  }
  return new Set(chosen.map(({ key }) => key));
}
