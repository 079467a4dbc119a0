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
      note(name, path);
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
