/** How often a piece of work looks at the disk, and at what. */

import { withSlashes } from "./sealed_world.ts";

const SINGLE = [
  "statSync",
  "lstatSync",
  "realPathSync",
  "openSync",
  "readFileSync",
  "readTextFileSync",
] as const;

/**
 * Run `body` and return its looks at files below `dir`, a line each: every
 * call, and every name that a listed folder has.
 */
export async function looksDuring(
  dir: string,
  body: () => Promise<unknown>,
): Promise<string[]> {
  const looks: string[] = [];
  const below = withSlashes(dir);
  const note = (what: string, seen: unknown) => {
    const path = withSlashes(String(seen));
    if (path.startsWith(below)) {
      // Names of temporary files differ from run to run.
      const name = path.slice(below.length + 1)
        .replace(/\.\d+-[0-9a-f]{8}\.tmp/, ".tmp");
      looks.push(`${what} ${name}`);
    }
  };
  const kept = new Map<string, unknown>();
  const put = (name: string, value: unknown) => {
    kept.set(name, Reflect.get(Deno, name));
    Object.defineProperty(Deno, name, { value, configurable: true });
  };
  for (const name of SINGLE) {
    const real = Deno[name] as (path: string, ...rest: unknown[]) => unknown;
    put(name, (path: string, ...rest: unknown[]) => {
      const { write, append } = Object(rest[0]);
      note(name === "openSync" && (write || append) ? "write" : name, path);
      return real(path, ...rest);
    });
  }
  const list = Deno.readDirSync;
  put("readDirSync", function* (path: string) {
    for (const entry of list(path)) {
      note("list", `${path}/${entry.name}`);
      yield entry;
    }
  });
  try {
    await body();
  } finally {
    for (const [name, value] of kept) {
      Object.defineProperty(Deno, name, { value, configurable: true });
    }
  }
  return looks;
}

/** Whether a file that was replaced can be told by its inode; see kept_file.ts. */
export const HAS_INODES = Number.isSafeInteger(
  Deno.statSync(new URL(import.meta.url)).ino,
);

/** What of a store is counted, and what it is called in a table. */
const COUNTED = {
  ownState: /^read\S* state\/OWN\.json$/,
  otherStates: /^read\S* state\/(?!OWN)[\w-]+\.json$/,
  statesSaved: /^write state\/\.[\w-]+\.json\.tmp$/,
  sessionLocks: /^write state\/(?!store\.)[\w-]+\.lock$/,
  storeLocks: /^write state\/store\.lock$/,
  log: /^(?:read|open)\S* sessions\/.*\.l1\.jsonl$/,
  index: /^read\S* memory-index\.json$/,
  indexSaved: /^write \.memory-index\.json\.tmp$/,
  memory: /^read\S* memory\.md$/,
  facts: /^read\S* facts\.json$/,
  factsSaved: /^write \.facts\.json\.tmp$/,
  config: /^read\S* config\.json$/,
};

export type Opens = Readonly<Record<keyof typeof COUNTED, number>>;

/** How often each of them was opened or locked, by a session's own event. */
export function countOpens(looks: readonly string[], sessionId: string): Opens {
  const own = looks.map((look) => look.replace(sessionId, "OWN"));
  return Object.fromEntries(
    Object.entries(COUNTED).map(([name, look]) => [
      name,
      own.filter((one) => look.test(one)).length,
    ]),
  ) as Opens;
}
