/** The real transcripts as session logs, by the project they are from. */

import { refineTranscript } from "../src/capture/refine_transcript.ts";
import type { L1Entry } from "../src/session/log_entry.ts";
import { type Config, CONFIG_KEYS } from "../src/store/config_keys.ts";
import { unpackTranscripts } from "../tests/support/world/real_transcripts.ts";
import { SHARED_DATA } from "./recall_sets.ts";

export interface RealSession {
  readonly name: string;
  readonly project: string;
  readonly entries: readonly L1Entry[];
}

const CONFIG = Object.fromEntries(
  Object.entries(CONFIG_KEYS).map(([name, { fallback }]) => [name, fallback]),
) as unknown as Config;

/** Oldest first. The table in the data's README says where each is from. */
export async function readRealSessions(): Promise<RealSession[]> {
  if (SHARED_DATA === undefined) throw new Error("There is no shared/data");
  const projects = new Map(
    Deno.readTextFileSync(`${SHARED_DATA}/README.md`).split("\n")
      .flatMap((line): [string, string][] => {
        const cells = line.split("|").map((cell) => cell.trim());
        const name = /^`([^`]+)\.jsonl\.gz`$/.exec(cells[1] ?? "")?.[1];
        return name ? [[name.replaceAll(".", "-"), cells[7] ?? ""]] : [];
      }),
  );
  const dir = await Deno.makeTempDir({ prefix: "memory-keeper-real-" });
  try {
    const paths = await unpackTranscripts(`${SHARED_DATA}/transcripts`, dir);
    return paths.map((path): RealSession => {
      const name = path.replace(/^.*\/|\.jsonl$/g, "");
      const entries: L1Entry[] = [];
      refineTranscript(path, CONFIG, (lines) => {
        for (const line of lines.trimEnd().split("\n")) {
          entries.push(JSON.parse(line));
        }
      });
      return { name, project: projects.get(name) ?? "generated", entries };
    }).filter(({ project, entries }) =>
      project !== "generated" && entries.length > 0
    ).toSorted((a, b) => startOf(a) < startOf(b) ? -1 : 1);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const startOf = ({ entries }: RealSession) =>
  entries.find(({ ts }) => ts !== undefined)?.ts ?? "";

export function byProject(
  sessions: readonly RealSession[],
): Map<string, RealSession[]> {
  return Map.groupBy(sessions, ({ project }) => project);
}
