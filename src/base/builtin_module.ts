/**
 * Modules of the runtime, loaded when they are needed. The name is not written
 * as an import: the types of all of Node would come along, and the scripts of
 * the executable (src/start/) cannot import.
 */

interface Runtime {
  readonly process: { getBuiltinModule(name: string): unknown };
}

/** The caller says what it uses of the module. */
export function builtinModule<T>(name: string): T {
  const { process } = globalThis as unknown as Runtime;
  return process.getBuiltinModule(name) as T;
}
