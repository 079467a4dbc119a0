/**
 * The whole release on one machine, with the targets it can build: checks,
 * archives, list of parts, stamped scripts, checksums, a server, and from it
 * install.sh in an empty home, an upgrade, an uninstall; and the plugin from a
 * git marketplace, with the program from a registry of npm.
 *
 *     deno task release:rehearse
 */

import config from "../deno.json" with { type: "json" };
import {
  build,
  chooseToolchain,
  DIST,
  executableName,
  isRuntimeMissing,
  TARGETS,
  type Toolchain,
} from "./build.ts";
import { lintRelease } from "./lint_release.ts";
import { makeSbom } from "./make_sbom.ts";
import { packNpm } from "./npm_packages.ts";
import { packageTarget, stampScripts, writeSums } from "./package_release.ts";
import {
  newerToolchain,
  type RuntimeTarget,
} from "./platforms/newer_runtime.ts";
import { checkRelease } from "./release_check.ts";
import { notesOf } from "./release_notes.ts";
import { tryInstallation } from "./try_installation.ts";

const CACHE = `${DIST}/rehearsal-cache`;
const RELEASE = `${DIST}/rehearsal`;
const NPM = `${DIST}/rehearsal-npm`;
const HERE = Deno.build.target;

async function step<T>(name: string, act: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    const result = await act();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`✓ ${name}  ${seconds} s`);
    return result;
  } catch (error) {
    console.log(`✗ ${name}`);
    throw error;
  }
}

/** The tools that build a target here; undefined if there are none. */
async function toolsFor(target: string): Promise<Toolchain | undefined> {
  if (HERE !== "x86_64-unknown-linux-gnu" || target === HERE) {
    return await chooseToolchain(false);
  }
  return target.includes("apple")
    ? undefined
    : await newerToolchain(target as RuntimeTarget, CACHE);
}

/** Build with Deno's own runtime, or with one from npm where that is not to be had. */
async function buildTarget(target: string): Promise<string | undefined> {
  const out = `${DIST}/${executableName(target)}`;
  const tools = await toolsFor(target);
  if (tools === undefined) return undefined;
  try {
    return await build(tools, { out, target });
  } catch (error) {
    if (!isRuntimeMissing(error)) throw error;
    if (target !== HERE || HERE !== "x86_64-unknown-linux-gnu") {
      return undefined;
    }
    return await build(await chooseToolchain(true), { out });
  }
}

await step("what can be known before", () => {
  const problems = [...checkRelease().values()].flat();
  if (problems.length > 0) throw new Error(problems.join("\n"));
  if (
    notesOf(Deno.readTextFileSync("CHANGELOG.md"), config.version) === undefined
  ) {
    throw new Error(`No notes for ${config.version}`);
  }
  return Promise.resolve();
});
await step("linters read the workflows and the PowerShell", async () => {
  const complaints = await lintRelease(CACHE);
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
});

for (const dir of [RELEASE, NPM]) {
  await Deno.remove(dir, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}
const packed: string[] = [];
for (const target of TARGETS) {
  const executable = await step(`build ${target}`, () => buildTarget(target));
  if (executable === undefined) {
    console.log("    left out: its runtime cannot be had here");
    continue;
  }
  await step(`pack ${target}`, async () => {
    await packageTarget(target, executable, RELEASE);
    await packNpm(target, executable, NPM);
  });
  packed.push(target);
}
if (!packed.includes(HERE)) throw new Error(`No archive for ${HERE}`);

await step("list of parts", async () => {
  const text = JSON.stringify(await makeSbom(), null, 2);
  await Deno.writeTextFile(`${RELEASE}/memory-keeper.cdx.json`, `${text}\n`);
});
const server = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: () => {} },
  async (request) => {
    const { pathname } = new URL(request.url);
    try {
      return new Response(await Deno.readFile(RELEASE + pathname));
    } catch {
      return new Response("not here", { status: 404 });
    }
  },
);
try {
  const url = `http://127.0.0.1:${server.addr.port}`;
  await step("stamped scripts and checksums", async () => {
    await stampScripts(url, RELEASE);
    await writeSums(RELEASE);
  });
  if (Deno.build.os === "windows") {
    console.log("install.sh and npm are not tried on Windows");
  } else {
    await tryInstallation(`${RELEASE}/install.sh`, step);
    // The support of the client's tests wants a program when it is loaded.
    Deno.env.set("MEMORY_KEEPER_TEST_EXE", `${DIST}/${executableName(HERE)}`);
    const { tryGitMarketplace } = await import("./try_git_marketplace.ts");
    await tryGitMarketplace(NPM, CACHE, step);
  }
} finally {
  await server.shutdown();
}
const files = Array.from(Deno.readDirSync(RELEASE), ({ name }) => name).sort();
console.log(`\nThe release would have:\n  ${files.join("\n  ")}`);
