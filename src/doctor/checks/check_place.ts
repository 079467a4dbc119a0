/** The store's place: whether it can be written, and who can read it. */

import { plural } from "../../base/format_count.ts";
import { baseName, isSamePath, WINDOWS } from "../../base/path_text.ts";
import {
  hideFromGit,
  isHidden,
  listMovedAway,
} from "../../memory/clear_memory.ts";
import {
  isTeamsOwn,
  parseGitignore,
  writeGitignore,
} from "../../store/gitignore.ts";
import { findIgnoreRule } from "../../store/ignored_store.ts";
import { leadsOut } from "../../store/inside_project.ts";
import { type Layout, LOCAL_NAMES, nameIn } from "../../store/layout.ts";
import { readText, statFile } from "../../store/read_file.ts";
import { storeExists } from "../../store/store.ts";
import { isRepository } from "../../store/team_folder.ts";
import { isTracked } from "../../store/tracked_files.ts";
import { userFolder } from "../../store/user_key.ts";
import {
  configProblems,
  contradictions,
  UNKNOWN_KEY,
} from "../config_problems.ts";
import type { CheckContext } from "./check_context.ts";
import { bad, type Findings, firstOf, good, warning } from "./finding.ts";

export function checkPlace({ store, hasStore }: CheckContext): Findings {
  const { project, layout } = store;
  if (!storeExists(store)) {
    return good(`none yet; it will be ${layout.dir}`);
  }
  if (!hasStore()) {
    return bad(`${layout.dir} cannot be read`, "Check its permissions");
  }
  const why = project.config.values.storage === "home"
    ? ' (storage: "home")'
    : !isSamePath(project.home, Deno.realPathSync(project.root))
    ? ", shared with the main worktree"
    : "";
  return good(`${layout.dir}${why}`);
}

export function checkOwner({ store, world }: CheckContext): Findings {
  const key = `${userFolder(world)}/key`;
  const info = statFile(key);
  const isOpen = info?.isFile && ((info.mode ?? 0) & 0o077) !== 0;
  if (isOpen && !WINDOWS) {
    return warning(
      `others may read ${key}, and make a memory look like yours`,
      "memory-keeper doctor --fix closes it",
      {
        done: "Closed the key to others",
        apply: () => Deno.chmodSync(key, 0o600),
      },
    );
  }
  const { owner, foreign } = store.project;
  if (foreign !== undefined) {
    return warning(
      `${foreign} is foreign: you did not write it, or wrote it with ` +
        "another key (another machine, a lost key), so it is framed and " +
        "its rules, settings and waiting work are not used",
      "memory-keeper trust --show shows it, memory-keeper trust uses it",
    );
  }
  if (owner.mark === undefined) {
    return warning(
      "no key can be kept in Claude Code's folder: every store counts as yours",
      "Check the permissions of that folder",
    );
  }
  return [];
}

export function checkWriting({ problem: find }: CheckContext): Findings {
  const problem = find();
  return problem === undefined ? good("memory can be saved here") : bad(
    problem.message,
    problem.hint ?? "Check that path, its owner and its permissions",
  );
}

/** What is read is shown to the model, so nothing outside the project is. */
export function checkLinks({ store, survey }: CheckContext): Findings {
  const { dir } = store.layout;
  const out = survey().filter(({ path, info }) =>
    info.isSymlink && leadsOut(`${dir}/${path}`) !== undefined
  ).map(({ path }) => path);
  if (out.length === 0) return [];
  const leads = out.length === 1 ? "is a link that leads" : "are links";
  return bad(
    `${firstOf(out)} ${leads} out of the project: not read, not written`,
    "Replace the link by its target, if that is yours",
  );
}

export function checkConfig({ store }: CheckContext): Findings {
  const problems = configProblems(store.project);
  if (problems.length === 0) {
    const own = Object.keys(store.project.config.origins).length;
    const said = `valid, ${plural(own, "setting")} of your own`;
    return good(own === 0 ? "defaults" : said);
  }
  const both = contradictions(store.project);
  return problems.map((reason) =>
    warning(
      reason,
      both.includes(reason)
        ? "At most half the threshold is carried over; fix one of the keys"
        : UNKNOWN_KEY.test(reason)
        ? "It does nothing; correct its name or remove it"
        : store.project.config.loosened.includes(reason)
        ? "Set it yourself, if you want it: memory-keeper config set --global"
        : "The default is used; fix the key or remove it",
    )
  );
}

function describeTeam({ team }: Layout, shared: readonly string[]): string {
  if (isRepository(team)) return "sees nothing; team/ is its own repository";
  return shared.includes("team/")
    ? "sees what a team may share"
    : "sees nothing of memory, nor what is shared";
}

/** What git does not see is not shared. */
function describeHidden(
  { layout, project }: CheckContext["store"],
): Findings | undefined {
  const rule = isRepository(layout.team)
    ? undefined
    : findIgnoreRule(project.root);
  return rule && warning(
    `does not see what is shared: ${rule.file} says ${rule.line}`,
    "Write .claude/* and, below it, !.claude/memory/ instead",
  );
}

/** Memory is private until it is shared; this file tells git. */
export function checkGitignore({ store, problem }: CheckContext): Findings {
  const { layout, config } = store;
  // It could not be written; the write check says why.
  if (problem()) return [];
  const text = readText(layout.gitignore);
  if (text === undefined) {
    return warning(
      "there is no .gitignore in the store: git would include memory",
      "memory-keeper doctor --fix writes it",
      {
        done: "Wrote the store's .gitignore",
        apply: () => writeGitignore(store, config.share),
      },
    );
  }
  const { shared, exposed } = parseGitignore(text);
  const whose = isTracked(layout.gitignore)
    ? "the .gitignore that came with the project"
    : ".gitignore in the store";
  if (exposed.length > 0) {
    return warning(
      `${whose} lets git see ${firstOf(exposed)}`,
      "memory-keeper doctor --fix rewrites it",
      {
        done: "Rewrote the store's .gitignore",
        apply: () => writeGitignore(store, config.share),
      },
    );
  }
  const older = LOCAL_NAMES.filter((name) =>
    isTracked(`${layout.dir}/${name}`)
  );
  if (config.share !== false && older.length > 0) {
    return warning(
      `tracks ${firstOf(older)}, as version 0.1 shared it`,
      older.every((name) => nameIn(layout, name) === name)
        ? "memory-keeper share on, then the line it prints"
        : `git rm --cached -- ${
          older.map((name) => `.claude/memory/${name}`).join(" ")
        }`,
    );
  }
  if (config.share !== false) {
    return describeHidden(store) ?? good(describeTeam(layout, shared));
  }
  return shared.every(isTeamsOwn) ? good("sees nothing of memory") : warning(
    `${whose} lets git see memory, share is false`,
    "memory-keeper share on, or delete that file",
  );
}

export function checkMovedAway({ store }: CheckContext): Findings {
  const open = listMovedAway(store).filter((path) => !isHidden(path));
  if (open.length === 0) return [];
  const names = open.map((path) => baseName(path));
  return warning(
    `git may see memory that was moved away: ${firstOf(names)}`,
    "memory-keeper doctor --fix hides it; what is committed already stays",
    {
      done: "Hid what was moved away from git",
      apply: () => open.forEach(hideFromGit),
    },
  );
}
