/** `migrate moved`: the home store of a project that was moved. */

import { UserError } from "../../base/errors.ts";
import { findMovedStores, noteOrigin } from "../../capture/moved_store.ts";
import { backupOf, moveAway } from "../../memory/clear_memory.ts";
import { plural } from "../../output/words.ts";
import { addKeptOut, readKeptOut } from "../../store/kept_out.ts";
import { storeLayout } from "../../store/layout.ts";
import { resolveExisting } from "../../store/read_file.ts";
import { hasMemory, storeExists } from "../../store/store.ts";
import { StoreFiles } from "../../store/store_files.ts";
import type { CommandCall } from "../command.ts";

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
  const claim = { who: "migrate moved", waitMs: 10_000 };
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
