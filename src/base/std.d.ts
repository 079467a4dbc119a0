/**
 * Types for the parts of the standard library the program uses. The npm build
 * behind the `@std/*` names in deno.json ships none.
 */

declare module "@std/assert" {
  export function assert(value: unknown, message?: string): asserts value;
  export function assertFalse(value: unknown, message?: string): void;
  export function assertEquals<T>(
    actual: T,
    expected: T,
    message?: string,
  ): void;
  export function assertNotEquals<T>(
    actual: T,
    expected: T,
    message?: string,
  ): void;
  export function assertStrictEquals<T>(
    actual: unknown,
    expected: T,
    message?: string,
  ): asserts actual is T;
  export function assertStringIncludes(
    actual: string,
    expected: string,
    message?: string,
  ): void;
  export function assertMatch(
    actual: string,
    expected: RegExp,
    message?: string,
  ): void;
  export function assertNotMatch(
    actual: string,
    expected: RegExp,
    message?: string,
  ): void;
  export function assertLessOrEqual<T>(actual: T, expected: T): void;
  export function assertThrows<E extends Error = Error>(
    body: () => unknown,
    // deno-lint-ignore no-explicit-any
    errorClass?: new (...args: any[]) => E,
    messageIncludes?: string,
  ): E;
  export function assertRejects<E extends Error = Error>(
    body: () => Promise<unknown>,
    // deno-lint-ignore no-explicit-any
    errorClass?: new (...args: any[]) => E,
    messageIncludes?: string,
  ): Promise<E>;
  export function fail(message?: string): never;
}

declare module "@std/cli/parse-args" {
  export interface ParseOptions {
    boolean?: readonly string[];
    string?: readonly string[];
    collect?: readonly string[];
    alias?: Record<string, string>;
    "--"?: boolean;
    unknown?: (arg: string, key?: string, value?: unknown) => unknown;
  }
  export function parseArgs(
    args: readonly string[],
    options?: ParseOptions,
  ): Record<string, unknown> & { _: (string | number)[]; "--"?: string[] };
}

declare module "@std/encoding/hex" {
  export function encodeHex(bytes: ArrayBuffer | Uint8Array): string;
}

declare module "@std/fmt/colors" {
  type Style = (text: string) => string;
  export function setColorEnabled(enabled: boolean): void;
  export const bold: Style;
  export const dim: Style;
  export const red: Style;
  export const green: Style;
  export const yellow: Style;
  export const cyan: Style;
  export function stripAnsiCode(text: string): string;
}

declare module "@std/path" {
  export function dirname(path: string): string;
  export function fromFileUrl(url: URL | string): string;
  export function join(...paths: string[]): string;
  export function relative(from: string, to: string): string;
  export function resolve(...paths: string[]): string;
  export function toFileUrl(path: string): URL;
}

declare module "@std/yaml" {
  export function parse(text: string): unknown;
}
