/**
 * The development sets for recall, ingested through the real pipeline: what is
 * measured is what a user's store would hold.
 */

import { fromFileUrl } from "@std/path";
import { existsSync } from "@std/fs";
import { importSessions } from "../src/capture/import_sessions.ts";
import { openProject } from "../src/store/project.ts";
import { openStore, type Store } from "../src/store/store.ts";
import { type ToolLines, weaveTools } from "./recall_tools.ts";
import type { World } from "../src/base/world.ts";

/** The data lies next to the checkout, or next to the folder of worktrees. */
export const SHARED_DATA = ["../../shared/data", "../../../shared/data"]
  .map((path) => fromFileUrl(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

export const RECALL_DATA = `${SHARED_DATA}/recall-dev`;

export const SETS = ["commit2session-dev", "devmembench"] as const;

export interface Question {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly string[];
  readonly answer?: string;
  readonly type?: string;
}

export interface RecallSet {
  readonly name: string;
  readonly questions: readonly Question[];
  /** Questions whose answer is in no session. */
  readonly unanswerable: readonly Question[];
}

export const BENCH_WORLD: World = {
  env: () => undefined,
  now: () => new Date("2026-06-01T12:00:00Z"),
  localOffsetMinutes: () => 0,
  cwd: () => "/",
};

export function readSet(name: string): RecallSet {
  const read = (file: string): Question[] => {
    try {
      return JSON.parse(
        Deno.readTextFileSync(`${RECALL_DATA}/${name}/${file}`),
      );
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  };
  return {
    name,
    questions: read("queries.json"),
    unanswerable: read("abstention.json"),
  };
}

/** How many of `readAsked()`, its first, were to tune on. */
export const ASKED_TO_TUNE_ON = 21;

/**
 * Questions in one's own words about sessions of the large set, each drawn by
 * a seed and asked after a look at one of its passages alone.
 */
export function readAsked(): Question[] {
  const file = new URL(
    "../tests/support/recall/questions.txt",
    import.meta.url,
  );
  const [name] = SETS;
  const sessions = new Set(readSet(name).questions.flatMap(({ gold }) => gold));
  return Deno.readTextFileSync(file).trim().split(/\r?\n/).map((line, i) => {
    const [short = "", query = ""] = line.split("|");
    const gold = [...sessions].filter((id) => id.startsWith(short));
    return { id: `asked-${i + 1}`, query, gold };
  });
}

export interface Preparation {
  /** All sessions of the set again and again, up to so many. */
  readonly sessions?: number;
  /** Woven into the texts, which have none of their own. */
  readonly tools?: ToolLines;
}

export async function prepareStore(
  name: string,
  dir: string,
  { sessions, tools }: Preparation = {},
): Promise<Store> {
  const originals = await Array.fromAsync(readTranscripts(name));
  return await storeOf(originals, dir, { sessions, tools });
}

export async function storeOf(
  originals: readonly Transcript[],
  dir: string,
  { sessions, tools }: {
    readonly sessions?: number | undefined;
    readonly tools?: ToolLines | undefined;
  } = {},
): Promise<Store> {
  const project = `${dir}/project`;
  const transcripts = `${dir}/transcripts`;
  await Deno.mkdir(`${project}/.git`, { recursive: true });
  await Deno.mkdir(transcripts, { recursive: true });
  for (let i = 0; i < (sessions ?? originals.length); i++) {
    const copy = Math.floor(i / originals.length);
    const { sessionId, lines } = originals[i % originals.length] as Transcript;
    const id = copy === 0 ? sessionId : again(sessionId, copy);
    const path = `${transcripts}/${id}.jsonl`;
    const woven = tools ? weaveTools(lines, tools) : lines;
    await Deno.writeTextFile(path, inProject(woven, project, copy));
    // Long ago, so that these sessions count as over.
    await Deno.utime(path, new Date(0), new Date(0));
  }
  const store = openStore(await openProject(BENCH_WORLD, project));
  const { failed } = await importSessions(store, BENCH_WORLD, {
    from: transcripts,
    progress: () => {},
    indexing: () => {},
  });
  if (failed.length > 0) throw new Error(`Cannot ingest ${failed.join(", ")}`);
  return store;
}

export interface Transcript {
  readonly sessionId: string;
  readonly lines: string;
}

export async function* readTranscripts(
  name: string,
): AsyncGenerator<Transcript> {
  const folder = `${RECALL_DATA}/${name}/sessions`;
  const files = Array.from(Deno.readDirSync(folder), (entry) => entry.name);
  for (const file of files.sort()) {
    yield {
      sessionId: file.replace(/\.jsonl(?:\.gz)?$/, ""),
      lines: await readUnpacked(`${folder}/${file}`),
    };
  }
}

export async function* transcriptsBelow(dir: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(dir)) {
    if (isDirectory) yield* transcriptsBelow(`${dir}/${name}`);
    else if (/\.jsonl(?:\.gz)?$/.test(name)) yield `${dir}/${name}`;
  }
}

export async function readUnpacked(path: string): Promise<string> {
  const { readable } = await Deno.open(path);
  const bytes = path.endsWith(".gz")
    ? readable.pipeThrough(new DecompressionStream("gzip"))
    : readable;
  return await new Response(bytes).text();
}

/** Another id, from its first letter on: files are named by the first 8. */
const again = (id: string, copy: number) =>
  (parseInt(id.slice(0, 8), 16) + copy).toString(16).padStart(8, "0").slice(
    -8,
  ) +
  id.slice(8);

/** Sessions count as a project's own by the folder they were recorded in. */
function inProject(lines: string, project: string, copy: number): string {
  return lines.split("\n").map((line) => {
    if (line === "") return line;
    const entry = JSON.parse(line);
    const uuid = copy === 0 ? entry.uuid : `${entry.uuid}-${copy}`;
    return JSON.stringify({
      ...entry,
      ...("cwd" in entry ? { cwd: project } : {}),
      ...("uuid" in entry ? { uuid } : {}),
    });
  }).join("\n");
}
