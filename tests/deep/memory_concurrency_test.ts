/**
 * Eight sessions of one project at once, as real processes: nothing is lost,
 * nothing is doubled, no hook fails aloud.
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  findBreaches,
  proseOf,
  sectionsOf,
  statesOf,
} from "../support/oracle/memory_invariants.ts";
import {
  type Outcome,
  payload,
  ProcessWorld,
} from "../support/world/sealed_world.ts";
import {
  generateTranscript,
  writeTranscript,
} from "../support/generator/transcript_generator.ts";

const SESSIONS = 8;
const AGENT = "memory-keeper:delta-summarizer";
const QUIET: Outcome = { code: 0, stdout: "", stderr: "" };

interface Known {
  readonly id: string;
  readonly path: string;
}

async function makeSessions(
  world: ProcessWorld,
  count: number,
): Promise<Known[]> {
  world.write("config.json", '{"askMinChars": 500}');
  return await Promise.all(Array.from({ length: count }, async (_, seed) => {
    const transcript = generateTranscript({
      seed: 700 + seed,
      turns: 6,
      startedAt: new Date().toISOString(),
      subagents: "none",
    });
    const path = await writeTranscript(`${world.dir}/t`, transcript);
    return { id: transcript.sessionId, path };
  }));
}

const stop = (world: ProcessWorld, { id, path }: Known) =>
  world.hook("stop", payload("Stop", id, { transcript_path: path }));

const end = (world: ProcessWorld, { id, path }: Known) =>
  world.hook(
    "session-end",
    payload("SessionEnd", id, { transcript_path: path }),
  );

const startAgent = (
  world: ProcessWorld,
  { id, path }: Known,
  agent: string,
  part: number,
) =>
  world.hook(
    `subagent-start --part ${part}`,
    payload("SubagentStart", id, {
      transcript_path: path,
      agent_id: agent,
      agent_type: AGENT,
    }),
  );

const answer = (
  world: ProcessWorld,
  { id, path }: Known,
  agent: string,
  text: string,
) =>
  world.hook(
    "subagent-stop",
    payload("SubagentStop", id, {
      transcript_path: path,
      agent_id: agent,
      agent_type: AGENT,
      last_assistant_message: text,
    }),
  );

const waiting = (world: ProcessWorld) =>
  [...statesOf(world.store)].flatMap(([sessionId, { deltas }]) =>
    deltas.map((delta) => ({ sessionId, delta }))
  );

/** The text an agent was handed, without the line that numbers the part. */
function handed({ stdout }: Outcome): string {
  if (stdout === "") return "";
  return JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

Deno.test("eight sessions stop, commit, save and end at once", async () => {
  using world = new ProcessWorld();
  const sessions = await makeSessions(world, SESSIONS);
  const stops = await Promise.all(sessions.map((one) => stop(world, one)));
  for (const outcome of stops) assertEquals(outcome, QUIET);
  // On a busy machine a hook's time may end first: the next one goes on.
  const first = new Set(waiting(world).map(({ sessionId }) => sessionId));
  for (const one of sessions.filter(({ id }) => !first.has(id))) {
    assertEquals(await stop(world, one), QUIET);
  }
  const cut = waiting(world);
  assertEquals(new Set(cut.map((one) => one.sessionId)).size, SESSIONS);
  const commits = cut.map(({ delta }) =>
    world.run(["delta", "commit", delta.id], { stdin: `Did ${delta.id}.` })
  );
  const saves = sessions.map(({ id }) => world.run(["save", `Note of ${id}.`]));
  const ends = sessions.slice(0, 4).map((one) => end(world, one));
  for (const { code } of await Promise.all([...commits, ...saves])) {
    assertEquals(code, 0);
  }
  for (const outcome of await Promise.all(ends)) assertEquals(outcome, QUIET);
  const bodies = sectionsOf(world.store).map(({ body }) => proseOf(body));
  for (const { delta } of cut) {
    assertEquals(bodies.filter((b) => b === `Did ${delta.id}.`).length, 1);
  }
  for (const { id } of sessions) {
    assertEquals(bodies.filter((b) => b === `Note of ${id}.`).length, 1);
  }
  assertEquals(findBreaches(world.store), []);
});

Deno.test("the same answer from eight processes becomes one section", async () => {
  using world = new ProcessWorld();
  const [session] = await makeSessions(world, 1) as [Known];
  await stop(world, session);
  const [first] = waiting(world);
  assert(first);
  await Promise.all(
    Array.from(
      { length: SESSIONS },
      () =>
        world.run(["delta", "commit", first.delta.id], { stdin: "Done once." }),
    ),
  );
  const bodies = sectionsOf(world.store).map(({ body }) => proseOf(body));
  assertEquals(bodies.filter((body) => body === "Done once.").length, 1);
  assertEquals(findBreaches(world.store), []);
});

Deno.test("agents that start at once get a delta each, the same in all parts", async () => {
  using world = new ProcessWorld();
  const sessions = await makeSessions(world, 4);
  for (const one of sessions) await stop(world, one);
  for (const one of sessions.slice(1)) await end(world, one);
  const here = sessions[0] as Known;
  const agents = ["agent-a", "agent-b", "agent-c"];
  const parts = await Promise.all(
    agents.map((agent) =>
      Promise.all([1, 2, 3, 4].map((n) => startAgent(world, here, agent, n)))
    ),
  );
  for (const outcome of parts.flat()) {
    assertEquals([outcome.code, outcome.stderr], [0, ""]);
  }
  const given = waiting(world).filter(({ delta }) => delta.agent);
  assertEquals(given.map(({ delta }) => delta.agent?.id).sort(), agents);
  for (const [i, agent] of agents.entries()) {
    const own = given.find(({ delta }) => delta.agent?.id === agent);
    const text = world.read(`delta/${own?.delta.file}`);
    const joined = parts[i]?.map((one) =>
      handed(one).replace(/^part \d of \d\n/, "")
        .replace(/\n— end of part \d of \d —$/, "")
    ).join("");
    assertEquals(joined, text);
  }
  const answers = await Promise.all(
    agents.map((agent) => answer(world, here, agent, `Told by ${agent}.`)),
  );
  for (const outcome of answers) assertEquals(outcome, QUIET);
  const memory = world.read("memory.md");
  for (const agent of agents) assertStringIncludes(memory, `Told by ${agent}.`);
  assertEquals(findBreaches(world.store), []);
});

Deno.test("processes that rotate at once make one archive", async () => {
  using world = new ProcessWorld();
  const text = "Tides were late, so we round last. ".repeat(40);
  for (const n of [1, 2, 3, 4]) await world.run(["save", `Note ${n}. ${text}`]);
  world.write("config.json", '{"memoryRotation": {"thresholdTokens": 1000}}');
  const outcomes = await Promise.all([
    ...Array.from({ length: 4 }, () => world.run(["rotate"])),
    world.run(["save", "A note between."]),
  ]);
  for (const { stderr } of outcomes) assertEquals(stderr, "");
  const archives = world.files().filter((name) => /^memory_\d+_/.test(name));
  assertEquals(archives.length, 1);
  const bodies = sectionsOf(world.store).map(({ body }) => proseOf(body));
  assertEquals(bodies.filter((b) => b === "A note between.").length, 1);
  for (const n of [1, 2, 3, 4]) {
    assertEquals(bodies.filter((b) => b.startsWith(`Note ${n}.`)).length, 1);
  }
  assertEquals(findBreaches(world.store), []);
});

Deno.test("hooks that cannot have the lock say nothing and exit 0", async () => {
  using world = new ProcessWorld();
  const [session] = await makeSessions(world, 1) as [Known];
  await stop(world, session);
  using file = Deno.openSync(`${world.store}/state/${session.id}.lock`, {
    read: true,
    write: true,
  });
  file.lockSync(true);
  const outcomes = await Promise.all([
    stop(world, session),
    end(world, session),
    startAgent(world, session, "agent-a", 1),
  ]);
  for (const outcome of outcomes) assertEquals(outcome, QUIET);
  assertStringIncludes(world.read("logs/keeper.log"), "LockTimeoutError");
});
