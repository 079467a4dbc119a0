/** How often a piece of work looks at the disk, and at what. */

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
  const note = (what: string, path: unknown) => {
    if (String(path).startsWith(dir)) {
      // Names of temporary files differ from run to run.
      const name = String(path).slice(dir.length + 1)
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

/** What of a store is counted, and what it is called in a table. */
const COUNTED: readonly (readonly [name: string, look: RegExp])[] = [
  ["state read", /^read\S* state\/[\w-]+\.json$/],
  ["state saved", /^write state\/\.[\w-]+\.json\.tmp$/],
  ["session lock", /^write state\/(?!store\.)[\w-]+\.lock$/],
  ["store lock", /^write state\/store\.lock$/],
  ["log read", /^(?:read|open)\S* sessions\/.*\.l1\.jsonl$/],
  ["index read", /^read\S* memory-index\.json$/],
  ["index saved", /^write \.memory-index\.json\.tmp$/],
  ["memory.md read", /^read\S* memory\.md$/],
  ["facts.json read", /^read\S* facts\.json$/],
  ["facts.json saved", /^write \.facts\.json\.tmp$/],
  ["config read", /^read\S* config\.json$/],
];

export type Opens = Readonly<Record<string, number>>;

/** How often each of them was opened or locked; what was not is left out. */
export function countOpens(looks: readonly string[]): Opens {
  return Object.fromEntries(
    COUNTED.map(([name, look]) =>
      [name, looks.filter((one) => look.test(one)).length] as const
    ).filter(([, count]) => count > 0),
  );
}
