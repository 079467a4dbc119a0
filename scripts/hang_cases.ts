/** Stores that were made to hang us, and the command that meets each. */

const ID = "0b5f0c52-0000-4000-8000-0000000000aa";

export interface HangPlace {
  readonly home: string;
  readonly project: string;
  readonly store: string;
  readonly transcripts: string;
}

/** Runs the program in a place before it is measured. */
export type Run = (
  args: readonly string[],
  payload?: object,
) => Promise<unknown>;

export interface Hang {
  readonly name: string;
  readonly prepare: (place: HangPlace, run: Run) => Promise<void> | void;
  readonly args: readonly string[];
  readonly payload?: (place: HangPlace) => object;
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

function writeTranscript({ transcripts }: HangPlace, words: string): void {
  Deno.writeTextFileSync(
    `${transcripts}/${ID}.jsonl`,
    transcriptLines(ID, words),
  );
}

const event = (name: string, more: object = {}) => (place: HangPlace) => ({
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

function writeDeltas({ store, transcripts }: HangPlace, count: number): void {
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
async function writeView(place: HangPlace, run: Run): Promise<void> {
  writeTranscript(place, "the ordinary retry limit");
  await run(["hook", "stop"], event("Stop")(place));
  await run(["search", "retry limit"]);
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

export const HANGS: readonly Hang[] = [
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

function writeSessions(place: HangPlace, count: number): void {
  writeTranscript(place, "an ordinary day");
  for (let i = 0; i < count; i++) {
    const id = sessionId(i);
    const text = transcriptLines(id, `the retry limit of service ${i}`);
    Deno.writeTextFileSync(`${place.transcripts}/${id}.jsonl`, text);
  }
}

function writeLogs({ store }: HangPlace, count: number): void {
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
