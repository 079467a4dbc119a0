/**
 * Removes what the earlier generation wrote into CLAUDE.md and the built-in
 * MEMORY.md, after it was shown.
 */

import { claudeFolder } from "../claude/folders.ts";
import { BUILTIN_INDEX, projectFolderName } from "../claude/memory_folder.ts";
import {
  findNotice,
  findRulesBlock,
  hasOpenRulesBlock,
  type LineRange,
  renderRemoval,
  withoutLines,
} from "./_older_traces.ts";
import { builtinMemoryPath, claudeMdPath } from "../store/claude_files.ts";
import type { MigrationBackup } from "./_migration_backup.ts";
import { parentOf } from "../base/path_text.ts";
import { readExactText, resolveExisting } from "../store/read_file.ts";
import { StoreFiles } from "../store/store_files.ts";
import { changeText, orLeft } from "./_migration.ts";
import type { Migration, MigrationStep, PlanSteps } from "./_migration.ts";

interface Trace {
  readonly path: string;
  /** No link may lead out of this folder. */
  readonly folder: string;
  readonly find: (text: string) => LineRange[];
}

export const planTraces: PlanSteps = (migration, { left }) => {
  if (migration.keepTraces) return [];
  return tracesOf(migration).flatMap((trace): MigrationStep[] => {
    const text = orLeft(left, trace.path, () => readExactText(trace.path));
    const found = trace.find(text ?? "");
    if (trace.find === findRulesBlock && hasOpenRulesBlock(text ?? "")) {
      left.push(
        `${trace.path}: the earlier tool's rules have no end line; ` +
          "remove them by hand",
      );
    }
    if (text === undefined || found.length === 0) return [];
    const mayWrite = orLeft(left, trace.path, () => {
      filesIn(trace).assertMayWrite(trace.path);
      return true;
    });
    if (!mayWrite) return [];
    return [{
      what: "traces",
      names: [trace.path],
      bytes: text.length - withoutLines(text, found).length,
      diff: renderRemoval(trace.path, text, found),
      run: (backup) => takeOut(trace, backup),
    }];
  });
};

function tracesOf({ store, world }: Migration): Trace[] {
  const { project } = store;
  const folder = claudeFolder(world);
  const name = projectFolderName(project.root);
  const own = folder && `${folder}/projects/${name}/memory/${BUILTIN_INDEX}`;
  const notices = new Set([builtinMemoryPath(world, project), own]);
  const path = claudeMdPath(project);
  return [
    { path, folder: project.root, find: findRulesBlock },
    ...[...notices].filter((path) => path !== undefined).map((path) => ({
      path,
      folder: parentOf(path) ?? path,
      find: findNotice,
    })),
  ];
}

const filesIn = ({ folder }: Trace) => new StoreFiles(resolveExisting(folder));

/** A file with nothing else in it is removed. */
function takeOut(trace: Trace, backup: MigrationBackup): void {
  const { path, find } = trace;
  const files = filesIn(trace);
  backup.keep(path);
  let rest = "";
  changeText(files, path, (text) => {
    const found = find(text);
    rest = withoutLines(text, found);
    return found.length === 0 || rest.trim() === "" ? undefined : rest;
  });
  if (rest.trim() === "") files.remove(path);
}
