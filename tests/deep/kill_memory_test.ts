/**
 * Memory survives being killed anywhere: the processes that cut, hand over,
 * commit, digest, rotate and compress end at seeded points between two steps of
 * a write, or by SIGKILL at seeded times, and are repeated. In the end every
 * entry is in one section, whole, and every message and tool call in one entry.
 *
 * MEMORY_KEEPER_KILLS sets how many, MEMORY_KEEPER_OUTSIDE which
 * share of them comes from outside.
 */

import { assert, assertEquals } from "@std/assert";
import {
  factsOf,
  findBreaches,
  proseOf,
  rulesOf,
  sectionsOf,
  statesOf,
} from "../support/oracle/memory_invariants.ts";
import {
  CrashWorld,
  type Death,
  type Deed,
  hookDeed,
} from "../support/crash/crash_world.ts";
import { seededRandom } from "../support/world/seeded_random.ts";
import { checkStore } from "../support/oracle/store_invariants.ts";
import {
  generateTranscript,
  writeTranscript,
} from "../support/generator/transcript_generator.ts";

const KILLS = Number(Deno.env.get("MEMORY_KEEPER_KILLS") ?? 100);
/** The share of kills that come from outside (SIGKILL). */
const OUTSIDE = Number(Deno.env.get("MEMORY_KEEPER_OUTSIDE") ?? 0.3);
const STEPS = 60;
const SESSIONS = 3;
const AGENT = "memory-keeper:delta-summarizer";
const CONFIG = {
  saveInterval: 1,
  askMinChars: 1200,
  memoryRotation: { thresholdTokens: 1000, carryoverTokens: 150 },
};

/** A summary that says where it begins and where it ends. */
function summaryOf(deltaId: string): string {
  const count = 2 + Number(deltaId.slice(-1));
  const lines = Array.from(
    { length: count },
    (_, i) =>
      `Sentence ${i + 1} of ${count} about ${deltaId}, with its reason.`,
  );
  return `Begin ${deltaId}.\n\n${lines.join("\n\n")}\n\nEnd ${deltaId}.`;
}

const SHARED_FACT = "Everybody agreed on the common way";

/** The summary with facts: one of this delta alone, one that all bring. */
function answerOf(store: string, deltaId: string): string {
  const quote = quoteOf(store, deltaId);
  if (quote === undefined) return summaryOf(deltaId);
  const facts = [
    {
      type: "decision",
      content: `Recorded ${deltaId.replace("-", "_")}`,
      evidence: quote,
      conceptName: `Session ${deltaId.slice(0, 8)}`,
    },
    {
      type: "pattern",
      content: SHARED_FACT,
      evidence: quote,
      conceptName: "agreement",
    },
    { type: "issue", content: "Invented", evidence: "this was never said" },
  ];
  const json = JSON.stringify({ facts });
  return `${summaryOf(deltaId)}\n\n\`\`\`json\n${json}\n\`\`\``;
}

/** Five words of a delta that waits. */
function quoteOf(store: string, deltaId: string): string | undefined {
  try {
    const text = Deno.readTextFileSync(`${store}/delta/${deltaId}.txt`);
    return /^◆ (?:User|Claude): ((?:[A-Za-z]{2,} ){4}[A-Za-z]{2,})/m.exec(text)
      ?.[1];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

class Rehearsal implements Disposable {
  readonly world = new CrashWorld();
  readonly #random;
  readonly #sessions: { id: string; path: string; rest: Uint8Array[] }[] = [];
  readonly #saved: string[] = [];
  readonly #rules: string[] = [];
  /** Deltas of which an answer with facts was tried. */
  readonly #quotable = new Set<string>();
  #agents = 0;
  died = 0;
  fromOutside = 0;

  constructor(readonly seed: number) {
    this.#random = seededRandom(seed);
  }

  async prepare(): Promise<void> {
    const summaries = this.seed % 5 === 0 ? "off" : "auto";
    const config = JSON.stringify({ ...CONFIG, summaries });
    this.world.write("config.json", config);
    for (let i = 0; i < SESSIONS; i++) {
      const transcript = generateTranscript({
        seed: this.seed * 100 + i,
        turns: 14,
        startedAt: new Date().toISOString(),
        subagents: "none",
      });
      const dir = `${this.world.dir}/transcripts`;
      const path = await writeTranscript(dir, { ...transcript, lines: [] });
      const pieces = Array.from({ length: 7 }, (_, k) =>
        transcript.lines.slice(
          Math.floor(k * transcript.lines.length / 7),
          Math.floor((k + 1) * transcript.lines.length / 7),
        ));
      const rest = pieces.map((lines) =>
        new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""))
      );
      this.#sessions.push({ id: transcript.sessionId, path, rest });
    }
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  #waiting() {
    return [...statesOf(this.world.store).values()].flatMap((s) => s.deltas);
  }

  /** What may happen next in a project with several sessions. */
  #deeds(): Deed[][] {
    const { id, path, rest } = this.#pick(this.#sessions);
    const at = { transcript_path: path };
    const agent = `agent-${
      this.#random() < 0.3 ? this.#agents : ++this.#agents
    }`;
    const ofAgent = { ...at, agent_id: agent, agent_type: AGENT };
    const hook = (word: string, event: string, env = {}) =>
      hookDeed(word, event, id, at, env);
    const waiting = this.#waiting();
    const own = waiting.find((delta) => delta.agent?.id === agent) ??
      waiting[0];
    const deltaId = waiting.length > 0 ? this.#pick(waiting).id : "none-1";
    const later = new Date(Date.now() + 9 * 24 * 3_600_000).toISOString();
    const start = (part: number) =>
      hookDeed(`subagent-start --part ${part}`, "SubagentStart", id, ofAgent);
    const answer = hookDeed("subagent-stop", "SubagentStop", id, {
      ...ofAgent,
      agent_id: own?.agent?.id ?? agent,
      last_assistant_message: this.#answer(own?.id ?? "none-1"),
    });
    const all: Deed[][] = [
      [hook("stop", "Stop")],
      [hook("stop", "Stop")],
      [start(1)],
      [start(1), start(2)],
      [answer],
      [answer],
      [{ args: ["delta", "commit", deltaId], stdin: this.#answer(deltaId) }],
      [{ args: ["delta", "commit", deltaId], stdin: this.#answer(deltaId) }],
      [{ args: ["remember", `Rule ${this.#rules.length + 1} of the ship`] }],
      [hook("session-start", "SessionStart")],
      [hook("user-prompt-submit", "UserPromptSubmit")],
      [this.#save()],
      [{ args: ["rotate", "--force"] }],
      [{ args: ["compress"], env: { MEMORY_KEEPER_NOW: later } }],
    ];
    // A few words that changed nothing would be kept as L1 only, at the end of
    // a session and when it is found dead.
    if (rest.length < 4) all.push([hook("session-end", "SessionEnd")]);
    if (this.#sessions.every((one) => one.rest.length < 4)) {
      const env = { MEMORY_KEEPER_NOW: later };
      all.push([hook("session-start", "SessionStart", env)]);
    }
    return all;
  }

  #answer(deltaId: string): string {
    const { store } = this.world;
    if (quoteOf(store, deltaId)) this.#quotable.add(deltaId);
    return answerOf(store, deltaId);
  }

  #save(): Deed {
    const number = this.#saved.length + 1;
    return { args: ["save", `Begin note ${number}.\n\nEnd note ${number}.`] };
  }

  /** Between two steps of a write, or from outside at any time. */
  #death(): Death {
    const kind = this.#random();
    const at = this.#random();
    if (kind < OUTSIDE) {
      return at < 0.1
        ? { afterMs: 3000 * this.#random() ** 4, since: "start" }
        : { afterMs: 80 * this.#random() ** 2, since: "first step" };
    }
    return { at: 1 + Math.floor(at ** 1.4 * 45), share: this.#random() };
  }

  async step(): Promise<void> {
    const growing = this.#pick(this.#sessions);
    if (this.#random() < 0.5) {
      const piece = growing.rest.shift() ?? new Uint8Array();
      Deno.writeFileSync(growing.path, piece, { append: true });
    }
    for (const deed of this.#pick(this.#deeds())) {
      for (const times of [1, 2]) {
        const dies = this.#random() < (times === 1 ? 0.95 : 0.5);
        const death = this.#death();
        const outcome = await this.world.do(deed, dies ? death : undefined);
        if (outcome.died) this.died++;
        if (outcome.fromOutside) this.fromOutside++;
        if (outcome.code === 0 && deed.args[0] === "save") {
          this.#saved.push(String(deed.args[1]));
        }
        if (outcome.code === 0 && deed.args[0] === "remember") {
          this.#rules.push(String(deed.args[1]));
        }
        if (!outcome.died) break;
      }
    }
  }

  /** Nothing dies any more: every session ends, every delta is answered. */
  async finish(): Promise<void> {
    for (const { id, path, rest } of this.#sessions) {
      for (const piece of rest) {
        Deno.writeFileSync(path, piece, { append: true });
      }
      const at = { transcript_path: path };
      await this.world.do(hookDeed("session-end", "SessionEnd", id, at));
    }
    this.world.age();
    await this.#startAnother();
    this.check("after the first clean start");
    for (const { id } of this.#waiting()) {
      await this.world.do({
        args: ["delta", "commit", id],
        stdin: this.#answer(id),
      });
    }
    await this.#startAnother();
    this.check("in the end");
    assertEquals(this.#waiting(), [], `seed ${this.seed}`);
    const transcripts = this.#sessions.map(({ path }) => path);
    const { store } = this.world;
    const breaches = await checkStore(store, { transcripts });
    assertEquals(breaches, [], `seed ${this.seed}`);
  }

  async #startAnother(): Promise<void> {
    const path = `${this.world.dir}/transcripts/new.jsonl`;
    await this.world.do(
      hookDeed("session-start", "SessionStart", "new", {
        transcript_path: path,
      }),
    );
  }

  check(when: string): void {
    const { store } = this.world;
    const breaches = findBreaches(store);
    const sections = sectionsOf(store);
    for (const { body: written, isDigest, session, raw } of sections) {
      const body = proseOf(written);
      if (isDigest) continue;
      const name = /^Begin (.*)\.$/m.exec(body)?.[1] ?? "";
      const whole = session ? summaryOf(name) : body;
      if (body !== whole || !body.endsWith(`End ${name}.`)) {
        breaches.push(`torn: ${raw}`);
      }
    }
    breaches.push(...this.#findLostFacts());
    const bodies = sections.map(({ body }) => proseOf(body));
    breaches.push(
      ...this.#saved.filter((text) => !bodies.includes(text))
        .map((text) => `lost: ${text}`),
    );
    assertEquals(breaches, [], `seed ${this.seed}, ${when}`);
  }

  /** A section that exists has its facts; a rule that was kept is there. */
  #findLostFacts(): string[] {
    const { store } = this.world;
    const facts = factsOf(store);
    const shared = facts.find(({ content }) => content === SHARED_FACT);
    const answered = sectionsOf(store).filter(({ isDigest }) => !isDigest)
      .flatMap(({ body }) => /^Begin (\w+-\d+)\.$/m.exec(body)?.[1] ?? [])
      .filter((id) => this.#quotable.has(id));
    const rules = rulesOf(store);
    return [
      ...answered.filter((id) =>
        !facts.some(({ content }) =>
          content === `Recorded ${id.replace("-", "_")}`
        )
      ).map((id) => `lost: the fact of ${id}`),
      ...answered.filter((id) =>
        !shared?.sessions.some((session) => session.startsWith(id.slice(0, 8)))
      ).map((id) => `lost: that the session of ${id} agreed`),
      ...this.#rules.filter((rule) => !rules.includes(rule))
        .map((rule) => `lost: ${rule}`),
      ...facts.filter(({ content }) => content === "Invented")
        .map(({ id }) => `${id} is invented`),
    ];
  }

  [Symbol.dispose](): void {
    this.world[Symbol.dispose]();
  }
}

interface Toll {
  readonly died: number;
  readonly fromOutside: number;
  readonly facts: number;
}

async function rehearse(seed: number): Promise<Toll> {
  using rehearsal = new Rehearsal(seed);
  await rehearsal.prepare();
  for (let i = 0; i < STEPS; i++) await rehearsal.step();
  await rehearsal.finish();
  const facts = factsOf(rehearsal.world.store).length;
  const { died, fromOutside } = rehearsal;
  return { died, fromOutside, facts };
}

Deno.test(`memory survives ${KILLS} seeded kills`, async () => {
  let seed = Number(Deno.env.get("MEMORY_KEEPER_SEED") ?? 1);
  let died = 0;
  let facts = 0;
  let fromOutside = 0;
  while (died < KILLS) {
    const pair = await Promise.all([rehearse(seed++), rehearse(seed++)]);
    const killed = pair[0].died + pair[1].died;
    assert(killed > 0, "nothing was killed");
    died += killed;
    facts += pair[0].facts + pair[1].facts;
    fromOutside += pair[0].fromOutside + pair[1].fromOutside;
  }
  assert(facts > 0, "no facts were kept");
  console.log(
    `${died} kills (${fromOutside} from outside), ${facts} facts: ` +
      "no section or fact lost, doubled or torn",
  );
});

/** The next start of any session makes good what a killed end left undone. */
async function endAnywhere(turns: number): Promise<number> {
  using world = new CrashWorld();
  world.write("config.json", JSON.stringify({ askMinChars: 3000 }));
  const transcript = generateTranscript({
    seed: 40 + turns,
    turns,
    // Later than the store, which is new at each point.
    startedAt: new Date(Date.now() + 3_600_000).toISOString(),
    subagents: "none",
  });
  const path = await writeTranscript(`${world.dir}/t`, transcript);
  const at = { transcript_path: path };
  const { sessionId } = transcript;
  const start = hookDeed("session-start", "SessionStart", "new", {
    transcript_path: `${world.dir}/t/new.jsonl`,
  });
  const before = world.snapshot();
  for (let point = 1;; point++) {
    world.restore(before);
    const end = hookDeed("session-end", "SessionEnd", sessionId, at);
    const { died } = await world.do(end, { at: point, share: 0.5 });
    const state = statesOf(world.store).get(sessionId);
    world.age();
    await world.do(start);
    const when = `${turns} turns, killed at ${point}`;
    if (state === undefined) continue;
    assertEquals(findBreaches(world.store), [], when);
    const { ended, cutTo, entries } = statesOf(world.store).get(sessionId) ??
      state;
    if (ended) assertEquals(cutTo, entries, when);
    if (!died) return point - 1;
  }
}

Deno.test("the next start makes good a session-end killed at any point", async () => {
  const points = await Promise.all([2, 10].map(endAnywhere));
  assert(points.every((count) => count > 10), points.join(" "));
});
