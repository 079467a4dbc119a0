/**
 * One package of npm, without what it depends on: downloaded once, checked
 * against a digest that is written down here, unpacked.
 */

import { existsSync } from "@std/fs";
import { runDownload, runProgram } from "../run_program.ts";
import { TemporaryFolder } from "../temporary_folder.ts";

export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** As npm writes it: `sha512-<base64>`. */
  readonly integrity: string;
}

export async function ensurePackage(
  { name, version, integrity }: NpmPackage,
  cache: string,
): Promise<string> {
  const folder = `${cache}/${
    name.replace(/^@/, "").replace("/", "-")
  }-${version}`;
  if (existsSync(folder)) return folder;
  await Deno.mkdir(cache, { recursive: true });
  using temporary = new TemporaryFolder("npm", cache);
  const work = temporary.dir;
  await runDownload("npm", ["pack", "--silent", `${name}@${version}`], {
    cwd: work,
  });
  const [archive] = Array.from(Deno.readDirSync(work), (entry) => entry.name);
  if (archive === undefined) throw new Error(`npm has no ${name}@${version}`);
  const found = await integrityOf(`${work}/${archive}`);
  if (found !== integrity) {
    throw new Error(`Cannot use ${name}@${version}: its digest is ${found}`);
  }
  await runProgram("tar", ["-xzf", archive], { cwd: work });
  await Deno.rename(`${work}/package`, folder);
  return folder;
}

export async function integrityOf(path: string): Promise<string> {
  const bytes = await Deno.readFile(path);
  const digest = await crypto.subtle.digest("SHA-512", bytes);
  return `sha512-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
