/**
 * Pack one built executable, with the data files next to it, into the archive
 * the install scripts download, and stamp those scripts with the address of the
 * release.
 *
 *     deno run … scripts/package_release.ts --target NAME [--from FILE] [--to DIR]
 *     deno run … scripts/package_release.ts --scripts URL [--to DIR]
 *     deno run … scripts/package_release.ts --sums DIR
 *     deno run … scripts/package_release.ts --marketplace DIR [--npm DIR]
 *
 * A target's package of npm goes to --npm; --marketplace writes the tree of a
 * git marketplace that installs those packages.
 */

import { parseArgs } from "@std/cli/parse-args";
import { encodeHex } from "@std/encoding/hex";
import { fromFileUrl } from "@std/path";
import { companionsOf } from "../src/install/carried_files.ts";
import { executableFile } from "../src/install/install_folder.ts";
import { DIST, executableName } from "./build.ts";
import { makeMarketplace, packNpm } from "./npm_packages.ts";
import { runProgram } from "./run_program.ts";
import { makeZip } from "./zip_file.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

export const INSTALL_SCRIPTS = ["install.sh", "install.ps1"] as const;
export const SUMS_FILE = "SHA256SUMS";

const HERE = fromFileUrl(new URL("./", import.meta.url));

export function archiveName(target: string): string {
  const ending = target.includes("windows") ? "zip" : "tar.gz";
  return `memory-keeper-${target}.${ending}`;
}

export async function packageTarget(
  target: string,
  executable: string,
  to: string,
): Promise<string> {
  await Deno.mkdir(to, { recursive: true });
  const name = executableFile(target.includes("windows"));
  const archive = `${to}/${archiveName(target)}`;
  const files = [
    [name, executable],
    ...companionsOf(executable),
  ] as const;
  if (archive.endsWith(".zip")) {
    const entries = files.map(([name, path]) => ({
      name,
      bytes: Deno.readFileSync(path),
    }));
    await Deno.writeFile(archive, await makeZip(entries));
    return archive;
  }
  using folder = new TemporaryFolder("release");
  const work = folder.dir;
  for (const [name, path] of files) {
    await Deno.copyFile(path, `${work}/${name}`);
  }
  await runProgram("tar", [
    "-c",
    "-z",
    "-f",
    archive,
    ...files.map(([name]) => name),
  ], { cwd: work });
  return archive;
}

/** The install scripts of a release know where it lies. */
export async function stampScripts(url: string, to: string): Promise<void> {
  for (const name of INSTALL_SCRIPTS) {
    const text = await Deno.readTextFile(`${HERE}${name}`);
    await Deno.writeTextFile(
      `${to}/${name}`,
      text.replace('"@RELEASE@"', `"${url}"`),
    );
  }
}

/** The digest of every file in a folder, as `sha256sum` prints it. */
export async function writeSums(dir: string): Promise<void> {
  const names = Array.from(Deno.readDirSync(dir), ({ name }) => name)
    .filter((name) => name !== SUMS_FILE).sort();
  const lines: string[] = [];
  for (const name of names) {
    const bytes = await Deno.readFile(`${dir}/${name}`);
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    lines.push(`${encodeHex(digest)}  ${name}\n`);
  }
  await Deno.writeTextFile(`${dir}/${SUMS_FILE}`, lines.join(""));
}

if (import.meta.main) {
  const flags = parseArgs(Deno.args, {
    string: ["target", "from", "to", "scripts", "sums", "npm", "marketplace"],
  });
  const text = (name: string) => flags[name] as string | undefined;
  const [target, url, sums] = ["target", "scripts", "sums"].map(text);
  const to = text("to") || `${DIST}/release`;
  const npm = text("npm") || `${DIST}/npm`;
  const tree = text("marketplace");
  if (target) {
    const from = text("from") || `${DIST}/${executableName(target)}`;
    console.log(await packageTarget(target, from, to));
    const forNpm = await packNpm(target, from, npm);
    if (forNpm !== undefined) console.log(forNpm);
  }
  if (url) await stampScripts(url, to);
  if (sums) await writeSums(sums);
  if (tree) await makeMarketplace(npm, tree);
}
