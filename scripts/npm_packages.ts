/**
 * What lets Claude Code install the plugin from a git repository: a package of
 * npm for each system, which holds the executable, and the tree of a marketplace
 * whose plugin names them all as optional. The client runs `npm ci` in the
 * plugin's folder, npm takes the package for this system and links its program
 * into node_modules/.bin, and a link in bin/ leads there. Not for Windows: there
 * npm puts a script in place of the link, which no hook can start.
 */

import { dirname } from "@std/path";
import config from "../deno.json" with { type: "json" };
import {
  companionsOf,
  readCarriedFiles,
} from "../src/install/carried_files.ts";
import { ROOT, TARGETS } from "./build.ts";
import { integrityOf } from "./platforms/npm_package.ts";
import { runProgram } from "./run_program.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

const PROGRAM = "memory-keeper";
const { version } = config;

/** The manifest of a target's package; undefined if npm cannot serve it. */
function manifestOf(target: string) {
  const cpu = target.startsWith("aarch64") ? "arm64" : "x64";
  const os = target.includes("linux") ? "linux" : "darwin";
  if (target.includes("windows")) return undefined;
  return {
    name: `${PROGRAM}-${os}-${cpu}`,
    version,
    description: `The executable of Memory Keeper for ${os} ${cpu}`,
    license: "MIT",
    os: [os],
    cpu: [cpu],
    ...(os === "linux" ? { libc: ["glibc"] } : {}),
    bin: { [PROGRAM]: PROGRAM },
  };
}

/** Returns the path of the package; undefined for a target that has none. */
export async function packNpm(
  target: string,
  executable: string,
  to: string,
): Promise<string | undefined> {
  const manifest = manifestOf(target);
  if (manifest === undefined) return undefined;
  await Deno.mkdir(to, { recursive: true });
  using folder = new TemporaryFolder("npm");
  const work = folder.dir;
  await Deno.copyFile(executable, `${work}/${PROGRAM}`);
  await Deno.chmod(`${work}/${PROGRAM}`, 0o755);
  for (const [name, path] of companionsOf(executable)) {
    await Deno.copyFile(path, `${work}/${name}`);
  }
  await Deno.copyFile(`${ROOT}LICENSE`, `${work}/LICENSE`);
  await writeJson(`${work}/package.json`, manifest);
  await runProgram("npm", [
    "pack",
    "--silent",
    "--ignore-scripts",
    "--pack-destination",
    to,
  ], { cwd: work });
  return packagePath(to, manifest.name);
}

const packagePath = (dir: string, name: string) =>
  `${dir}/${name}-${version}.tgz`;

/** The tree to commit, with the digests of the packages that lie in `packages`. */
export async function makeMarketplace(
  packages: string,
  to: string,
): Promise<void> {
  for (const [path, bytes] of readCarriedFiles(`file://${ROOT}main.ts`)) {
    await Deno.mkdir(dirname(`${to}/${path}`), { recursive: true });
    await Deno.writeFile(`${to}/${path}`, bytes);
  }
  const plugin = `${to}/plugin`;
  await Deno.mkdir(`${plugin}/bin`);
  await Deno.symlink(
    `../node_modules/.bin/${PROGRAM}`,
    `${plugin}/bin/${PROGRAM}`,
  );
  const names = new Set(Array.from(Deno.readDirSync(packages), (e) => e.name));
  const entries: Record<string, object> = {};
  const optionalDependencies: Record<string, string> = {};
  for (const target of TARGETS) {
    const manifest = manifestOf(target);
    if (manifest === undefined) continue;
    const { name, description: _, ...kept } = manifest;
    const path = packagePath(packages, name);
    if (!names.has(path.slice(packages.length + 1))) continue;
    optionalDependencies[name] = version;
    entries[`node_modules/${name}`] = {
      ...kept,
      integrity: await integrityOf(path),
      optional: true,
    };
  }
  const own = { name: PROGRAM, version, license: "MIT", optionalDependencies };
  await writeJson(`${plugin}/package.json`, { ...own, private: true });
  await writeJson(`${plugin}/package-lock.json`, {
    name: PROGRAM,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { "": own, ...entries },
  });
}

const writeJson = (path: string, value: object) =>
  Deno.writeTextFile(path, `${JSON.stringify(value, null, 2)}\n`);
