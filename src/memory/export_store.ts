/**
 * A whole store as one file: a gzipped tar archive with a manifest that has the
 * SHA-256 of each file, signed with the user's key. What is derived, locks and
 * marks of owners stay behind.
 */

import { hashBytes } from "../base/hex.ts";
import { VERSION } from "../base/version.ts";
import type { World } from "../base/world.ts";
import { assertInsideProject } from "../store/inside_project.ts";
import { surveyFolder } from "../store/survey_folder.ts";
import type { Store } from "../store/store.ts";
import { TAR_END, tarMember } from "../store/tar.ts";
import { userKey } from "../store/user_key.ts";

/** Where an archive has the store's files, what they are, and who says so. */
export const FOLDER = "memory/";
export const MANIFEST = "manifest.json";
export const SIGNATURE = "manifest.sig";

export interface Manifest {
  readonly version: 1;
  readonly project: string;
  readonly made: string;
  readonly by: string;
  readonly files: readonly ManifestFile[];
}

export interface ManifestFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** `leftOut` is what is no plain file and stayed behind. */
export async function packStore({ layout, project }: Store, world: World) {
  const leftOut: string[] = [];
  const files: ManifestFile[] = [];
  const manifest: Manifest = {
    version: 1,
    project: project.name,
    made: world.now().toISOString(),
    by: `memory-keeper ${VERSION}`,
    files,
  };
  const member = (path: string, text: string) =>
    tarMember({ path, bytes: new TextEncoder().encode(text) });
  async function* archive(): AsyncGenerator<Uint8Array> {
    for (const { path, info } of surveyFolder(layout.dir, isCarried)) {
      if (info.isDirectory) continue;
      if (!info.isFile) {
        leftOut.push(path);
        continue;
      }
      const bytes = read(`${layout.dir}/${path}`);
      // It was removed a moment ago.
      if (bytes === undefined) continue;
      const sha256 = await hashBytes(bytes);
      files.push({ path, bytes: bytes.length, sha256 });
      yield* tarMember({ path: `${FOLDER}${path}`, bytes });
    }
    // Last, because it tells what was read.
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    yield* member(MANIFEST, text);
    const key = userKey(world);
    if (key) yield* member(SIGNATURE, `${key.id} ${key.sign(text)}\n`);
    yield TAR_END;
  }
  // Its type leaves out shared memory, which none of these bytes is in.
  const packed = ReadableStream.from(archive() as AsyncIterable<BufferSource>)
    .pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return { archive: bytes, manifest, leftOut };
}

/** What is not derived and does not belong to this machine. */
export function isCarried(path: string): boolean {
  // What the team shares comes and goes with git.
  return !/^(?:\.cache|team|state\/owner)(?:\/|$)/.test(path) &&
    !/\.(?:lock|holder|tmp)$/.test(path);
}

function read(path: string): Uint8Array | undefined {
  assertInsideProject(path);
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
