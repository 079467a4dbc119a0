import { hereOf } from "../../base/local_stamp.ts";
import { homeFolder } from "../../claude/folders.ts";
import { surroundingsOf } from "../../doctor/hook_obstacle.ts";
import { readStatus } from "../../doctor/read_status.ts";
import { judgeStatus, planHints } from "../../doctor/status_hints.ts";
import type { CommandCall } from "../command.ts";
import { renderStatus } from "../render_status.ts";

export async function run({ openStore, output, world }: CommandCall) {
  const store = await openStore();
  const status = await readStatus(store, world);
  const around = surroundingsOf(store, world);
  const verdict = judgeStatus(status, around);
  const hints = planHints(status, around);
  output.result(
    { verdict, ...status, hints },
    () =>
      renderStatus(status, verdict, hints, {
        here: hereOf(world),
        home: homeFolder(world),
      }),
  );
}
