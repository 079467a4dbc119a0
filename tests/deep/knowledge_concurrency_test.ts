/**
 * Many sessions bring facts at once, as real processes: every fact is kept
 * once, with every session that brought it, and no id is given twice.
 */

import { assert, assertEquals } from "@std/assert";
import {
  conceptsOf,
  factsOf,
  findBreaches,
  rulesOf,
  statesOf,
} from "../support/oracle/memory_invariants.ts";
import { payload, ProcessWorld } from "../support/world/sealed_world.ts";
import {
  generateTranscript,
  writeTranscript,
} from "../support/generator/transcript_generator.ts";

const SESSIONS = 8;
const AGENT = "memory-keeper:delta-summarizer";
const SHARED = "All sessions work in the same harbour";

Deno.test(`${SESSIONS} sessions commit their facts at once`, async () => {
  using world = new ProcessWorld();
  world.write("config.json", '{"askMinChars": 500}');
  const sessions = await Promise.all(
    Array.from({ length: SESSIONS }, async (_, seed) => {
      const transcript = generateTranscript({
        seed: 900 + seed,
        turns: 6,
        startedAt: new Date().toISOString(),
        subagents: "none",
      });
      const path = await writeTranscript(`${world.dir}/t`, transcript);
      const fire = (words: string, event: string, extra = {}) =>
        world.hook(
          words,
          payload(event, transcript.sessionId, {
            transcript_path: path,
            ...extra,
          }),
        );
      await fire("stop", "Stop");
      return { id: transcript.sessionId, number: seed, fire };
    }),
  );
  const ofAgent = (number: number) => ({
    agent_id: `agent-${number}`,
    agent_type: AGENT,
  });
  for (const { number, fire } of sessions) {
    await fire("subagent-start --part 1", "SubagentStart", ofAgent(number));
  }
  const committed = [...statesOf(world.store)].flatMap(([id, { deltas }]) =>
    deltas.flatMap((delta) => delta.agent ? [{ id, delta }] : [])
  );
  assertEquals(committed.length, SESSIONS);
  const answer = (number: number) => {
    const { delta } =
      committed.find(({ delta }) => delta.agent?.id === `agent-${number}`) ??
        {};
    const text = world.read(`delta/${delta?.file}`);
    const evidence = /(?:[A-Za-z]{3,} ){4}[A-Za-z]{3,}/.exec(text)?.[0];
    assert(evidence, text);
    return "Worked.\n" + JSON.stringify({
      facts: [
        { type: "pattern", content: SHARED, evidence, conceptName: "harbour" },
        {
          type: "decision",
          content: `Berth${number} belongs to ship${number}`,
          evidence,
          conceptName: `berth ${number}`,
        },
      ],
    });
  };
  const outcomes = await Promise.all([
    ...sessions.map(({ number, fire }) =>
      fire("subagent-stop", "SubagentStop", {
        ...ofAgent(number),
        last_assistant_message: answer(number),
      })
    ),
    ...sessions.map(({ number }) =>
      world.run(["remember", `Ship ${number} leaves at ${number} sharp`])
    ),
  ]);
  assertEquals(
    outcomes.map(({ code, stderr }) => `${code}${stderr}`),
    Array(SESSIONS * 2).fill("0"),
  );
  assertEquals(findBreaches(world.store), []);
  const facts = factsOf(world.store);
  const shared = facts.filter(({ content }) => content === SHARED);
  const ids = committed.map(({ id }) => id).sort();
  assertEquals(shared.map((one) => one.sessions.toSorted()), [ids]);
  assertEquals(facts.length, SESSIONS + 1);
  const concepts = conceptsOf(world.store);
  assertEquals(concepts.length, SESSIONS + 1);
  for (const { id, concept } of facts) {
    const naming = concepts.filter((one) => one.facts.includes(id));
    assertEquals(naming.map((one) => one.id), [concept]);
  }
  assertEquals(new Set(rulesOf(world.store)).size, SESSIONS);
});
