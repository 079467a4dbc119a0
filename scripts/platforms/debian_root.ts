/**
 * A Debian 13 in a folder, for what this machine's own system is too old for:
 * Wine 10 and qemu 10. apt checks every package against Debian's signature.
 * Made once and kept outside of the repository.
 */

import { existsSync } from "@std/fs";
import { fromFileUrl } from "@std/path";
import { OutOfReach, runDownload } from "../run_program.ts";

const SUITE = "trixie";

export const REPOSITORY = fromFileUrl(new URL("../../", import.meta.url))
  .replace(/\/$/, "");

export const CACHE = Deno.env.get("MEMORY_KEEPER_PLATFORM_CACHE") ||
  "/var/tmp/memory-keeper-platforms";
const ROOT = `${CACHE}/${SUITE}`;

/** The mirror that this machine's own packages come from. */
function mirror(): string {
  const folder = "/etc/apt/sources.list.d";
  const files = [
    "/etc/apt/sources.list",
    ...Array.from(Deno.readDirSync(folder), ({ name }) => `${folder}/${name}`),
  ].filter((path) => existsSync(path));
  for (const path of files) {
    const [, found] = SOURCE.exec(Deno.readTextFileSync(path)) ?? [];
    if (found !== undefined) return found;
  }
  throw new OutOfReach("apt has no Debian mirror here", "");
}

const SOURCE =
  /^(?:URIs:\s*|deb\s+(?:\[[^\]]*\]\s*)?)(https?:\/\/\S+\/debian)\/?(?:\s|$)/m;

/** Why other systems cannot be tried on this machine; undefined if they can. */
export function whyNotHere(): string | undefined {
  if (Deno.build.target !== "x86_64-unknown-linux-gnu") {
    return `it needs Linux x64, and this is ${Deno.build.target}`;
  }
  if (!existsSync("/etc/debian_version")) return "it needs Debian";
  if (Deno.uid() !== 0) return "it needs root, for a Debian in a folder";
  return undefined;
}

/** What a test needs, or one line that says why nothing is tested, and the end. */
export async function orSkip<T>(
  system: string,
  prepare: () => Promise<T>,
): Promise<T> {
  const skip = (reason: string): never => {
    console.log(`SKIPPED, nothing was tested: ${system}, because ${reason}`);
    Deno.exit(0);
  };
  const reason = whyNotHere();
  if (reason !== undefined) skip(reason);
  refuseForeignCache();
  using _ = await takeTurn("prepare");
  try {
    return await prepare();
  } catch (error) {
    return skip(whyOutOfReach(error));
  }
}

/** Only a download that failed is a reason; every other error is a failure. */
export function whyOutOfReach(error: unknown): string {
  if (!(error instanceof OutOfReach)) throw error;
  return error.message.trim().replaceAll("\n", ": ").slice(0, 300);
}

export interface DebianRoot {
  path(inside: string): string;
  /** Words that run a command in it, with the repository in /repo. */
  enter(command: readonly string[]): string[];
}

export async function ensureDebianRoot(
  packages: readonly string[],
): Promise<DebianRoot> {
  if (!existsSync(`${ROOT}/.complete`)) await makeRoot();
  const missing = packages.filter((name) =>
    !existsSync(`${ROOT}/var/lib/dpkg/info/${name}.list`)
  );
  if (missing.length > 0) {
    console.log(`installing ${missing.join(", ")} in ${ROOT}`);
    await runDownload("chroot", [ROOT, ...CLEAN, "sh", "-c", install(missing)]);
  }
  return { path: (inside) => `${ROOT}${inside}`, enter };
}

/** Other clones on this machine use the same folder; each waits for the rest. */
export async function takeTurn(name: string): Promise<Deno.FsFile> {
  const path = `${CACHE}/${name}.lock`;
  const file = await Deno.open(path, { create: true, write: true });
  await file.lock(true);
  return file;
}

/** /var/tmp is everybody's: another user must not hand us programs. */
function refuseForeignCache(): void {
  Deno.mkdirSync(CACHE, { recursive: true, mode: 0o755 });
  const { uid, mode } = Deno.lstatSync(CACHE);
  if (uid !== Deno.uid() || ((mode ?? 0) & 0o022) !== 0) {
    throw new Error(`${CACHE} can be written by others; remove it`);
  }
}

const CLEAN = [
  "env",
  "-i",
  "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
  "HOME=/root",
  "LANG=C.UTF-8",
  "DEBIAN_FRONTEND=noninteractive",
];

const install = (packages: readonly string[]) =>
  "apt-get -q update && apt-get -q install -y --no-install-recommends " +
  packages.join(" ");

async function makeRoot(): Promise<void> {
  console.log(`making a Debian ${SUITE} in ${ROOT}`);
  if (!existsSync("/usr/sbin/debootstrap")) {
    await runDownload("sh", ["-c", install(["debootstrap"])]);
  }
  await Deno.remove(ROOT, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  await runDownload("debootstrap", [
    "--variant=minbase",
    SUITE,
    ROOT,
    mirror(),
  ]);
  for (const dir of ["repo", "cache"]) Deno.mkdirSync(`${ROOT}/${dir}`);
  Deno.writeTextFileSync(`${ROOT}/.complete`, "");
}

/** Mounts in a namespace of its own are gone when the command ends. */
function enter(command: readonly string[]): string[] {
  const mounts = [
    ["/proc", "/proc"],
    ["/dev", "/dev"],
    [REPOSITORY, "/repo"],
    [`${CACHE}/npm`, "/cache"],
  ].map(([from, to]) => `mount --rbind '${from}' '${ROOT}${to}'`);
  return [
    "unshare",
    "--mount",
    "sh",
    "-ec",
    `${mounts.join("\n")}\nexec chroot '${ROOT}' "$@"`,
    "sh",
    ...CLEAN,
    ...command,
  ];
}
