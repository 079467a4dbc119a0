/** Where everything in a store lies. No other file spells a store path. */

export interface Layout {
  readonly dir: string;
  readonly memory: string;
  readonly index: string;
  readonly config: string;
  readonly gitignore: string;
  readonly sessions: string;
  readonly states: string;
  readonly log: string;
  readonly storeLock: string;
  state(sessionId: string): string;
  sessionLock(sessionId: string): string;
  count(sessionId: string): string;
}

export function storeLayout(dir: string): Layout {
  return {
    dir,
    memory: `${dir}/memory.md`,
    index: `${dir}/memory-index.json`,
    config: configFileIn(dir),
    gitignore: `${dir}/.gitignore`,
    sessions: `${dir}/sessions`,
    states: `${dir}/state`,
    log: `${dir}/logs/keeper.log`,
    storeLock: `${dir}/state/store.lock`,
    state: (id) => `${dir}/state/${id}.json`,
    sessionLock: (id) => `${dir}/state/${id}.lock`,
    count: (id) => `${dir}/.cache/count/${id}`,
  };
}

/** The store inside a project folder. */
export function projectStoreDir(root: string): string {
  return `${root}/.claude/memory`;
}

export function configFileIn(dir: string): string {
  return `${dir}/config.json`;
}

/** Claude Code's ids are UUIDs; whatever else arrives must not become a path. */
export function isSessionId(value: unknown): value is string {
  return typeof value === "string" &&
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(value) && value !== "store";
}
