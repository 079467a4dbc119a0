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

/** Puts the digest of the body in front of it, where `digestOf()` reads it. */
export function wrapScript(body: string, digest: string): string {
  return `/*${digest}*/(function($import,require){${body}\n})`;
}

export function digestOf(source: string): string {
  return source.slice(2, source.indexOf("*/"));
}

/** Without compiled code: V8 compiles each function when it first runs. */
export function runScript<T>(source: string): T {
  return evaluate(globalThis.eval(source));
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
    exports: evaluate(script.runInThisContext()),
    isUsed: script.cachedDataRejected === false,
    compiledCode: () => script.createCachedData(),
  };
}

interface Runtime {
  readonly process: { getBuiltinModule(name: string): unknown };
}

function evaluate<T>(wrapped: unknown): T {
  return (wrapped as Wrapped)(
    (name) => import(name),
    (name) => (globalThis as unknown as Runtime).process.getBuiltinModule(name),
  ) as T;
}
