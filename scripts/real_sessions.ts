/** The real transcripts as session logs, by the project they are from. */

import { isObject, tryParseJson } from "../src/base/json.ts";
import { refineTranscript } from "../src/capture/refine_transcript.ts";
import type { L1Entry } from "../src/session/log_entry.ts";
import { type Config, CONFIG_KEYS } from "../src/store/config_keys.ts";
import { unpackTranscripts } from "../tests/support/world/real_transcripts.ts";
import { readUnpacked, SHARED_DATA, transcriptsBelow } from "./recall_sets.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

export interface RealSession {
  readonly name: string;
  readonly project: string;
  /** The folder it began in, if the transcript says so. */
  readonly root: string;
  readonly entries: readonly L1Entry[];
}

export const DEFAULT_CONFIG = Object.fromEntries(
  Object.entries(CONFIG_KEYS).map(([name, { fallback }]) => [name, fallback]),
) as unknown as Config;

/**
 * Oldest first. The table in the data's README says where each is from; those
 * that clients wrote for tests only if they are wanted.
 */
export async function readRealSessions(
  { withGenerated = false } = {},
): Promise<RealSession[]> {
  if (SHARED_DATA === undefined) throw new Error("There is no shared/data");
  const projects = new Map(
    Deno.readTextFileSync(`${SHARED_DATA}/README.md`).split("\n")
      .flatMap((line): [string, string][] => {
        const cells = line.split("|").map((cell) => cell.trim());
        const name = /^`([^`]+)\.jsonl\.gz`$/.exec(cells[1] ?? "")?.[1];
        return name ? [[name.replaceAll(".", "-"), cells[7] ?? ""]] : [];
      }),
  );
  using folder = new TemporaryFolder("real");
  const { dir } = folder;
  const paths = await unpackTranscripts(`${SHARED_DATA}/transcripts`, dir);
  return paths.map((path): RealSession => {
    const name = path.replace(/^.*\/|\.jsonl$/g, "");
    const entries: L1Entry[] = [];
    refineTranscript(path, DEFAULT_CONFIG, (lines) => {
      for (const line of lines.trimEnd().split("\n")) {
        entries.push(JSON.parse(line));
      }
    });
    const [, root = ""] = /"cwd":"([^"]+)"/.exec(
      Deno.readTextFileSync(path),
    ) ?? [];
    const project = projects.get(name) ?? "generated";
    return { name, project, root, entries };
  }).filter(({ project, entries }) =>
    (withGenerated || project !== "generated") && entries.length > 0
  ).toSorted((a, b) => startOf(a) < startOf(b) ? -1 : 1);
}

const startOf = ({ entries }: RealSession) =>
  entries.find(({ ts }) => ts !== undefined)?.ts ?? "";

export interface RealCall {
  readonly tool: string;
  readonly command?: unknown;
  readonly file_path?: unknown;
  /** The folder its session began in, if the transcript says so. */
  readonly root?: string;
  readonly cwd?: string;
}

/**
 * Every tool call of every transcript once: sessions, their agents, progress
 * entries and the generated ones.
 */
export async function readRealCalls(): Promise<RealCall[]> {
  if (SHARED_DATA === undefined) throw new Error("There is no shared/data");
  const calls = new Map<string, RealCall>();
  const collect = (value: unknown, place: object): void => {
    if (Array.isArray(value)) {
      return value.forEach((one) => collect(one, place));
    }
    if (!isObject(value)) return;
    const { type, id, name, input } = value;
    if (type === "tool_use" && typeof name === "string" && isObject(input)) {
      calls.set(String(id), { ...input, tool: name, ...place });
    }
    Object.values(value).forEach((one) => collect(one, place));
  };
  for await (const path of transcriptsBelow(`${SHARED_DATA}/transcripts`)) {
    let root: string | undefined;
    for (const line of (await readUnpacked(path)).split("\n")) {
      // Some lines are broken on purpose.
      const value = tryParseJson(line);
      if (!isObject(value)) continue;
      const cwd = typeof value["cwd"] === "string" ? value["cwd"] : root;
      root ??= cwd;
      collect(value, cwd === undefined ? {} : { root, cwd });
    }
  }
  return [...calls.values()];
}
