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
  /** A session's refined log, and its raw copy where one is kept. */
  l1(stem: string): string;
  raw(stem: string): string;
  /** A session's digest, made without a model. */
  digest(stem: string): string;
  delta(file: string): string;
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
    l1: (stem) => `${dir}/sessions/${stem}.l1.jsonl`,
    raw: (stem) => `${dir}/sessions/${stem}.raw.jsonl.gz`,
    digest: (stem) => `${dir}/sessions/${stem}.md`,
    delta: (file) => `${dir}/delta/${file}`,
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

/** The name shared by a session's files: when it began (UTC), and its id. */
export function sessionStem(startedAt: Date, sessionId: string): string {
  const [day, time] = startedAt.toISOString().split("T") as [string, string];
  return `${day}_${time.slice(0, 2)}${time.slice(3, 5)}_${shortId(sessionId)}`;
}

export function shortId(sessionId: string): string {
  return sessionId.slice(0, 8);
}
