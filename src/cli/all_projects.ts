/** `--all`: the same command in every project, and what they say together. */

import { isSystemError, UserError } from "../base/errors.ts";
import { homeFolder } from "../claude/folders.ts";
import { withTilde } from "../output/words.ts";
import { assertStoreExists, type Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import type { CommandCall } from "./command.ts";

/** What names the project it comes from, with --all. */
export interface OfProject {
  readonly project?: { readonly name: string; readonly root: string };
}

/** The answer of each store; with several one that fails is named and left out. */
export async function askStores<T>(
  { args, openStore, output, world }: CommandCall,
  ask: (store: Store) => Promise<T>,
): Promise<{ readonly answer: T; readonly of: OfProject }[]> {
  if (!args.switches.has("all")) {
    const store = await openStore();
    // A foreign memory is asked separately; the user may have none yet.
    const answer = await ask(
      store.project.foreign === undefined ? assertStoreExists(store) : store,
    );
    return [{ answer, of: {} }];
  }
  const { listProjects } = await import("../doctor/list_projects.ts");
  const answers: { answer: T; of: OfProject }[] = [];
  for (const store of await listProjects(world)) {
    const { name, home: root } = store.project;
    try {
      answers.push({
        answer: await ask(store),
        of: { project: { name, root } },
      });
    } catch (error) {
      if (!(error instanceof UserError || isSystemError(error))) throw error;
      output.note(`Left out ${root}: ${error.message}`);
    }
  }
  return answers;
}

/** Before a result: which project it is of. */
export const projectLabel = ({ project }: OfProject) =>
  project ? `${project.name}  ` : "";

/** After the results: where those projects are, and how to go on there. */
export function renderLegend(
  results: readonly OfProject[],
  world: World,
): string[] {
  const found = new Map(
    results.flatMap(({ project }) => project ? [[project.root, project]] : []),
  );
  if (found.size === 0) return [];
  return [
    "",
    ...[...found.values()].map(({ name, root }) =>
      withTilde(`${name}: ${root}`, homeFolder(world))
    ),
    "Open one with: memory-keeper show <id> --project-dir <folder>",
  ];
}

export const projectJson = ({ project }: OfProject) =>
  project ? { project: project.root } : {};
