/**
 * What was forgotten stays out whichever way its transcript, or a copy of the
 * memory, comes back.
 */

import { assert, assertEquals } from "@std/assert";
import { existsSync } from "@std/fs";
import { projectFolderName } from "../src/claude/memory_folder.ts";
import { hitsOf } from "./support/forget/full_store.ts";
import { RecordedDay } from "./support/world/recorded_day.ts";
import { json } from "./support/world/short_work.ts";

const START = "2026-02-01T17:27:00Z";
const ID = "0a11ce00-1111-4222-8333-444455556666";
const FORK = "0f0ff000-1111-4222-8333-444455556666";
const OTHER = "0b0b0000-1111-4222-8333-444455556666";
/** One word of it is nowhere else; it reaches over a line break. */
const SECRET = "Mr. Grey owes\nus 40 quokkaberries";
const WORD = "quokka";
const KEPT = "harbour office";

const SECRET_FROM = "2026-02-01T18:00:00Z";
const SECRET_TO = "2026-02-01T18:30:00Z";

interface Played {
  readonly day: RecordedDay;
  /** Claude Code's folder for the project. */
  readonly folder: string;
  readonly archive: string;
}

/** A session with a secret in its middle, told in words and by tools. */
async function played(): Promise<Played> {
  const day = new RecordedDay({ keepRaw: true }, START);
  const { world } = day;
  const session = day.session(ID);
  await session.start();
  await session.prompt("Where is the tide table?");
  await session.say(`In the ${KEPT}.`);
  day.at(SECRET_FROM);
  await session.prompt(`By the way, ${SECRET}, do not tell.`);
  await session.tool({
    name: "Bash",
    input: { command: `note '${JSON.stringify({ it: SECRET })}'` },
    result: JSON.stringify({ nested: JSON.stringify({ noted: SECRET }) }),
  });
  await session.say(`Noted: "${SECRET.toUpperCase()}".`);
  // What the client notes besides the conversation.
  session.line({
    type: "attachment",
    attachment: { type: "hook_success", stdout: SECRET },
  });
  const message = { role: "user", content: `By the way, ${SECRET}` };
  session.line({
    type: "api-request-blob",
    timestamp: undefined,
    uuid: undefined,
    message,
  });
  day.at("2026-02-01T19:00:00Z");
  await session.prompt("Now round it last.");
  await session.say("It is rounded last.");
  await session.end();
  const history = [`By the way, ${SECRET}, do not tell.`, "Now round it last."]
    .map((display, n) =>
      JSON.stringify({
        display,
        pastedContents: {},
        // Claude Code takes this time a moment before that of the entry.
        timestamp: Date.parse(`2026-02-01T1${8 + n}:00:00.400Z`),
        project: world.project,
        sessionId: ID,
      })
    );
  Deno.writeTextFileSync(
    `${world.home}/.claude/history.jsonl`,
    `${history.join("\n")}\n`,
  );
  const archive = `${world.dir}/before.tar.gz`;
  await ran(day, "export", "--out", archive);
  const folder = `${world.home}/.claude/projects/${
    projectFolderName(Deno.realPathSync(world.project))
  }`;
  Deno.renameSync(day.transcripts, folder);
  return { day, folder, archive };
}

async function ran(day: RecordedDay, ...args: string[]): Promise<string> {
  day.tick();
  const { code, stdout, stderr } = await day.run(args);
  assertEquals(code, 0, `${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

/** By its words, its entries, its time, its session. */
const FORGETS: Record<string, (day: RecordedDay) => Promise<void>> = {
  text: async (day) => {
    await ran(day, "forget", SECRET, "--yes");
  },
  entries: async (day) => {
    const log = day.world.files().find((name) => name.endsWith(".l1.jsonl"));
    for (const at of [2, 3, 4]) {
      await ran(day, "forget", `${log}#${at}`, "--yes");
    }
  },
  time: async (day) => {
    const time = ["--since", SECRET_FROM, "--until", SECRET_TO];
    await ran(day, "forget", ...time, "--yes");
  },
  session: async (day) => {
    await ran(day, "forget", "--session", ID.slice(0, 8), "--yes");
  },
};

const line = (id: string, at: string, content: string, fields = {}) =>
  `${
    JSON.stringify({
      type: "user",
      uuid: crypto.randomUUID(),
      sessionId: id,
      timestamp: at,
      message: { role: "user", content },
      ...fields,
    })
  }\n`;

/** Goes on after the secret, and is compacted: the summary repeats it. */
const goesOn = (id: string) =>
  line(id, "2026-02-01T20:00:00Z", `They asked: ${SECRET}`, {
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
  }) + line(id, "2026-02-01T20:01:00Z", "Paint the hull");

const transcriptOf = ({ folder }: Played, id = ID) => `${folder}/${id}.jsonl`;

function fork({ folder }: Played, to = folder): void {
  const text = Deno.readTextFileSync(`${folder}/${ID}.jsonl`)
    .replaceAll(`"sessionId":"${ID}"`, `"sessionId":"${FORK}"`);
  Deno.mkdirSync(to, { recursive: true });
  Deno.writeTextFileSync(`${to}/${FORK}.jsonl`, text + goesOn(FORK));
}

const drop = (path: string) => Deno.removeSync(path, { recursive: true });

/** All but the mark: without it the store would not be the user's. */
function dropState({ world }: RecordedDay): void {
  if (existsSync(`${world.store}/state`)) drop(`${world.store}/state`);
  world.own();
}

function dropLogs({ world }: RecordedDay): void {
  for (const name of world.files()) {
    if (/\.jsonl(?:\.gz)?$/.test(name)) drop(`${world.store}/${name}`);
  }
}

/** Every way by which it could come back. */
const RETURNS: Record<string, (played: Played) => Promise<unknown>> = {
  "an import": ({ day }) => ran(day, "import"),
  "a lost state": ({ day }) => {
    dropState(day);
    return ran(day, "import");
  },
  "a lost log": ({ day }) => {
    dropLogs(day);
    return ran(day, "import");
  },
  "a resumed session that is compacted": async (played) => {
    const { day } = played;
    const path = transcriptOf(played);
    Deno.writeTextFileSync(path, goesOn(ID), { append: true });
    const session = day.session(ID);
    await session.fire("stop", "Stop", { transcript_path: path });
    await ran(day, "refine-all");
  },
  "a fork": async (played) => {
    fork(played);
    await ran(played.day, "import");
  },
  "a fork whose state is lost": async ({ day }) => {
    dropState(day);
    dropLogs(day);
    await ran(day, "import");
  },
  "import --from --any-cwd": async (played) => {
    const from = `${played.day.world.dir}/elsewhere`;
    Deno.renameSync(played.folder, from);
    dropState(played.day);
    await ran(played.day, "import", "--from", from, "--any-cwd");
    Deno.renameSync(from, played.folder);
  },
  "the next start": async ({ day }) => {
    await day.session(OTHER).start();
  },
  "git clean": async ({ day }) => {
    drop(day.world.store);
    await ran(day, "import");
    await day.session(OTHER).start();
    await ran(day, "import");
  },
  "clear all": async ({ day }) => {
    await ran(day, "clear", "all", "--yes");
    await ran(day, "import");
  },
  "an archive from before": async ({ day, archive }) => {
    await ran(day, "import-store", archive, "--replace");
    await ran(day, "import");
  },
  "Claude Code's history": async ({ day, folder }) => {
    drop(folder);
    drop(day.world.store);
    await ran(day, "import", "--history");
    await ran(day, "import", "--history");
  },
};

async function assertGone({ day }: Played, when: string): Promise<void> {
  const { world } = day;
  for (const dir of [`${world.project}/.claude`, ownFolder(day)]) {
    const hits = (await hitsOf(dir, WORD)).map(({ file }) => file);
    assertEquals(hits, [], when);
  }
}

const ownFolder = ({ world }: RecordedDay) =>
  `${world.home}/.claude/memory-keeper`;

for (const [name, forget] of Object.entries(FORGETS)) {
  Deno.test(`what was forgotten by its ${name} does not come back`, async (t) => {
    const all = await played();
    const { day } = all;
    using _ = day;
    assert((await hitsOf(day.world.store, WORD)).length > 2);
    await forget(day);
    await assertGone(all, "after forget");
    for (const [way, comeBack] of Object.entries(RETURNS)) {
      await t.step(way, async () => {
        await comeBack(all);
        await assertGone(all, way);
        // With nothing to ingest no store is made.
        const isThere = existsSync(day.world.store);
        const hits = isThere ? await hitsOf(day.world.store, KEPT) : [];
        const isOver = way.includes("history") || name === "session";
        assertEquals(hits.length > 0, !isOver, `${way}: its neighbour`);
      });
    }
    const { sessions = [] } = await json(day, ["timeline"]);
    const ids = sessions.map((one: { session: string }) => one.session);
    assertEquals(ids.includes(ID), name !== "session", ids.join(" "));
  });
}
