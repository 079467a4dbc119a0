/**
 * Transcripts of real sessions, where they are, each unpacked for a test. They
 * are many: only the deep tests read them.
 */

import { fromFileUrl } from "@std/path";
import { IS_THOROUGH } from "./thorough.ts";

/** The real transcripts, in `shared/data` of a folder around the project. */
export function findTranscriptData(): string | undefined {
  if (!IS_THOROUGH) return undefined;
  for (let up = "../../../"; up.length <= "../".length * 6; up += "../") {
    const dir = fromFileUrl(new URL(`${up}shared/data`, import.meta.url));
    if (isThere(dir)) return dir;
  }
  return undefined;
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** The transcripts of a folder and below it, each unpacked into a folder of its own. */
export async function unpackTranscripts(
  from: string,
  to: string,
): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    const path = `${from}/${name}`;
    if (isDirectory && name === "subagents") continue;
    if (isDirectory) found.push(...await unpackTranscripts(path, to));
    const session = /^(.*)\.jsonl(\.gz)?$/.exec(name)?.[1];
    if (session === undefined) continue;
    const dir = `${to}/${found.length}-${crypto.randomUUID()}`;
    await Deno.mkdir(dir);
    const transcript = `${dir}/${session.replaceAll(".", "-")}.jsonl`;
    await copyUnpacked(path, transcript);
    await copyAgents(`${from}/${session}/subagents`, transcript);
    found.push(transcript);
  }
  return found.sort();
}

async function copyUnpacked(from: string, to: string): Promise<void> {
  const { readable } = await Deno.open(from);
  await Deno.writeFile(
    to,
    from.endsWith(".gz")
      ? readable.pipeThrough(new DecompressionStream("gzip"))
      : readable,
  );
}

async function copyAgents(from: string, transcript: string): Promise<void> {
  const to = transcript.replace(/\.jsonl$/, "/subagents");
  try {
    for await (const { name } of Deno.readDir(from)) {
      await Deno.mkdir(to, { recursive: true });
      await copyUnpacked(
        `${from}/${name}`,
        `${to}/${name.replace(/\.gz$/, "")}`,
      );
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
