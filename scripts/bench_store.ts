/**
 * A store after many sessions, made by the program itself: they are over, and
 * their transcripts are still in the project's folder. With knowledge, archives
 * and a full memory.md.
 */

import { processCase, type ProgramCopies } from "./process_case.ts";
import { writeTranscriptOf } from "./bench_refine.ts";

const TRANSCRIPT_BYTES = 30_000;
/** Three or four sessions a day. */
const APART_MS = 7 * 60 * 60_000;

export interface BenchStore {
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  /** What Claude Code writes to a hook; each event has a session of its own. */
  payload(event: string, extra?: object): string;
  transcriptOf(event: string): string;
}

export async function makeBenchStore(
  product: ProgramCopies,
  dir: string,
  sessions: number,
): Promise<BenchStore> {
  const project = `${dir}/year-${sessions}`;
  const transcripts = `${project}-transcripts`;
  const env = { HOME: `${dir}/home`, CLAUDE_PROJECT_DIR: project };
  await Deno.mkdir(`${project}/.git`, { recursive: true });
  await Deno.mkdir(transcripts);
  const run = (args: readonly string[]) =>
    processCase(product, [...args, "--project-dir", project], env)();
  for (let at = 0; at < sessions; at++) {
    const id = `${at.toString(16).padStart(8, "0")}-4000-8000-000000000000`;
    const path = `${transcripts}/${id}.jsonl`;
    // Long over: each counts as a dead session.
    const then = new Date(Date.now() - (sessions - at) * APART_MS);
    await writeTranscriptOf(path, TRANSCRIPT_BYTES, at + 1, id, {
      cwd: project,
      startedAt: then.toISOString(),
    });
    await Deno.utime(path, then, then);
  }
  await Deno.writeTextFile(
    `${transcripts}/${FOGHORN}.jsonl`,
    foghornLines(project).map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  await run(["import", "--from", transcripts]);
  await writeWords(project);
  // As after some evenings: old logs are gzipped, old digests folded.
  await run(["compress"]);
  // For recall: the index has all of it.
  await run(["search", "tide"]);
  return describeStore(project, transcripts, env);
}

export function describeStore(
  project: string,
  transcripts: string,
  env: BenchStore["env"],
): BenchStore {
  // A session for each event, so that they do not affect each other.
  const sessionOf = (event: string) => `0b5f0c52-${event}`;
  const transcriptOf = (event: string) =>
    `${transcripts}/${sessionOf(event)}.jsonl`;
  return {
    project,
    env,
    transcriptOf,
    payload: (event, extra = {}) =>
      `${
        JSON.stringify({
          session_id: sessionOf(event),
          transcript_path: transcriptOf(event),
          cwd: project,
          hook_event_name: event,
          ...extra,
        })
      }\n`,
  };
}

const WHO =
  "tide table|berth plan|ferry fare|buoy log|lantern cache|night watch|"
    .concat("pier light|fog bank|harbour gate|dock crane|fuel ledger|crew list")
    .split("|");
const DOES =
  "rounds last|is read twice|keeps its order|waits for the pilot|ends at noon"
    .split("|");
const WHY =
  ("spring was late|the disk was full|two keys were equal|a test had " +
    "failed|winter time began|it was never asked for|the index grew").split(
      "|",
    );

/** 420 different sentences, as people write them. */
export function sentence(at: number): string {
  const pick = (words: readonly string[]) => words[at % words.length];
  return `The ${pick(WHO)} ${pick(DOES)}, because ${pick(WHY)}. `;
}

const FOGHORN = "0000f09a-4000-8000-000000000000";

/** The one session that says something no other says. */
function foghornLines(cwd: string): object[] {
  const said = (role: string, content: unknown, minute: number) => ({
    parentUuid: null,
    isSidechain: false,
    type: role,
    message: { role, content },
    uuid: `f09a0000-0000-4000-8000-00000000000${minute}`,
    timestamp: `2026-05-02T10:0${minute}:00.000Z`,
    sessionId: FOGHORN,
    cwd,
  });
  const answer =
    "The foghorn shares a fuse with the humidity sensor. When the " +
    "sensor restarts, the current trips the fuse and the foghorn falls silent.";
  return [
    said("user", "The foghorn falls silent at times. Find out why.", 1),
    said("assistant", [{ type: "text", text: answer }], 2),
  ];
}

/** What people and models wrote in a year and a session is shown. */
async function writeWords(project: string): Promise<void> {
  const store = `${project}/.claude/memory`;
  const write = (name: string, text: string) =>
    Deno.writeTextFile(`${store}/${name}`, text);
  const sections = Array.from({ length: 120 }, (_, i) => {
    const at = new Date(Date.UTC(2026, 0, 1, i)).toISOString();
    const stamp = `${at.slice(0, 10)}_${at.slice(11, 13)}00`;
    return `## ${stamp} (local ${stamp.slice(5)})\n` +
      `<!-- session ${i.toString(16).padStart(8, "0")} · entries 0-40 -->\n` +
      `${
        Array.from({ length: 8 }, (_, j) => sentence(8 * i + j)).join("")
      }\n\n`;
  });
  await write("memory.md", `# Project Memory: year\n\n${sections.join("")}`);
  await write("project.md", `# Tides\n\n${sentence(1).repeat(10)}\n`);
  await write(
    "lessons.md",
    Array.from({ length: 30 }, (_, i) => `- ${sentence(i)}\n`).join(""),
  );
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, i) => ({
      id: `${prefix}${String(i + 1).padStart(3, "0")}`,
      date: "2026-01-20",
      content: sentence(i),
      reason: sentence(i + 50),
      sessions: ["00000001-4000-8000-000000000000"],
      evidence: sentence(i),
      concept: "c001",
      files: ["src/tide.ts"],
      keywords: ["tide", "round"],
    }));
  const rules = many(30, "r").map((
    { id, content, reason, sessions, date },
  ) => ({
    id,
    content,
    reason,
    source: "reflection",
    confidence: 0.8,
    contradictions: 0,
    created: date,
    last_validated: date,
    sessions,
  }));
  const solutions = many(20, "s").map(({ id, content, reason }) => ({
    id,
    problem: content,
    solution: reason,
    attempts: 2,
    confidence: 0.8,
  }));
  const facts = {
    _meta: { version: 4 },
    decisions: many(200, "d"),
    patterns: many(100, "p"),
    issues: many(60, "i").map((one) => ({
      ...one,
      status: "open",
      resolution: null,
    })),
    permanent: { rules, solutions, core_logic: [] },
  };
  await write("facts.json", JSON.stringify(facts, null, 2));
  const concepts = many(80, "c").map(({ id, content, files, keywords }) => ({
    id,
    name: `Tides of harbour ${id}`,
    summary: content,
    files,
    keywords,
    facts: ["d001", "i001"],
    updated: "2026-01-20T10:00:00.000Z",
  }));
  await write(
    "concepts.json",
    JSON.stringify({ concepts, nextId: 81 }, null, 2),
  );
}
