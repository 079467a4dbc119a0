import { UserError } from "../../base/errors.ts";
import { migrateTimezone } from "../../legacy/migrate_timezone.ts";
import {
  type LocalTime,
  planTimezone,
  type TimezonePlan,
} from "../../legacy/plan_timezone.ts";
import {
  fixedClock,
  type LocalClock,
  parseOffset,
  zoneClock,
} from "../../legacy/local_clock.ts";
import { wallOf } from "../../legacy/shift_headers.ts";
import { plural } from "../../output/sizes.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode, Invocation } from "../command.ts";
import { renderLeft } from "../render_migration.ts";

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const local: LocalTime = {
    clock: clockOf(invocation),
    before: beforeOf(invocation),
  };
  const store = assertStoreExists(await openStore());
  const apply = invocation.switches.has("apply");
  const claim = { who: "migrate timezone", waitMs: 10_000 };
  const plan = apply
    ? await migrateTimezone(store, world, local, claim)
    : planTimezone(store, local);
  const isNothing = plan.headers.length + plan.renames.length === 0;
  output.result(
    { applied: apply, clock: local.clock.name, ...plan },
    () => isNothing ? renderNothing(plan) : renderPlan(plan, local, apply),
  );
  if (!apply && !isNothing) {
    output.note("Nothing was changed; add --apply to do it");
  }
  return isNothing ? 1 : 0;
}

function clockOf({ values }: Invocation): LocalClock {
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

function beforeOf({ values }: Invocation): number | undefined {
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

function renderPlan(
  { headers, renames, left, backup }: TimezonePlan & { backup?: string },
  { clock }: LocalTime,
  applied: boolean,
): string {
  const verb = applied ? "became" : "would become";
  const renamed = !applied
    ? "would be renamed"
    : renames.length === 1
    ? "was renamed"
    : "were renamed";
  return [
    `Local time as ${clock.name}`,
    ...headers.flatMap(({ file, changes }) => [
      "",
      `${file}: ${plural(changes.length, "header")} ${verb} UTC`,
      ...changes.map(({ line, from, to }) => `  line ${line}: ${from} → ${to}`),
    ]),
    ...(renames.length === 0 ? [] : [
      "",
      `${plural(renames.length, "file")} ${renamed}`,
      ...renames.map(({ from, to }) => `  ${from} → ${to}`),
    ]),
    ...renderLeft(left),
    ...(backup === undefined ? [] : [
      "",
      `What was changed is kept in ${backup}`,
      'until "memory-keeper migrate legacy --drop-backup"',
    ]),
  ].join("\n");
}

function renderNothing({ left }: TimezonePlan): string {
  return ["Nothing here is in local time", ...renderLeft(left)].join("\n");
}
