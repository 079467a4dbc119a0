/** The doctor's checks: each says what it found, why, and what to do. */

import { configProblems } from "./config_problems.ts";
import { findProblem } from "./find_problem.ts";
import { loadIndex } from "../store/memory_index.ts";
import { type Store, storeExists } from "../store/store.ts";

export interface Finding {
  readonly check: string;
  readonly outcome: "good" | "warning" | "bad";
  readonly reason: string;
  readonly remedy?: string;
}

type Check = (store: Store) => readonly Finding[];

const CHECKS: readonly Check[] = [
  checkPermissions,
  checkConfig,
  checkWritable,
  checkIndex,
];

export function checkHealth(store: Store): Finding[] {
  return CHECKS.flatMap((check) => check(store));
}

/** What the executable must not be able to do, tried for real. */
const FORBIDDEN = [
  {
    check: "network",
    attempt: () => Deno.listen({ hostname: "127.0.0.1", port: 0 }).close(),
  },
  {
    check: "other programs",
    attempt: () => void new Deno.Command(Deno.execPath()).outputSync(),
  },
  {
    check: "API keys",
    attempt: () => void Deno.env.get("ANTHROPIC_API_KEY"),
  },
];

function checkPermissions(): Finding[] {
  return FORBIDDEN.map(({ check, attempt }) => {
    try {
      attempt();
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) {
        return { check, outcome: "good", reason: "refused by the executable" };
      }
    }
    return {
      check,
      outcome: "bad",
      reason: "this executable could reach it",
      remedy: "Install a released executable; this one was built differently",
    };
  });
}

function checkWritable(store: Store): Finding[] {
  const problem = findProblem(store);
  const check = "writing";
  return [
    problem === null
      ? { check, outcome: "good", reason: "memory can be kept here" }
      : {
        check,
        outcome: "bad",
        reason: problem,
        remedy: "Until then no session of this project is kept",
      },
  ];
}

function checkConfig({ project }: Store): Finding[] {
  const problems = configProblems(project);
  if (problems.length === 0) {
    return [{ check: "configuration", outcome: "good", reason: "valid" }];
  }
  return problems.map((reason) => ({
    check: "configuration",
    outcome: "warning",
    reason,
    remedy: "The default is used; mend the key or remove it",
  }));
}

function checkIndex(store: Store): Finding[] {
  const check = "store";
  if (!storeExists(store)) {
    return [{ check, outcome: "good", reason: "none yet in this project" }];
  }
  const loaded = loadIndex(store.layout);
  switch (loaded.state) {
    case "ok":
      return [{ check, outcome: "good", reason: "index is consistent" }];
    case "absent":
      return [{ check, outcome: "good", reason: "no index yet" }];
    case "damaged":
      return [{
        check,
        outcome: "bad",
        reason: `index is damaged: ${loaded.reason}`,
        remedy: "It is set aside and rebuilt from disk at the next save",
      }];
    default:
      return loaded satisfies never;
  }
}
