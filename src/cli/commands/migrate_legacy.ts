import { UserError } from "../../base/errors.ts";
import {
  type LegacyPlan,
  migrateLegacy,
  planLegacy,
} from "../../legacy/migrate_legacy.ts";
import type { Migration } from "../../legacy/migration.ts";
import { formatBytes, plural } from "../../output/sizes.ts";
import { isHomeStoreName, listHomeStores } from "../../legacy/home_store.ts";
import { dropBackup, listBackups } from "../../legacy/migration_backup.ts";
import type { Store } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { confirmRemoval } from "../confirm_removal.ts";
import { renderFound, renderLeft, renderSteps } from "../render_migration.ts";

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
  const { switches, values } = invocation;
  const store = await openStore();
  if (switches.has("drop-backup")) return dropBackups(call, store);
  const name = values.get("name");
  if (name !== undefined && !isHomeStoreName(name)) {
    throw new UserError("misuse", `"${name}" is not the name of a store`, [
      "It is the name of a folder, without a path",
    ]);
  }
  const first: Migration = {
    store,
    world,
    claim: { who: "migrate legacy", waitMs: 10_000 },
    name,
    keepTraces: switches.has("keep-traces"),
  };
  const planned = await planLegacy(first);
  const meant = planned.ask && isMeant(call, planned.ask)
    ? { ...first, name: planned.ask.name }
    : undefined;
  const migration = meant ?? first;
  const plan = meant ? await planLegacy(meant) : planned;
  if (plan.steps.length === 0 && !plan.isResumed) {
    const others = listHomeStores(world)
      .filter((one) => one !== store.project.name && one !== name);
    output.result(
      { ...plan, done: false, homeStores: others },
      () => renderNothing(plan, others),
    );
    return 1;
  }
  const text = renderPlan(plan, store);
  if (switches.has("dry-run")) {
    output.result({ ...plan, done: false }, () => text);
    return 0;
  }
  const keepTraces = switches.has("yes")
    ? migration.keepTraces === true
    : !confirmPlan(call, plan, text);
  const done = await migrateLegacy(
    { ...migration, keepTraces },
    (at, total) => output.progress("migrating", at, total),
  );
  if (done.backup === undefined) {
    output.result(
      { ...done, done: false },
      () => "Nothing is left to do: another process did it meanwhile",
    );
    return 1;
  }
  output.result({ ...done, done: true }, () =>
    [
      `Done: ${plural(done.steps.length, "step")}`,
      renderSteps(done.steps.map(({ diff: _, ...step }) => step)),
      ...renderLeft(done.left),
      "",
      `What was changed or removed is kept in ${done.backup}`,
      'until "memory-keeper migrate legacy --drop-backup"',
    ].join("\n"));
  return 0;
}

/** Whose memory it is, only the user can say. */
function isMeant(
  { invocation }: CommandCall,
  { name, others }: NonNullable<LegacyPlan["ask"]>,
): boolean {
  const { switches } = invocation;
  if (switches.has("yes") || switches.has("dry-run")) return false;
  return Deno.stdin.isTerminal() && confirm(
    `The home store "${name}" may belong to ${others.join(", ")}.\n` +
      "Bring it in here?",
  );
}

/**
 * The plan is the result if nobody can be asked, and nothing is changed. Says
 * whether files that are not ours may be changed as well.
 */
function confirmPlan(
  { output }: CommandCall,
  plan: LegacyPlan,
  text: string,
): boolean {
  const canAsk = Deno.stdin.isTerminal();
  const hasTraces = plan.steps.some(({ what }) => what === "traces");
  if (canAsk) output.note(text);
  else output.result({ ...plan, done: false }, () => text);
  if (canAsk && confirm("\nGo on?")) {
    return hasTraces && confirm("And take the lines out that are shown above?");
  }
  throw new UserError("refused", "Nothing was changed", [
    "Answer y, or add --yes where nobody can answer",
  ]);
}

function renderPlan(
  { found, steps, left, isResumed }: LegacyPlan,
  { layout }: Store,
): string {
  const there = found.length === 0
    ? []
    : [`Found in ${layout.dir}:`, renderFound(found), ""];
  const begun = isResumed
    ? ["A migration was not finished; it goes on from there.", ""]
    : [];
  const planned = steps.length === 0
    ? ["Nothing else is left to do."]
    : ["What will be done:", renderSteps(steps)];
  return [
    ...begun,
    ...there,
    ...planned,
    ...renderLeft(left),
    "",
    `What is changed or removed is kept in ${layout.backups}`,
  ].join("\n");
}

function renderNothing(
  { left, ask }: LegacyPlan,
  homeStores: readonly string[],
): string {
  return [
    ask === undefined
      ? "Nothing of an earlier tool needs to be brought up to date here"
      : `Nothing was changed: whose memory the home store "${ask.name}" is, ` +
        "only you can say",
    ...renderLeft(left),
    ...(homeStores.length === 0 ? [] : [
      "",
      `Stores of other names in the home folder: ${homeStores.join(", ")}`,
      "If one of them is this project's, name it with --name",
    ]),
  ].join("\n");
}

function dropBackups(call: CommandCall, store: Store): ExitCode {
  const { invocation, output } = call;
  const all = listBackups(store.layout);
  const backups = all.filter((one) => one.finishedAt !== undefined);
  const bytes = backups.reduce((sum, one) => sum + one.bytes, 0);
  const names = backups.map(({ dir }) => dir);
  if (backups.length === 0) {
    output.result(
      { removed: [], bytes: 0 },
      () =>
        all.length === 0
          ? "There is no backup"
          : "The only backup belongs to a migration that is not finished",
    );
    return 1;
  }
  const what = `${plural(backups.length, "backup")} (${formatBytes(bytes)})`;
  const list = names.map((name) => `  ${name}`).join("\n");
  if (invocation.switches.has("dry-run")) {
    output.result(
      { removed: [], would: names, bytes },
      () => `Would remove ${what}:\n${list}`,
    );
    return 0;
  }
  confirmRemoval(call, `${what}:\n${list}`);
  for (const backup of backups) dropBackup(store.files, backup);
  output.result({ removed: names, bytes }, () => `Removed ${what}`);
  return 0;
}
