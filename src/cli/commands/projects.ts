import { hereOf } from "../../base/local_stamp.ts";
import { homeFolder } from "../../claude/folders.ts";
import { surroundingsOf } from "../../doctor/hook_obstacle.ts";
import { listProjects } from "../../doctor/list_projects.ts";
import { readStatus } from "../../doctor/read_status.ts";
import { judgeStatus } from "../../doctor/status_hints.ts";
import { formatBytes, localTime, withTilde } from "../../output/words.ts";
import { attention } from "../../output/output.ts";
import { clipPath, displayWidth, renderTable } from "../../output/table.ts";
import type { Store } from "../../store/store.ts";
import type { World } from "../../base/world.ts";
import type { CommandCall } from "../command.ts";

export async function run({ output, world }: CommandCall) {
  const projects = await Promise.all(
    (await listProjects(world))
      .map((store) => lookAt(store, world)),
  );
  const here = hereOf(world);
  const rows = () =>
    projects.map(({ sessions, bytes, lastSave, health }) => [
      String(sessions),
      formatBytes(bytes),
      lastSave ? localTime(lastSave, here) : "none yet",
      health === "works" || health === "new" ? health : attention(health),
    ]);
  const head = ["sessions", "size", "last saved", "health"];
  const table = () => {
    const others = renderTable([head, ...rows()]).split("\n");
    const room = output.width - Math.max(...others.map(displayWidth)) - 2;
    const paths = projects.map(({ root }) =>
      clipPath(withTilde(root, homeFolder(world)), room)
    );
    return renderTable(
      ["project", ...paths].map((path, i) => [path, others[i] ?? ""]),
    );
  };
  output.result(
    { projects },
    () => projects.length === 0 ? "No project has a memory yet" : table(),
  );
  return projects.length > 0 ? 0 : 1;
}

async function lookAt(store: Store, world: World) {
  const { project, layout } = store;
  const status = await readStatus(store, world);
  const { sessions, bytes, lastSave } = status;
  const health = judgeStatus(status, surroundingsOf(store, world));
  const { name, home: root } = project;
  return { name, root, store: layout.dir, sessions, bytes, lastSave, health };
}
