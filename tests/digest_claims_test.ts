/**
 * What digests say, next to an independent reading of the raw transcripts:
 * nothing may be claimed that is not so. Generated transcripts are always
 * there; real ones where they are, outside the project.
 */

import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { workLines } from "../src/digest/work_lines.ts";
import { digestOf } from "../src/digest/digest.ts";
import { renderTable } from "../src/output/table.ts";
import {
  generateTranscript,
  VERSIONS,
  writeTranscript,
} from "./support/generator/transcript_generator.ts";
import { type Claim, judgeClaims } from "./support/oracle/digest_claims.ts";
import { readRawFacts } from "./support/oracle/raw_facts.ts";
import {
  findTranscriptData,
  unpackTranscripts,
} from "./support/world/real_transcripts.ts";
import { seedsFrom } from "./support/world/thorough.ts";
import { TemporaryStore } from "./support/world/in_process.ts";

const OWN_MAKING = fromFileUrl(new URL("./transcripts", import.meta.url));
const DATA = findTranscriptData();
const MAX_CHARS = 2000;

/** What is claimed of one transcript, by its digest and the lines below a summary. */
async function claimsOf(transcript: string): Promise<Claim[]> {
  await using store = await TemporaryStore.create();
  await store.refine(transcript);
  const entries = store.entries();
  const facts = await readRawFacts(transcript);
  const digest = digestOf(entries, { maxChars: MAX_CHARS });
  const lines = workLines(entries, {
    from: 0,
    to: entries.length,
    isOver: true,
    project: "",
  });
  if (Deno.env.get("MEMORY_KEEPER_SHOW_DIGESTS")) {
    console.log(`=== ${transcript}\n${digest}\n\n${lines.join("\n")}`);
  }
  return [digest, lines.join("\n")].flatMap((text) => judgeClaims(text, facts));
}

async function judgeAll(transcripts: readonly string[]): Promise<void> {
  const rows: string[][] = [];
  const untrue: string[] = [];
  for (const path of transcripts) {
    const name = path.replace(/^.*\/|\.jsonl$/g, "");
    const claims = await claimsOf(path);
    const wrong = claims.filter(({ fault }) => fault !== "");
    rows.push([name, String(claims.length), String(wrong.length)]);
    untrue.push(
      ...wrong.map(({ label, text, fault }) =>
        `${name}\n  ${label}: ${text}\n  ${fault}`
      ),
    );
  }
  console.log(renderTable([["transcript", "claims", "untrue"], ...rows]));
  assertEquals(untrue.join("\n"), "");
  assert(rows.some(([, claims]) => Number(claims) > 5));
}

async function withFolder(use: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir({ prefix: "memory-keeper-claims-" });
  try {
    await use(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("judgeClaims() finds what is not so", async (t) => {
  const call = {
    at: 0,
    name: "Bash",
    command: "npm test",
    file: "",
    input: "{}",
    result: "error" as const,
    output: "3 failed",
  };
  const edited = {
    ...call,
    at: 1,
    name: "Edit",
    command: "",
    file: "/p/src/a.ts",
    result: "ok" as const,
    output: "",
  };
  const facts = {
    typed: ["fix the login"],
    said: ["the login works now."],
    summaries: [],
    calls: [call, edited],
    lastWords: "the login works now.",
    isAnswered: true,
  };
  const rows: [claims: string, untrue: number][] = [
    ["**Asked**\n- Fix the login", 0],
    ["**Asked**\n- Fix the logout", 1],
    ["**Asked**\n- /clear", 1],
    ["**Concluded**\n- The login works now.", 0],
    ["**Concluded**\n- The login was removed.", 1],
    ["**Declined by the user**\n- Bash npm test", 1],
    ["**Committed, not pushed here**\n- Fix it", 1],
    ["**Files changed, no commit**\n- `src/a.ts`", 0],
    ["**Files changed, no commit**\n- `src/b.ts`", 1],
    ["**Files changed, no commit**\n- `src/a.ts` ×2", 1],
    ["**Failed**\n- `npm test` → not run again", 0],
    ["**Failed**\n- `npm test` ×2 → never passed", 1],
    ["**Failed**\n- `npm test` → passed later", 1],
    ["**Checked last**\n- `npm test` passed", 1],
    ["**Open at the end**\n- The last request has no final answer", 1],
    ["Open: not committed here: `src/a.ts`", 0],
    ["Open: not committed here: `src/b.ts`", 1],
  ];
  for (const [claims, untrue] of rows) {
    await t.step(claims.replaceAll("\n", " "), () => {
      const found = judgeClaims(claims, facts).filter(({ fault }) => fault);
      assertEquals(found.length, untrue);
    });
  }
});

Deno.test("digests of generated transcripts claim nothing untrue", async () => {
  await withFolder(async (dir) => {
    const paths: string[] = [];
    for (const seed of seedsFrom(1, 5, 30)) {
      const version = VERSIONS[seed % VERSIONS.length];
      const made = generateTranscript({
        seed,
        ...(version ? { version } : {}),
      });
      paths.push(await writeTranscript(`${dir}/${seed}`, made));
    }
    await judgeAll(paths);
  });
});

Deno.test("digests of transcripts of our own making claim nothing untrue", async () => {
  await withFolder(async (dir) => {
    await judgeAll(await unpackTranscripts(OWN_MAKING, dir));
  });
});

Deno.test({
  name: "digests of real transcripts claim nothing untrue",
  ignore: DATA === undefined,
  fn: async () => {
    await withFolder(async (dir) => {
      await judgeAll(await unpackTranscripts(`${DATA}/transcripts`, dir));
    });
  },
});
