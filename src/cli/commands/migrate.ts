/** `migrate …`: stores of the earlier generation. */

import {
  type LegacyPlan,
  loadMigrations,
  type Migration,
  type TimezonePlan,
  type WallClock,
  type WallTimes,
} from "../../legacy/door.ts";
import { UserError } from "../../base/errors.ts";
import { formatBytes, joinText, plural } from "../../output/words.ts";
import { hasMemory, type Store, storeExists } from "../../store/store.ts";
import { claimOf, type CommandCall, type Invocation } from "../command.ts";
import { confirmRemoval } from "../confirm_removal.ts";
import { renderFound, renderLeft, renderSteps } from "../render_migration.ts";
import { findMovedStores, noteOrigin } from "../../capture/moved_store.ts";
import { backupOf, moveAway } from "../../memory/clear_memory.ts";
import { addKeptOut, readKeptOut } from "../../store/kept_out.ts";
import { storeLayout } from "../../store/layout.ts";
import { resolveExisting } from "../../store/read_file.ts";
import { StoreFiles } from "../../store/store_files.ts";

export async function legacy(call: CommandCall) {
  const { args, openStore, output, world } = call;
  const { switches, values } = args;
  const store = await openStore();
  if (switches.has("drop-backup")) return await dropBackups(call, store);
  const { isHomeStoreName, listHomeStores, migrateLegacy, planLegacy } =
    await loadMigrations();
  const name = values.get("name");
  if (name !== undefined && !isHomeStoreName(name)) {
    throw new UserError("misuse", `"${name}" is not the name of a store`, [
      "It is the name of a folder, without a path",
    ]);
  }
  const first: Migration = {
    store,
    world,
    claim: claimOf("migrate legacy"),
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
    return;
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
  output.result({ ...done, done: true }, () => [
    `Done: ${plural(done.steps.length, "step")}`,
    renderSteps(done.steps.map(({ diff: _, ...step }) => step)),
    ...renderLeft(done.left),
    "",
    `What was changed or removed is kept in ${done.backup}`,
    'until "memory-keeper migrate legacy --drop-backup"',
  ]);
}

function isMeant(
  { args }: CommandCall,
  { name, others }: NonNullable<LegacyPlan["ask"]>,
): boolean {
  const { switches } = args;
  if (switches.has("yes") || switches.has("dry-run")) return false;
  return Deno.stdin.isTerminal() && confirm(
    `The home store "${name}" may belong to ${others.join(", ")}.\n` +
      "Bring it in here?",
  );
}

/**
 * Without a terminal the plan is the result, and nothing is changed. Returns
 * whether files that are not ours may be changed as well.
 */
function confirmPlan({ output }: CommandCall, plan: LegacyPlan, text: string) {
  const canAsk = Deno.stdin.isTerminal();
  const hasTraces = plan.steps.some(({ what }) => what === "traces");
  if (canAsk) output.note(text);
  else output.result({ ...plan, done: false }, () => text);
  if (canAsk && confirm("\nGo on?")) {
    return hasTraces && confirm("And remove the lines shown above?");
  }
  throw new UserError("refused", "Nothing was changed", [
    "Answer y, or add --yes in a script",
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
    ? ["A migration was not finished; it continues from there.", ""]
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
  return joinText([
    ask === undefined
      ? "Nothing of an earlier tool needs to be brought up to date here"
      : `Nothing was changed: whose memory the home store "${ask.name}" is, ` +
        "only you can say",
    ...renderLeft(left),
    homeStores.length > 0 && [
      "",
      `Stores of other names in the home folder: ${homeStores.join(", ")}`,
      "If one of them is this project's, name it with --name",
    ],
  ]);
}

async function dropBackups(call: CommandCall, store: Store) {
  const { dropBackup, listMigrationBackups } = await loadMigrations();
  const { args, output } = call;
  const all = listMigrationBackups(store.layout);
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
  if (args.switches.has("dry-run")) {
    output.result(
      { removed: [], would: names, bytes },
      () => `Would remove ${what}:\n${list}`,
    );
    return;
  }
  confirmRemoval(call, `${what}:\n${list}`);
  for (const backup of backups) dropBackup(store.files, backup);
  output.result({ removed: names, bytes }, () => `Removed ${what}`);
}

export async function timezone(
  { args, keptStore, output, world }: CommandCall,
) {
  const local: WallTimes = {
    clock: await clockOf(args),
    before: await beforeOf(args),
  };
  const store = await keptStore();
  const { migrateTimezone, planTimezone } = await loadMigrations();
  const apply = args.switches.has("apply");
  const claim = claimOf("migrate timezone");
  const plan = apply
    ? await migrateTimezone(store, world, local, claim)
    : planTimezone(store, local);
  const isNothing = plan.headers.length + plan.renames.length === 0;
  output.result(
    { applied: apply, clock: local.clock.name, ...plan },
    () =>
      isNothing
        ? ["Nothing here is in local time", ...renderLeft(plan.left)]
        : renderShift(plan, local, apply),
  );
  if (!apply && !isNothing) {
    output.note("Nothing was changed; add --apply to do it");
  }
  return isNothing ? 1 : 0;
}

async function clockOf({ values }: Invocation): Promise<WallClock> {
  const { fixedClock, parseOffset, zoneClock } = await loadMigrations();
  const [offset, zone] = [values.get("offset"), values.get("zone")];
  if ((offset === undefined) === (zone === undefined)) {
    throw new UserError("misuse", "Say either --offset or --zone", [
      "Such as --offset +09:00, or --zone Europe/Berlin where clocks change",
    ]);
  }
  const minutes = parseOffset(offset ?? "");
  const clock = zone === undefined
    ? minutes === undefined ? undefined : fixedClock(minutes)
    : zoneClock(zone);
  if (clock !== undefined) return clock;
  throw zone === undefined
    ? new UserError("misuse", `"${offset}" is not an offset from UTC`, [
      "It is written ±HH:MM, from -12:00 to +14:00",
    ])
    : new UserError("misuse", `There is no time zone "${zone}"`, [
      "Such as Europe/Berlin, America/New_York or Asia/Seoul",
    ]);
}

async function beforeOf({ values }: Invocation): Promise<number | undefined> {
  const { wallOf } = await loadMigrations();
  const text = values.get("before");
  if (text === undefined) return undefined;
  const [, day = "", hour = "00", minute = "00"] =
    /^(\d{4}-\d\d-\d\d)(?:[_T ](\d\d):?(\d\d))?$/.exec(text) ?? [];
  const wall = wallOf(day, hour, minute);
  if (wall !== undefined) return wall;
  throw new UserError("misuse", `"${text}" is not a date`, [
    "It is written 2026-02-01 or 2026-02-01_1430",
  ]);
}

function renderShift(
  { headers, renames, left, backup }: TimezonePlan & { backup?: string },
  { clock }: WallTimes,
  applied: boolean,
): string {
  const verb = applied ? "became" : "would become";
  const renamed = !applied
    ? "would be renamed"
    : renames.length === 1
    ? "was renamed"
    : "were renamed";
  return joinText([
    `Local time as ${clock.name}`,
    ...headers.flatMap(({ file, changes }) => [
      "",
      `${file}: ${plural(changes.length, "header")} ${verb} UTC`,
      ...changes.map(({ line, from, to }) => `  line ${line}: ${from} → ${to}`),
    ]),
    renames.length > 0 && [
      "",
      `${plural(renames.length, "file")} ${renamed}`,
      ...renames.map(({ from, to }) => `  ${from} → ${to}`),
    ],
    ...renderLeft(left),
    backup !== undefined && [
      "",
      `What was changed is kept in ${backup}`,
      'until "memory-keeper migrate legacy --drop-backup"',
    ],
  ]);
}

/** The home store of a project that was moved. */
export async function moved({ args, openStore, output, world }: CommandCall) {
  const store = await openStore();
  const { layout, project } = store;
  if (project.config.values.storage !== "home") {
    throw new UserError("refused", "Memory lies in the project here", [
      "It moved with the folder; there is nothing to do",
    ]);
  }
  const [name] = args.positionals;
  const found = findMovedStores(store);
  if (name === undefined) {
    output.result(
      { found },
      () =>
        found.map(({ name, root, sections }) =>
          `${name}  ${plural(sections, "section")}, kept for ${root}`
        ).join("\n") || "No memory of a moved project fits this one",
    );
    return found.length > 0 ? 0 : 1;
  }
  if (hasMemory(layout)) {
    throw new UserError(
      "refused",
      `${project.root} has memory of its own in ${layout.dir}`,
      ["Two memories are not joined; clear all moves this one away first"],
    );
  }
  const chosen = found.find((one) => one.name === name);
  if (chosen === undefined) {
    throw new UserError("refused", `No moved project's memory is "${name}"`, [
      'Run "memory-keeper migrate moved" for those that fit',
    ]);
  }
  // What sessions have logged since is read again from their transcripts.
  const claim = claimOf("migrate moved");
  addKeptOut(
    new StoreFiles(resolveExisting(chosen.dir)),
    storeLayout(chosen.dir),
    readKeptOut(layout),
  );
  const put = () => Deno.renameSync(chosen.dir, layout.dir);
  if (!storeExists(store)) put();
  else await moveAway(store, backupOf(store, world), claim, put);
  noteOrigin(await openStore());
  output.result(
    { moved: chosen.dir, to: layout.dir },
    () =>
      `Memory of ${chosen.root} (${plural(chosen.sections, "section")}) ` +
      `is now that of ${project.root}`,
  );
}
