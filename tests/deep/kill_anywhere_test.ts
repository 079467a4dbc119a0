/**
 * Capture survives being killed anywhere: real processes are ended at seeded
 * points between two steps of a write, or by SIGKILL at seeded times, while a
 * transcript grows. In the end L1 equals that of one undisturbed reading.
 *
 * MEMORY_KEEPER_KILLS sets how many.
 */

import { assertEquals } from "@std/assert";
import { CrashWorld, type Death } from "../support/crash/crash_world.ts";
import { payload, type SealedWorld } from "../support/world/sealed_world.ts";
import { seededRandom } from "../support/world/seeded_random.ts";
import {
  type GeneratedTranscript,
  generateTranscript,
  VERSIONS,
  writeTranscript,
} from "../support/generator/transcript_generator.ts";

const KILLS = Number(Deno.env.get("MEMORY_KEEPER_KILLS") ?? 160);
const PIECES = 24;
/** More than any of these events has. */
const MOST_POINTS = 26;
const EVENTS: readonly (readonly [string, string])[] = [
  ["post-tool-use", "PostToolUse"],
  ["stop", "Stop"],
  ["pre-compact", "PreCompact"],
];

/** Run one event that dies on its way; says whether it did. */
async function runCrashing(
  world: CrashWorld,
  [word, event]: readonly [string, string],
  transcript: string,
  sessionId: string,
  death?: Death,
): Promise<boolean> {
  const input = payload(event, sessionId, { transcript_path: transcript });
  const { died } = await world.do(
    { args: ["hook", word], stdin: JSON.stringify(input) },
    death,
  );
  return died;
}

/** L1 of a session, whatever its name. */
function readL1(world: SealedWorld): string {
  return world.files().filter((name) => name.endsWith(".l1.jsonl"))
    .map((name) => world.read(name)).join("");
}

async function clean(
  transcript: GeneratedTranscript,
): Promise<{ l1: string; offset: number }> {
  using world = new CrashWorld();
  const path = await writeTranscript(world.dir, transcript);
  const { sessionId } = transcript;
  await runCrashing(world, ["session-end", "SessionEnd"], path, sessionId);
  const { offset } = JSON.parse(world.read(`state/${sessionId}.json`));
  return { l1: readL1(world), offset };
}

/** Let a transcript grow while the program dies; returns the number of deaths. */
async function rehearse(seed: number, deaths: number): Promise<number> {
  const random = seededRandom(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const transcript = generateTranscript({
    seed,
    turns: 12,
    version: VERSIONS[seed % VERSIONS.length] ?? "2.1.197",
    subagents: (["none", "folder"] as const)[pick(2)] ?? "none",
  });
  const expected = await clean(transcript);
  using world = new CrashWorld();
  world.write("config.json", '{"saveInterval": 1}');
  const path = await writeTranscript(world.dir, { ...transcript, lines: [] });
  const { sessionId } = transcript;
  const bytes = new TextEncoder().encode(`${transcript.lines.join("\n")}\n`);
  const cuts = Array.from({ length: PIECES - 1 }, () => pick(bytes.length))
    .sort((a, b) => a - b);
  let died = 0;
  let written = 0;
  for (const cut of [...cuts, bytes.length]) {
    Deno.writeFileSync(path, bytes.subarray(written, cut), { append: true });
    written = cut;
    for (let i = 0; i < deaths / PIECES; i++) {
      const death: Death = random() < 0.85
        ? { at: 1 + pick(MOST_POINTS), share: random() }
        : { afterMs: pick(30), since: "first step" };
      const event = EVENTS[pick(EVENTS.length)] ?? ["stop", "Stop"];
      if (await runCrashing(world, event, path, sessionId, death)) died++;
    }
  }
  await runCrashing(world, ["session-end", "SessionEnd"], path, sessionId);
  const state = JSON.parse(world.read(`state/${sessionId}.json`));
  assertEquals(readL1(world), expected.l1, `seed ${seed}`);
  assertEquals(state.offset, expected.offset, `seed ${seed}`);
  assertEquals(state.l1Bytes, new TextEncoder().encode(expected.l1).length);
  return died;
}

Deno.test(`capture survives ${KILLS} seeded kills`, async () => {
  const perRun = 60;
  let [seed, died] = [1, 0];
  while (died < KILLS) {
    const pair = await Promise.all([
      rehearse(seed++, perRun),
      rehearse(seed++, perRun),
    ]);
    died += pair[0] + pair[1];
  }
  console.log(`${died} kills in ${seed - 1} sessions, nothing lost or doubled`);
});
