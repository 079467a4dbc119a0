/**
 * What writes where memory is shared through git: the commands of `share`, what
 * every other change leaves for the team, and what version 0.1 had shared.
 */

import { git, IS_GIT_HERE } from "../world/git.ts";
import { type Row, run, start, stop } from "./kill_deeds.ts";
import { AGENTS, type KillStore, OLD, QUOTE, WEEK } from "./kill_store.ts";

const share = (world: KillStore) => world.done(world.command("share on"));

const sharing = (...before: readonly string[]) => async (world: KillStore) => {
  await share(world);
  for (const one of before) await world.done(world.command(one));
};

const TRACKED = ["memory.md", "facts.json", "concepts.json"]
  .map((name) => `.claude/memory/${name}`);

/** As version 0.1 shared it, and on. */
function shareBefore(world: KillStore): void {
  git(world, "project", "init", "--quiet");
  git(world, "project", "add", "--force", ...TRACKED);
  const config = JSON.parse(world.read("config.json"));
  world.write("config.json", JSON.stringify({ ...config, share: true }));
}

/** Git has forgotten what was migrated; words were added meanwhile. */
async function untrack(world: KillStore): Promise<void> {
  shareBefore(world);
  await share(world);
  await world.done(world.command("save", "Words of our own"));
  git(world, "project", "rm", "--quiet", "--cached", ...TRACKED);
}

function tear(world: KillStore): void {
  const side = (words: string) => `## 2026-01-02_1000\n\n${words}\n\n`;
  world.write(
    "memory.md",
    `${world.read("memory.md")}\n<<<<<<< HEAD\n${side("Ours")}=======\n` +
      `${side("Theirs")}>>>>>>> other\n`,
  );
}

export const TEAM_HOOK_ROWS: readonly Row[] = [
  {
    of: "subagent-stop",
    but: "shared",
    plant: share,
    deed: stop(AGENTS.delta, "The light turns again."),
  },
  {
    of: "session-start",
    but: "a conflict",
    plant: tear,
    deed: start,
  },
  ...(IS_GIT_HERE
    ? [
      {
        of: "session-start",
        but: "shared by 0.1",
        plant: shareBefore,
        deed: start,
      },
      {
        of: "session-start",
        but: "shared by 0.1, untracked",
        plant: untrack,
        deed: start,
        // It is the team's now.
        gaps: [OLD, WEEK],
      },
    ]
    : []),
];

export const TEAM_COMMAND_ROWS: readonly Row[] = [
  { of: "share on", deed: run("share on") },
  { of: "share on", but: "asking", deed: run("share on --ask") },
  { of: "share off", plant: share, deed: run("share off") },
  {
    of: "share push",
    plant: async (world) => {
      await world.done(world.command("share on --ask"));
      await world.done(world.command("facts add decision Sound the horn"));
      await world.done(world.command("save", "The horn sounds again."));
    },
    deed: run("share push"),
  },
  {
    of: "share push",
    but: "what is older",
    plant: share,
    deed: run("share push --all"),
  },
  { of: "save", but: "shared", plant: share, deed: run("save", "Lit again.") },
  {
    of: "remember",
    but: "shared",
    plant: share,
    deed: run("remember Sail at dusk only"),
  },
  {
    of: "facts resolve",
    but: "shared",
    plant: sharing("share push --all"),
    deed: run("facts resolve i001 oiled it"),
  },
  {
    of: "facts remove",
    but: "shared",
    plant: sharing("share push --all"),
    deed: run("facts remove d002"),
  },
  {
    of: "undo",
    but: "shared",
    plant: sharing("remember Sail at dusk only"),
    deed: run("undo"),
  },
  {
    of: "forget",
    but: "shared",
    plant: sharing(`facts add decision ${QUOTE}`, "share push --all"),
    deed: run(`forget ${QUOTE} --yes`),
    lacks: QUOTE,
  },
  {
    of: "clear",
    but: "all shared",
    plant: sharing("share push --all"),
    deed: run("clear all --yes"),
  },
  ...(IS_GIT_HERE
    ? [{
      of: "share on",
      but: "shared by 0.1",
      plant: shareBefore,
      deed: run("share on"),
    }]
    : []),
];
