/**
 * Runs a part of the program as one script. V8 loads compiled code for a
 * script, but not for a module, and compiling functions that run once would
 * take most of a hook's time.
 */

interface VmScript {
  /** Undefined if no compiled code was given. */
  readonly cachedDataRejected?: boolean;
  createCachedData(): Uint8Array;
  runInThisContext(): unknown;
}

interface VmModule {
  readonly Script: new (
    source: string,
    options: { filename: string; cachedData?: Uint8Array },
  ) => VmScript;
}

/** What a script evaluates to. It has no imports, so they are passed in. */
type Wrapped = (
  load: (name: string) => Promise<unknown>,
  require: (name: string) => unknown,
) => unknown;

/** In front of a script, after its digest. */
interface Contents {
  /** The chunk whose exports are the script's. */
  readonly main: string;
  /** Where the code of each chunk is, from the end of this. */
  readonly chunks: Readonly<
    Record<string, readonly [from: number, to: number]>
  >;
}

const END = "*/";
/** What a chunk is given, by names that no minifier makes. */
const GIVEN = ["$load", "$later", "$import", "require"];

/**
 * Chunks as functions of one script; each is the body of a function that
 * returns its exports.
 */
export function wrapScript(
  bodies: ReadonlyMap<string, string>,
  main: string,
  digest: string,
): string {
  let text = '(function($import,require){"use strict";const $chunks={';
  const chunks: Record<string, [number, number]> = {};
  for (const [name, body] of bodies) {
    text += `\n${JSON.stringify(name)}(){`;
    chunks[name] = [text.length, text.length + body.length];
    text += `${body}\n},`;
  }
  text += "},$loaded={},$load=(name)=>$loaded[name]??=$chunks[name]()," +
    "$later=(name)=>Promise.resolve().then(()=>$load(name));\n" +
    `return $load(${JSON.stringify(main)});\n})`;
  const contents: Contents = { main, chunks };
  return `/*${digest} ${JSON.stringify(contents)}${END}${text}`;
}

export function digestOf(source: string): string {
  return source.slice(2, source.indexOf(" "));
}

/**
 * Without compiled code. V8 reads a function before it runs it, and again what
 * is in it: chunk by chunk, it reads only what is used, and that once less.
 */
export function runScript<T>(source: string): T {
  const start = source.indexOf(END) + END.length;
  const { main, chunks }: Contents = JSON.parse(
    source.slice(source.indexOf(" "), start - END.length),
  );
  const loaded: Record<string, unknown> = {};
  const load = (name: string) => loaded[name] ??= run(name);
  const later = (name: string) => Promise.resolve().then(() => load(name));
  const run = (name: string) => {
    const [from = 0, to = 0] = chunks[name] ?? [];
    const body = source.slice(start + from, start + to);
    const text = `(function(${GIVEN}){"use strict";${body}\n})`;
    return globalThis.eval(text)(load, later, importModule, requireModule);
  };
  return load(main) as T;
}

export interface CompiledScript<T> {
  readonly exports: T;
  /** Whether V8 could use the code. */
  readonly isUsed: boolean;
  /** The code of every function that has run so far. */
  compiledCode(): Uint8Array;
}

/** Not a literal in `import()`: the checker would load all of Node's types. */
const VM: string = "node:vm";

export async function runCompiled<T>(
  source: string,
  code: Uint8Array | undefined,
): Promise<CompiledScript<T>> {
  const { Script }: VmModule = await import(VM);
  const script = new Script(source, {
    filename: "memory-keeper.js",
    ...(code && { cachedData: code }),
  });
  return {
    exports: (script.runInThisContext() as Wrapped)(
      importModule,
      requireModule,
    ) as T,
    isUsed: script.cachedDataRejected === false,
    compiledCode: () => script.createCachedData(),
  };
}

interface Runtime {
  readonly process: { getBuiltinModule(name: string): unknown };
}

const importModule = (name: string) => import(name);
const requireModule = (name: string) =>
  (globalThis as unknown as Runtime).process.getBuiltinModule(name);
