/**
 * A part of the program as one script. Most of a hook's time would go to
 * compiling functions that run once. V8 takes them compiled for a script, but
 * not for a module.
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

/** What a script is given: it has no imports of its own. */
type Wrapped = (
  load: (name: string) => Promise<unknown>,
  require: (name: string) => unknown,
) => unknown;

/** A digest of its body is in front of it: see `digestOf()`. */
export function wrapScript(body: string, digest: string): string {
  return `/*${digest}*/(function($import,require){${body}\n})`;
}

export function digestOf(source: string): string {
  return source.slice(2, source.indexOf("*/"));
}

/** Compile all of it that runs, now. */
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

/** Not spelled out: the types of all of Node would come along. */
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
