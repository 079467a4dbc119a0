/**
 * How often a failed command of the real transcripts would be given a fix, and
 * which. Two ways: the first half of each project's sessions is mined and asked
 * with the failures of the second (a project of one session is cut in its
 * middle); and each failure asks all that came before it, its own session
 * included, as after a compaction.
 *
 *     deno task measure:fixes
 */

import { textDigest } from "../src/base/text_digest.ts";
import { renderFix } from "../src/context/fix_text.ts";
import { type Followed, followedBy } from "../src/context/moment_outcomes.ts";
import { lineKey } from "../src/digest/command_runs.ts";
import { errorKey } from "../src/digest/error_key.ts";
import { signatureOf } from "../src/digest/error_signature.ts";
import { commandOutcome } from "../src/digest/failures.ts";
import { hasPassed } from "../src/digest/printed_end.ts";
import { renderTable } from "../src/output/table.ts";
import { findFix, type Fix } from "../src/search/find_fix.ts";
import { withSearchIndex } from "../src/search/index/with_search_index.ts";
import type { L1Entry } from "../src/session/log_entry.ts";
import { TemporaryStore } from "../tests/support/world/in_process.ts";
import { readRealSessions, type RealSession } from "./real_sessions.ts";

type Mined = readonly (readonly L1Entry[])[];

/** What was met before, the nearest first. */
const NEARNESS = ["signature", "program and class", "program", "none"] as const;

interface Asked {
  readonly entry: L1Entry;
  readonly near: Near;
  readonly followed?: Followed;
  readonly isSeen: boolean;
  readonly fix: Fix | undefined;
}

interface Near {
  readonly by: typeof NEARNESS[number];
  /** One of those was followed by a pass of its command. */
  readonly isSolved: boolean;
}

/** Whatever the product makes of it: how much there was to be found. */
function nearest(mined: Mined, asked: L1Entry): Near {
  const own = kindOf(asked);
  const found = mined.flatMap((log) =>
    log.flatMap((entry, at) => {
      const other = kindOf(entry);
      if (own === undefined || other === undefined) return [];
      const isSame = own.error !== "" && own.error === other.error;
      if (!isSame && own.program !== other.program) return [];
      const by = isSame
        ? "signature"
        : own.errorClass !== "" && own.errorClass === other.errorClass
        ? "program and class"
        : "program";
      const key = lineKey(other.cmd);
      const isSolved = log.slice(at + 1).some((one) => hasPassed(one, key));
      return [{ by, isSolved } as const];
    })
  );
  const by = NEARNESS.find((one) => found.some((near) => near.by === one)) ??
    "none";
  const isSolved = found.some((one) => one.by === by && one.isSolved);
  return { by, isSolved };
}

/** By the loosest reading: also where the product sees no signature. */
function kindOf(entry: L1Entry) {
  const outcome = commandOutcome(entry);
  if (!outcome?.failed || outcome.isLook) return undefined;
  const { cmd, key: program, error: line } = outcome;
  const key = errorKey(line);
  const errorClass = key?.errorClass ?? "";
  const error = key?.text ?? line.replace(/\d[\d.]*/g, "<n>");
  return { cmd, program, errorClass, error };
}

/** Each failed command of `later` asks what was mined. */
async function ask(mined: Mined, later: readonly L1Entry[]): Promise<Asked[]> {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  Deno.mkdirSync(store.layout.sessions, { recursive: true });
  for (const [n, entries] of mined.entries()) {
    const short = String(n).padStart(8, "0");
    const text = entries.map((one) => `${JSON.stringify(one)}\n`).join("");
    Deno.writeTextFileSync(store.layout.l1(`2026-01-01_0000_${short}`), text);
  }
  const known = new Set(
    mined.flat().flatMap((one) => signatureOf(one)?.text ?? []),
  );
  const { value } = await withSearchIndex(store, "measure", async (index) => {
    const asked: Asked[] = [];
    for (const entry of later) {
      const outcome = commandOutcome(entry);
      if (!outcome?.failed || outcome.isLook) continue;
      const signature = signatureOf(entry);
      const fix = signature && await findFix(
        store,
        index.solved(textDigest(signature.text)),
        signature,
      );
      const isSeen = signature !== undefined && known.has(signature.text);
      asked.push({ entry, near: nearest(mined, entry), isSeen, fix });
    }
    return asked;
  });
  return value;
}

function halves(sessions: readonly RealSession[]): [Mined, L1Entry[]] {
  const logs = sessions.map(({ entries }) => entries);
  const [only] = logs;
  if (logs.length === 1 && only) {
    const middle = Math.ceil(only.length / 2);
    return [[only.slice(0, middle)], only.slice(middle)];
  }
  const middle = Math.ceil(logs.length / 2);
  return [logs.slice(0, middle), logs.slice(middle).flat()];
}

async function replay(sessions: readonly RealSession[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const [n, { entries }] of sessions.entries()) {
    const before = sessions.slice(0, n).map((one) => one.entries);
    for (const [at, entry] of entries.entries()) {
      if (!commandOutcome(entry)?.failed) continue;
      const followed = followedBy(entry, entries.slice(at + 1));
      const mined = [...before, entries.slice(0, at)];
      for (const one of await ask(mined, [entry])) {
        asked.push({ ...one, followed });
      }
    }
  }
  return asked;
}

function row(name: string, asked: readonly Asked[]): string[] {
  const seen = asked.filter(({ isSeen }) => isSeen);
  const unseen = asked.filter(({ isSeen }) => !isSeen);
  const offered = (list: readonly Asked[]) =>
    list.filter(({ fix }) => fix !== undefined).length;
  return [
    name,
    String(asked.length),
    String(asked.filter(({ entry }) => signatureOf(entry)).length),
    String(seen.length),
    `${offered(seen)}`,
    `${offered(unseen)} of ${unseen.length}`,
  ];
}

const rows = [[
  "project",
  "failures",
  "with a signature",
  "seen before",
  "offered",
  "offered unseen",
]];
const offers: string[] = [];
const note = (asked: readonly Asked[]) => {
  for (const { entry, fix } of asked) {
    if (fix === undefined || !("cmd" in entry)) continue;
    offers.push(`\`${entry.cmd}\`\n  ${renderFix(fix)}`);
  }
};
const all: Asked[][] = [[], []];
const real = await readRealSessions({ withGenerated: true });
for (
  const [project, sessions] of Map.groupBy(real, ({ project }) => project)
) {
  const [mined, later] = halves(sessions);
  const half = await ask(mined, later);
  const played = await replay(sessions);
  if (half.length + played.length === 0) continue;
  all[0]?.push(...half);
  all[1]?.push(...played);
  rows.push(row(`${project} (${sessions.length})`, half));
  note(half);
  note(played);
}
rows.push(
  row("all, by halves", all[0] ?? []),
  row("all, replayed", all[1] ?? []),
);
console.log(renderTable(rows));
console.log(`\n${
  renderTable([
    [
      "nearest failure before",
      ...["by halves", "replayed"].flatMap((one) => [
        one,
        "solved before",
        "offered",
      ]),
    ],
    ...NEARNESS.map((by) => [
      by,
      ...all.flatMap((asked) => {
        const near = asked.filter((one) => one.near.by === by);
        return [
          near,
          near.filter((one) => one.near.isSolved),
          near.filter(({ fix }) => fix),
        ].map(({ length }) => String(length));
      }),
    ]),
  ])
}`);
const given = (all[1] ?? []).filter(({ fix }) => fix !== undefined);
const after = (what: Followed) =>
  given.filter(({ followed }) => followed === what).length;
console.log(
  `\nReplayed: given ${given.length} times, same failure afterwards ` +
    `${after("same again")} times, success ${after("success")} times`,
);
console.log(`\nOffers to read:\n\n${[...new Set(offers)].join("\n\n")}`);
