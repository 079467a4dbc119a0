import { assert, assertEquals, assertNotEquals } from "@std/assert";
import {
  type Expected,
  type FeatureName,
  forkTranscript,
  type GeneratedTranscript,
  generateLines,
  generateTranscript,
  type GeneratorOptions,
  type InjectedKind,
  type SubagentMode,
  VERSIONS,
  writeTranscript,
} from "./transcript_generator.ts";
import { readSlowly, readSubagents } from "../oracle/slow_reading.ts";
import { seedsFrom } from "../world/thorough.ts";
import type { DropReason } from "../oracle/slow_user_words.ts";

const SEEDS = seedsFrom(1, 2, 6);
const MODES: SubagentMode[] = ["none", "sidechain", "progress", "folder"];
const DAMAGE: FeatureName[] = [
  "unfinishedEnd",
  "repeatedEntries",
  "blankLines",
  "brokenLines",
  "gluedLine",
  "cutThenGlued",
  "crlf",
];

const REASONS: Record<Exclude<InjectedKind, "injectedMemory">, DropReason> = {
  meta: "meta",
  systemReminder: "system reminder",
  hookOutput: "hook output",
  taskNotification: "task notification",
  commandOutput: "command output",
  interrupt: "interrupt mark",
  editorContext: "editor context",
  otherSender: "other sender",
  agentPrompt: "agent prompt",
  withdrawn: "withdrawn",
};

Deno.test("generateTranscript() expects what a slow reading finds", async (t) => {
  for (const version of VERSIONS) {
    for (const subagents of MODES) {
      await t.step(`${version}, subagents ${subagents}`, async () => {
        for (const seed of SEEDS) {
          await compareWithReading({ seed, version, subagents });
        }
      });
    }
  }
});

Deno.test("generateTranscript() expects the same of damaged files", async (t) => {
  for (const feature of DAMAGE) {
    await t.step(feature, async () => {
      for (const version of VERSIONS) {
        for (const seed of seedsFrom(1, 1, 3)) {
          await compareWithReading({
            seed,
            version,
            features: { [feature]: true },
          });
        }
      }
    });
  }
  await t.step("all of it", async () => {
    const features = Object.fromEntries(
      DAMAGE.map((feature) => [feature, true]),
    );
    for (const seed of SEEDS) await compareWithReading({ seed, features });
  });
});

Deno.test("readSlowly() counts an agent with a file of its own once", async () => {
  for (const version of ["2.1.17", "2.1.42"] as const) {
    for (const seed of SEEDS) {
      const features = { progressBesideFiles: true };
      await compareWithReading({
        seed,
        version,
        subagents: "folder",
        features,
      });
    }
  }
});

Deno.test("generateTranscript() makes the same bytes from the same seed", () => {
  const options = { seed: 7, turns: 6, heavy: 100 };
  assertEquals(generateTranscript(options), generateTranscript(options));
  assertNotEquals(
    generateTranscript(options).lines,
    generateTranscript({ ...options, seed: 8 }).lines,
  );
});

Deno.test("generateTranscript() covers every kind of thing in a few sessions", () => {
  const all = VERSIONS.flatMap((version) =>
    [1, 2, 3, 4, 5, 6].map((seed) => generateTranscript({ seed, version }))
  );
  const kinds = Object.keys(
    all[0]?.expected.notUserWords ?? {},
  ) as InjectedKind[];
  for (const kind of kinds) {
    assert(
      all.some(({ expected }) => expected.notUserWords[kind] > 0),
      `no session has ${kind}`,
    );
  }
  const calls = all.flatMap(({ expected }) => expected.toolCalls);
  for (const result of ["ok", "error", "missing"] as const) {
    assert(
      calls.some((call) => call.result === result),
      `no call is ${result}`,
    );
  }
  const names = new Set(calls.map(({ name }) => name));
  for (
    const name of [
      "Read",
      "Edit",
      "MultiEdit",
      "Write",
      "NotebookEdit",
      "Bash",
      "PowerShell",
      "Grep",
      "Glob",
      "WebFetch",
      "WebSearch",
      "Agent",
      "Task",
      "Skill",
      "TodoWrite",
      "TaskCreate",
      "TaskUpdate",
      "AskUserQuestion",
      "ExitPlanMode",
      "HologramRender",
    ]
  ) {
    assert(names.has(name), `no session calls ${name}`);
  }
  for (const kind of ["answer", "rejection", "approval"] as const) {
    assert(
      all.some(({ expected }) =>
        expected.userRemarks.some((remark) => remark.kind === kind)
      ),
    );
  }
});

Deno.test("generateTranscript() pads long results with `heavy`", () => {
  const light = generateTranscript({ seed: 3 }).lines.join("").length;
  const heavy =
    generateTranscript({ seed: 3, heavy: 10_000 }).lines.join("").length;
  assert(heavy > light + 50_000);
});

Deno.test("forkTranscript() repeats the parent and goes on", async () => {
  for (const subagents of MODES) {
    const parent = generateTranscript({ seed: 11, turns: 5, subagents });
    const fork = forkTranscript(
      parent,
      "00000000-0000-4000-8000-00000000f04c",
      4,
      12,
    );
    parent.lines.forEach((line, index) => {
      assertEquals(
        fork.lines[index]?.replaceAll(fork.sessionId, parent.sessionId),
        line,
      );
    });
    assert(fork.lines.length > parent.lines.length);
    const uuids = (lines: string[]) =>
      lines.flatMap((line) => JSON.parse(line).uuid ?? []);
    assertEquals(new Set(uuids(fork.lines)).size, uuids(fork.lines).length);
    assert(
      !fork.lines.some((line) =>
        line.includes(`"sessionId":"${parent.sessionId}"`)
      ),
    );
    await compare(fork);
  }
});

Deno.test("generateLines() yields whole entries up to the size asked for", () => {
  const bytes = 5_000_000;
  let written = 0;
  for (const line of generateLines({ seed: 5, bytes, heavy: 2_000 })) {
    JSON.parse(line);
    written += new TextEncoder().encode(line).length + 1;
  }
  assert(written >= bytes && written < bytes + 100_000, `${written} bytes`);
});

Deno.test("generateLines() keeps nothing of what it yielded", () => {
  // The lowest size of the heap after a collection, early and late.
  const lowest = [Infinity, Infinity];
  const bytes = 40_000_000;
  let written = 0;
  let lines = 0;
  for (const line of generateLines({ seed: 5, bytes, heavy: 2_000 })) {
    written += line.length;
    const half = written < bytes / 2 ? 0 : 1;
    if (++lines % 10 > 0) continue;
    const heap = Deno.memoryUsage().heapUsed;
    lowest[half] = Math.min(lowest[half] ?? Infinity, heap);
  }
  const [early = 0, late = 0] = lowest;
  assert(late - early < 8_000_000, `${late - early} bytes more`);
});

async function compareWithReading(options: GeneratorOptions): Promise<void> {
  await compare(generateTranscript(options));
}

async function compare(transcript: GeneratedTranscript): Promise<void> {
  const dir = await Deno.makeTempDir({ prefix: "generated-" });
  try {
    const found = await slowExpectation(await writeTranscript(dir, transcript));
    const { injectedTexts, neverStored, ...expected } = transcript.expected;
    expected.toolCalls = byAgent(expected.toolCalls);
    expected.assistantTexts = byAgent(expected.assistantTexts);
    expected.notUserWords = { ...expected.notUserWords, injectedMemory: 0 };
    assertEquals(found, expected, JSON.stringify(transcript.made.options));
    for (const { text } of found.userTexts) {
      for (const injected of injectedTexts) {
        assert(!text.includes(injected), `the user never typed ${injected}`);
      }
    }
    const kept = JSON.stringify(found);
    for (const text of neverStored) {
      assert(!kept.includes(JSON.stringify(text)), `${text} is kept`);
    }
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** A slow reading in the words of an expectation. */
async function slowExpectation(
  path: string,
): Promise<
  Omit<Expected, "injectedTexts" | "neverStored">
> {
  const main = await readSlowly(path);
  const agents = (await readSubagents(path)).filter(({ own }) => !own).map((
    { reading },
  ) => reading);
  const all = [main, ...agents];
  const dropped = all.flatMap(({ droppedUserTexts }) => droppedUserTexts);
  const count = (reason: DropReason) =>
    dropped.filter((one) => one.reason === reason).length;
  const counts = Object.entries(REASONS).map((
    [kind, reason],
  ) => [kind, count(reason)]);
  return {
    userTexts: main.typedUserTexts.map(({ text, images }) => ({
      text,
      images,
    })),
    userRemarks: main.userRemarks.map(({ kind, text }) => ({ kind, text })),
    assistantTexts: byAgent(
      all.flatMap((
        { assistantTexts, sidechainTexts },
      ) => [...assistantTexts, ...sidechainTexts])
        .map(({ uuid: _uuid, timestamp: _timestamp, ...text }) => text),
    ),
    toolCalls: byAgent(
      all.flatMap(({ toolCalls }) => toolCalls).map((
        { hasResult, isError, ...call },
      ) => ({
        ...call,
        result: hasResult ? isError ? "error" : "ok" : "missing",
      })),
    ),
    summaries: main.compactSummaries,
    titles: main.titles,
    notUserWords: { ...Object.fromEntries(counts), injectedMemory: 0 },
  };
}

/** The main thread first, then each agent's; within one, the order stays. */
function byAgent<T extends { agent?: string }>(list: readonly T[]): T[] {
  return list.toSorted((a, b) => (a.agent ?? "").localeCompare(b.agent ?? ""));
}
