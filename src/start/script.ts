/**
 * A part of the program as one script. Most of a hook's time would go to
 * compiling functions that run once; V8 takes them compiled for a script, but
 * not for a module.
 */

import { builtinModule } from "../base/builtin_module.ts";

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

type Wrapped = (
  exports: object,
  require: (name: string) => unknown,
  module: { exports: object },
) => void;

/** In front of it stands its digest: see `digestOf()`. */
export function wrapScript(body: string, digest: string): string {
  return `/*${digest}*/(function(exports,require,module){${body}\n})`;
}

export function digestOf(source: string): string {
  return source.slice(2, source.indexOf("*/"));
}

export interface Loaded<T> {
  readonly exports: T;
  /** Whether V8 took the code that was compiled before. */
  readonly isPrecompiled: boolean;
  /** The code of every function that has run so far. */
  compiledCode(): Uint8Array;
}

export function runScript<T>(
  name: string,
  source: string,
  code: Uint8Array | undefined,
): Loaded<T> {
  const { Script } = builtinModule<VmModule>("node:vm");
  const script = new Script(source, {
    filename: `${name}.js`,
    ...(code && { cachedData: code }),
  });
  const module = { exports: {} };
  const wrapped = script.runInThisContext() as Wrapped;
  wrapped(module.exports, builtinModule, module);
  return {
    exports: module.exports as T,
    isPrecompiled: script.cachedDataRejected === false,
    compiledCode: () => script.createCachedData(),
  };
}
