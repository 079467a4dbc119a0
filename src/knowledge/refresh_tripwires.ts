/**
 * At a session's start: the table of what trips follows from the user's rules,
 * so it is made again only if they, or the program, have changed since.
 */

import { stampOf } from "../session/count_by_pass.ts";
import { writeCache } from "../store/cache_file.ts";
import { readText, statFile } from "../store/read_file.ts";
import { type Store, storeExists } from "../store/store.ts";
import { userRulesPath } from "./user_rules.ts";

const MOST_BYTES = 2000;

export async function refreshTripwires(store: Store): Promise<void> {
  if (!storeExists(store)) return;
  const { layout, files } = store;
  const known = stampAll(store);
  if (readText(layout.tripwiresOf, MOST_BYTES) === known) return;
  const { saveTripwires } = await import("./tripwire_table.ts");
  saveTripwires(store);
  // With the table as it is now.
  writeCache(files, layout.tripwiresOf, stampAll(store));
}

function stampAll({ project, layout, config }: Store): string {
  const paths = [
    layout.facts,
    layout.written("rules"),
    userRulesPath(project),
    layout.quiet,
    layout.tripwires,
    Deno.execPath(),
  ];
  const stamps = paths.map((path) => {
    const info = path === undefined ? undefined : statFile(path);
    return info ? stampOf(info) : "-";
  });
  return [config.tripwires, ...stamps].join("\n");
}
