/** The checker of stores, checked: a planted breach of each kind is found. */

import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { gzipBytes } from "../src/store/gzip.ts";
import { TemporaryStore } from "./support/world/in_process.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";
import { checkStore } from "./support/oracle/store_invariants.ts";
import {
  forkTranscript,
  generateTranscript,
  type SubagentMode,
  writeTranscript,
} from "./support/generator/transcript_generator.ts";

const FORK_ID = "f0000001-0000-4000-8000-000000000000";
const ARCHIVE = "memory_20260201_170000.md";
const SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

const section = (minute: string, range: string, text: string) =>
  `## 2026-02-01_17${minute} (local 02-01_17${minute})\n` +
  `<!-- session 3f2a9c11 · entries ${range} · branch main -->\n${text}\n\n`;

/** A store that is right: a session and its fork, an archive, knowledge. */
async function rightStore(mode: SubagentMode = "folder") {
  const store = await TemporaryStore.create();
  const parent = generateTranscript({ seed: 5, turns: 4, subagents: mode });
  const fork = forkTranscript(parent, FORK_ID, 3, 6);
  const transcripts: string[] = [];
  for (const one of [parent, fork]) {
    const path = await writeTranscript(`${store.dir}/t`, one);
    await store.refine(path);
    transcripts.push(path);
  }
  const dir = store.store.layout.dir;
  const put = (name: string, text: string | Uint8Array) =>
    typeof text === "string"
      ? Deno.writeTextFileSync(`${dir}/${name}`, text)
      : Deno.writeFileSync(`${dir}/${name}`, text);
  const head = "# Project Memory: tides\n\n";
  const [first, second, third] = [
    section("01", "0-5", "Rounded once."),
    section("02", "5-9", "Read the moon first."),
    section("03", "9-12", "Sealed the tests."),
  ];
  put(ARCHIVE, `${head}${first}${second}`);
  put("memory.md", `${head}${second}${third}`);
  put(
    "memory-index.json",
    JSON.stringify({ version: 2, rotatedFiles: [{ file: ARCHIVE }] }),
  );
  put(
    "facts.json",
    JSON.stringify({
      decisions: [{ id: "d001" }],
      issues: [{ id: "i001" }],
      permanent: { rules: [{ id: "r001" }] },
    }),
  );
  put("concepts.json", JSON.stringify({ concepts: [{ id: "c001" }] }));
  const log = Array.from(Deno.readDirSync(`${dir}/sessions`))
    .map(({ name }) => `sessions/${name}`)
    .find((name) => name.endsWith(`${parent.sessionId.slice(0, 8)}.l1.jsonl`));
  const committed = ["Rounded once.", "Read the moon first."];
  return {
    store,
    dir,
    put,
    read: (name: string) => Deno.readTextFileSync(`${dir}/${name}`),
    log: log ?? "",
    state: `state/${parent.sessionId}.json`,
    sessionId: parent.sessionId,
    transcripts,
    check: (more = {}) =>
      checkStore(dir, { transcripts, committed, secrets: [SECRET], ...more }),
  };
}

type Right = Awaited<ReturnType<typeof rightStore>>;

const linesOf = (text: string) => text.trimEnd().split("\n");
const joined = (lines: readonly string[]) =>
  lines.map((line) => `${line}\n`).join("");

/** The numbers of lines that have this, and only in the main thread. */
const numbersOf = (lines: readonly string[], what: string) =>
  lines.flatMap((line, i) =>
    line.includes(what) && !line.includes('"agent":') ? [i] : []
  );

function changeLog(
  { put, read, log }: Right,
  change: (lines: string[]) => string[],
): void {
  put(log, joined(change(linesOf(read(log)))));
}

const BREACHES: Record<string, [
  plant: (right: Right) => void | Promise<void>,
  found: RegExp,
]> = {
  "a lost tool call": [
    (right) =>
      changeLog(right, (lines) => {
        const [at = -1] = numbersOf(lines, '"role":"tool"');
        return lines.toSpliced(at, 1);
      }),
    /tool call \w+ is in no entry/,
  ],
  "a tool call twice": [
    (right) =>
      changeLog(right, (lines) => {
        const [at = -1] = numbersOf(lines, '"role":"tool"');
        return [...lines, lines[at] ?? ""];
      }),
    /tool call \w+ is in 2 entries/,
  ],
  "a tool call that was never made": [
    (right) =>
      changeLog(right, (lines) => [
        ...lines,
        '{"role":"tool","id":"toolu_made_up","name":"Bash","cmd":"ls"}',
      ]),
    /tool call toolu_made_up is in no transcript/,
  ],
  "a lost prompt": [
    (right) =>
      changeLog(right, (lines) => {
        const [at = -1] = numbersOf(lines, '"role":"user"');
        return lines.toSpliced(at, 1);
      }),
    /typed ".*" is in 0 of 1 entries/,
  ],
  "a prompt of the parent in its fork as well": [
    (right) => {
      const [at = -1] = numbersOf(
        linesOf(right.read(right.log)),
        '"role":"user"',
      );
      const line = linesOf(right.read(right.log))[at] ?? "";
      const name = right.log.replace(right.sessionId.slice(0, 8), "f0000001");
      const own = Array.from(Deno.readDirSync(`${right.dir}/sessions`))
        .find((file) => file.name.endsWith("f0000001.l1.jsonl"))?.name;
      const path = own ? `sessions/${own}` : name;
      right.put(path, `${right.read(path)}${line}\n`);
    },
    /typed ".*" is in 2 entries, said 1 times/,
  ],
  "a section twice": [
    ({ put, read }) =>
      put("memory.md", read("memory.md") + section("09", "9-12", "Again.")),
    /entries 9-12 are in two sections/,
  ],
  "sections that overlap": [
    ({ put, read }) =>
      put("memory.md", read("memory.md") + section("09", "10-14", "Again.")),
    /entries 10-12 are in two sections/,
  ],
  "a lost summary": [
    ({ put, read }) =>
      put(ARCHIVE, read(ARCHIVE).replace("Rounded once.", "Nothing.")),
    /summary "Rounded once\." is in 0 sections/,
  ],
  "a summary twice": [
    ({ put, read }) =>
      put(
        "memory.md",
        read("memory.md") + section("09", "20-22", "Rounded once."),
      ),
    /summary "Rounded once\." is in 2 sections/,
  ],
  "an archive that the index forgot": [
    ({ put }) => put("memory-index.json", '{"version":2,"rotatedFiles":[]}'),
    /memory_20260201_170000\.md is not in the index/,
  ],
  "an archive that is gone": [
    ({ dir }) => Deno.removeSync(`${dir}/${ARCHIVE}`),
    /is in the index only|is in 0 sections/,
  ],
  "an archive in the index twice": [
    ({ put }) =>
      put(
        "memory-index.json",
        JSON.stringify({
          rotatedFiles: [{ file: ARCHIVE }, { file: ARCHIVE }],
        }),
      ),
    /is in the index twice/,
  ],
  "two facts with one id": [
    ({ put }) =>
      put("facts.json", '{"decisions":[{"id":"d001"},{"id":"d001"}]}'),
    /id d001 is there twice/,
  ],
  "two rules with one id": [
    ({ put }) =>
      put("facts.json", '{"permanent":{"rules":[{"id":"r1"},{"id":"r1"}]}}'),
    /id r1 is there twice/,
  ],
  "two concepts with one id": [
    ({ put }) =>
      put("concepts.json", '{"concepts":[{"id":"c001"},{"id":"c001"}]}'),
    /id c001 is there twice/,
  ],
  "two deltas with one id": [
    ({ put, read, state }) => {
      const delta = { id: "x-1", file: "x-1.txt", from: 0, to: 2 };
      const value = { ...JSON.parse(read(state)), deltas: [delta, delta] };
      put(state, JSON.stringify(value));
    },
    /delta x-1 is there twice|x-1.txt belongs to two deltas/,
  ],
  "two sessions with one log": [
    ({ put, read, state }) => put("state/other.json", read(state)),
    /belongs to two sessions/,
  ],
  "half a JSON file": [
    ({ put, read }) => put("facts.json", read("facts.json").slice(0, 20)),
    /facts\.json cannot be parsed/,
  ],
  "a torn line in the middle of a log": [
    (right) =>
      changeLog(right, ([first = "", ...rest]) => [
        first.slice(0, 9),
        ...rest,
      ]),
    /l1\.jsonl cannot be parsed/,
  ],
  "a packed log that is none": [
    ({ put }) => put("sessions/2026-01-01_0000_x.l1.jsonl.gz", "no gzip"),
    /l1\.jsonl\.gz cannot be parsed/,
  ],
  "an old temporary file": [
    ({ dir, put }) => {
      put("state/.x.json.1-0123abcd.tmp", "half");
      const then = new Date(Date.now() - 61_000);
      Deno.utimeSync(`${dir}/state/.x.json.1-0123abcd.tmp`, then, then);
    },
    /\.tmp is left behind/,
  ],
  "a secret": [
    ({ put }) => put("rules.md", `Use ${SECRET}.\n`),
    /secret 1 is in rules\.md/,
  ],
  "a secret in a packed file": [
    async ({ put }) => {
      const text = `{"role":"user","text":"Use ${SECRET}."}\n`;
      const bytes = await gzipBytes(new TextEncoder().encode(text));
      put("sessions/2026-01-01_0000_x.l1.jsonl.gz", bytes);
    },
    /secret 1 is in sessions\/.*\.gz/,
  ],
};

Deno.test("checkStore() finds nothing in a good store", async (t) => {
  for (const mode of ["none", "sidechain", "progress", "folder"] as const) {
    await t.step(mode, async () => {
      const right = await rightStore(mode);
      await using _ = right.store;
      assertEquals(await right.check(), []);
      assertEquals(await right.check({ running: true }), []);
    });
  }
});

Deno.test("checkStore() finds what is planted", async (t) => {
  for (const [name, [plant, found]] of Object.entries(BREACHES)) {
    await t.step(name, async () => {
      const right = await rightStore();
      await using _ = right.store;
      await plant(right);
      const breaches = await right.check();
      const other = breaches.filter((breach) => !found.test(breach));
      assertEquals([breaches.length > 0, other], [true, []], name);
    });
  }
});

Deno.test("checkStore() expects of a running session only what it has read", async () => {
  const right = await rightStore("none");
  await using _ = right.store;
  const [, fork = ""] = right.transcripts;
  const entry = {
    type: "user",
    uuid: "later",
    timestamp: "2026-02-02T09:00:00Z",
    message: { role: "user", content: "And the neap tides?" },
  };
  Deno.writeTextFileSync(fork, `${JSON.stringify(entry)}\n`, { append: true });
  assertEquals(await right.check({ running: true }), []);
  assertEquals((await right.check()).length > 0, true);
});

Deno.test("checkStore() finds a secret that only the search index has", async () => {
  using world = new SealedWorld();
  const log = "sessions/2026-02-01_1700_3f2a9c11.l1.jsonl";
  const entry = (text: string) => `${JSON.stringify({ role: "user", text })}\n`;
  world.write(log, entry(`Use ${SECRET} for the harbour.`));
  world.write("state/x.json", JSON.stringify({ stem: "x", transcript: "" }));
  assertEquals((await world.run(["reindex"])).code, 0);
  world.write(log, entry("Use none for the harbour."));
  const breaches = await checkStore(world.store, { secrets: [SECRET] });
  assertEquals(breaches.includes("secret 1 is in the search index"), true);
});

Deno.test("scripts/check_store.ts says what is wrong, and exits with 1", async () => {
  const right = await rightStore("none");
  await using _ = right.store;
  const script = new URL("../scripts/check_store.ts", import.meta.url);
  const run = () =>
    new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--allow-all",
        "--config",
        fromFileUrl(new URL("../deno.json", import.meta.url)),
        fromFileUrl(script),
        right.dir,
        ...right.transcripts,
      ],
      stderr: "null",
    }).output();
  assertEquals((await run()).code, 0);
  right.put("memory-index.json", "{}");
  const { code, stdout } = await run();
  const said = new TextDecoder().decode(stdout);
  assertEquals([code, said], [1, `${ARCHIVE} is not in the index\n`]);
});
