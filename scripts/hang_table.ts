/**
 * What a store made to hang us costs: each case in a world of its own, with the
 * time of the command, its exit code and whether it printed. `--root` measures
 * another checkout, `--only` one case; a run is ended after `--most` seconds.
 *
 *     deno run -A scripts/hang_table.ts [--root DIR] [--only NAME] [--most 120]
 *
 * `--root` may also be a finished file.
 */

import { parseArgs } from "@std/cli/parse-args";
import { renderTable } from "../src/output/table.ts";

const ID = "0b5f0c52-0000-4000-8000-0000000000aa";

interface Place {
  readonly home: string;
  readonly project: string;
  readonly store: string;
  /** Where Claude Code keeps this project's transcripts. */
  readonly transcripts: string;
}

interface Hang {
  readonly name: string;
  readonly prepare: (place: Place, root: string) => Promise<void> | void;
  readonly args: readonly string[];
  readonly payload?: (place: Place) => object;
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

function transcriptLines(id: string, words: string): string {
  const at = (second: number) => `2026-02-01T10:00:0${second}.000Z`;
  const [user, answer] = [`${id}-u`, `${id}-a`];
  return line({
    type: "user",
    uuid: user,
    sessionId: id,
    timestamp: at(1),
    message: { role: "user", content: words },
  }) + line({
    type: "assistant",
    uuid: answer,
    sessionId: id,
    timestamp: at(2),
    message: { content: [{ type: "text", text: `About ${words}: done.` }] },
  });
}

function writeTranscript({ transcripts }: Place, words: string): void {
  Deno.writeTextFileSync(
    `${transcripts}/${ID}.jsonl`,
    transcriptLines(ID, words),
  );
}

const event = (name: string, more: object = {}) => (place: Place) => ({
  session_id: ID,
  transcript_path: `${place.transcripts}/${ID}.jsonl`,
  cwd: place.project,
  hook_event_name: name,
  ...more,
});

async function writeBomb(path: string, bytes: number): Promise<void> {
  const chunk = new Uint8Array(1 << 20);
  let left = bytes;
  const zeros = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(chunk);
      left -= chunk.length;
    },
  });
  const file = await Deno.create(path);
  await zeros.pipeThrough(new CompressionStream("gzip")).pipeTo(file.writable);
}

function writeDeltas({ store, transcripts }: Place, count: number): void {
  const asking = `${transcripts}/asking.jsonl`;
  // It names every delta: each request has arrived, and each has to be looked for.
  const names = Array.from({ length: count }, (_, i) => `${shortId(i)}-1.txt`);
  Deno.writeTextFileSync(
    asking,
    `{"attachment":{"type":"hook_x"},"x":"${"a".repeat(230_000)}"}\n${names}\n`,
  );
  const ids: string[] = [];
  for (const folder of ["state", "delta", "sessions"]) {
    Deno.mkdirSync(`${store}/${folder}`, { recursive: true });
  }
  const now = new Date().toISOString();
  for (let i = 0; i < count; i++) {
    const short = shortId(i);
    const id = `${short}-0000-4000-8000-000000000000`;
    ids.push(id);
    const deltaId = `${short}-1`;
    const state = {
      stem: `2026-02-01_1000_${short}`,
      transcript: "",
      offset: 0,
      entries: 4,
      summarizedTo: 0,
      cutTo: 4,
      deltaCount: 1,
      ended: now,
      deltas: [{
        id: deltaId,
        from: 0,
        to: 4,
        file: `${deltaId}.txt`,
        createdAt: now,
        asks: 1,
        askedAt: now,
        request: { transcript: asking, from: 1 },
      }],
    };
    Deno.writeTextFileSync(`${store}/state/${id}.json`, JSON.stringify(state));
    Deno.writeTextFileSync(`${store}/delta/${deltaId}.txt`, "words\n");
  }
  Deno.writeTextFileSync(
    `${store}/memory-index.json`,
    JSON.stringify({ version: 2, pending: ids, rotatedFiles: [], stats: {} }),
  );
}

/** A real index, in which one table has become a view that never ends. */
async function writeView(place: Place, root: string): Promise<void> {
  writeTranscript(place, "the ordinary retry limit");
  await runProgram(root, place, ["hook", "stop"], event("Stop")(place));
  await runProgram(root, place, ["search", "retry limit"]);
  const MODULE: string = "node:sqlite";
  const { DatabaseSync } = await import(MODULE);
  const db = new DatabaseSync(`${place.store}/.cache/search.db`);
  db.exec("DROP TABLE note");
  db.exec(
    "CREATE VIEW note AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL " +
      "SELECT i + 1 FROM n) SELECT 'x' || i AS name, i AS value FROM n",
  );
  db.close();
}

const HANGS: readonly Hang[] = [
  {
    name: "nothing hostile, hook stop",
    prepare: (place) => writeTranscript(place, "an ordinary day"),
    args: ["hook", "stop"],
    payload: event("Stop"),
  },
  {
    name: "a pattern that explodes, hook stop",
    prepare: (place) => {
      Deno.writeTextFileSync(
        `${place.store}/config.json`,
        JSON.stringify({ redact: { patterns: ["(\\w*a\\w*)*;$"] } }),
      );
      writeTranscript(place, "a".repeat(200));
    },
    args: ["hook", "stop"],
    payload: event("Stop"),
  },
  {
    name: "a view without end in search.db, prompt",
    prepare: writeView,
    args: ["hook", "user-prompt-submit"],
    payload: event("UserPromptSubmit", {
      prompt: "What did we decide about the ordinary retry limit?",
    }),
  },
  {
    name: "a view without end in search.db, search",
    prepare: writeView,
    args: ["search", "retry limit"],
  },
  {
    name: "a gzip bomb of 2 GB in sessions/, hook stop",
    prepare: async (place) => {
      writeTranscript(place, "an ordinary day");
      Deno.mkdirSync(`${place.store}/sessions`, { recursive: true });
      const name = "2026-01-01_1000_0b5f0c53.l1.jsonl.gz";
      await writeBomb(`${place.store}/sessions/${name}`, 2e9);
    },
    args: ["hook", "stop"],
    payload: event("Stop"),
  },
  {
    name: "1,000 waiting deltas, prompt",
    prepare: (place) => {
      writeDeltas(place, 1000);
      writeTranscript(place, "an ordinary day");
      Deno.writeTextFileSync(
        `${place.store}/state/${ID}.json`,
        JSON.stringify({
          stem: "2026-02-01_1000_0b5f0c52",
          transcript: `${place.transcripts}/${ID}.jsonl`,
          entries: 2,
          turnUses: 1,
        }),
      );
    },
    args: ["hook", "user-prompt-submit"],
    payload: event("UserPromptSubmit", { prompt: "go on with the work" }),
  },
  {
    name: "a memory.md of 60 MB, save",
    prepare: ({ store }) => {
      const section = "## 2026-01-01_1000\n\n" +
        "We decided to retry three times before giving up.\n".repeat(20) + "\n";
      Deno.writeTextFileSync(
        `${store}/memory.md`,
        `# Memory\n\n${section.repeat(Math.ceil(6e7 / section.length))}`,
      );
    },
    args: ["save", "one more decision"],
  },
  {
    name: "20,000 sessions, first start",
    prepare: (place) => writeSessions(place, 20_000),
    args: ["hook", "session-start"],
    payload: event("SessionStart", { source: "startup" }),
  },
  {
    name: "20,000 session logs, first search",
    prepare: (place) => writeLogs(place, 20_000),
    args: ["search", "retry limit"],
  },
];

function shortId(i: number): string {
  return i.toString(16).padStart(8, "0");
}

function sessionId(i: number): string {
  return `${shortId(i)}-0000-4000-8000-000000000000`;
}

function writeSessions(place: Place, count: number): void {
  writeTranscript(place, "an ordinary day");
  for (let i = 0; i < count; i++) {
    const id = sessionId(i);
    const text = transcriptLines(id, `the retry limit of service ${i}`);
    Deno.writeTextFileSync(`${place.transcripts}/${id}.jsonl`, text);
  }
}

function writeLogs({ store }: Place, count: number): void {
  for (const folder of ["state", "sessions"]) {
    Deno.mkdirSync(`${store}/${folder}`, { recursive: true });
  }
  for (let i = 0; i < count; i++) {
    const id = sessionId(i);
    const stem = `2026-02-01_1000_${id.slice(0, 8)}`;
    const log = Array.from({ length: 20 }, (_, k) =>
      line({
        ts: "2026-02-01T10:00:00.000Z",
        role: k % 2 ? "assistant" : "user",
        text: `the retry limit of service ${i} is ${k} in region ${i % 97}`,
      })).join("");
    Deno.writeTextFileSync(`${store}/sessions/${stem}.l1.jsonl`, log);
    const state = { stem, entries: 20, cutTo: 20, ended: "2026-02-01" };
    Deno.writeTextFileSync(`${store}/state/${id}.json`, JSON.stringify(state));
  }
}

async function runProgram(
  root: string,
  { home, project }: Place,
  args: readonly string[],
  payload?: object,
  mostMs = 60_000,
): Promise<Deno.CommandOutput> {
  const cache = Deno.env.get("DENO_DIR") ??
    `${Deno.env.get("HOME")}/.cache/deno`;
  const program = Deno.statSync(root).isFile
    ? [root]
    : [Deno.execPath(), "run", "-A", "--no-check", `${root}/main.ts`];
  // Bash says how long the processor was busy, whatever else the machine does.
  const timed = ["-c", 'TIMEFORMAT="busy %U %S"; time "$@"', "bash"];
  const child = new Deno.Command("bash", {
    args: [...timed, ...program, ...args],
    cwd: project,
    clearEnv: true,
    env: {
      HOME: home,
      CLAUDE_PROJECT_DIR: project,
      PATH: "/usr/bin:/bin",
      DENO_DIR: cache,
      NO_COLOR: "1",
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), mostMs);
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(payload ?? "")));
  await writer.close();
  const output = await child.output();
  clearTimeout(timer);
  return output;
}

async function measure(
  hang: Hang,
  root: string,
  mostMs: number,
): Promise<string[]> {
  const dir = Deno.realPathSync(
    await Deno.makeTempDir({ prefix: "memory-keeper-hang-" }),
  );
  const project = `${dir}/project`;
  const place: Place = {
    home: `${dir}/home`,
    project,
    store: `${project}/.claude/memory`,
    transcripts: `${dir}/home/.claude/projects/${
      project.replace(/[^A-Za-z0-9]/g, "-")
    }`,
  };
  try {
    for (const one of [place.store, place.transcripts, `${project}/.git`]) {
      Deno.mkdirSync(one, { recursive: true });
    }
    Deno.writeTextFileSync(`${place.store}/.gitignore`, "*\n");
    await hang.prepare(place, root);
    const began = performance.now();
    const { code, stdout, stderr } = await runProgram(
      root,
      place,
      hang.args,
      hang.payload?.(place),
      mostMs,
    );
    const seconds = (performance.now() - began) / 1000;
    const ended = seconds * 1000 < mostMs ? `${code}` : "killed";
    const [, user = "0", system = "0"] = /busy (\S+) (\S+)\s*$/
      .exec(new TextDecoder().decode(stderr)) ?? [];
    const busy = (Number(user) + Number(system)).toFixed(2);
    return [hang.name, seconds.toFixed(2), busy, ended, `${stdout.length}`];
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

if (import.meta.main) {
  const flags = parseArgs(Deno.args, { string: ["root", "only", "most"] });
  const root = Deno.realPathSync(
    String(flags["root"] ?? new URL("..", import.meta.url).pathname),
  );
  const only = String(flags["only"] ?? "");
  const mostMs = Number(flags["most"] ?? 120) * 1000;
  const rows = [["case", "seconds", "of processor", "exit", "printed bytes"]];
  for (const hang of HANGS.filter(({ name }) => name.includes(only))) {
    rows.push(await measure(hang, root, mostMs));
    console.error(rows.at(-1)?.join("  "));
  }
  console.log(renderTable(rows));
}
