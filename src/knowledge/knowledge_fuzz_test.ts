/** Files and answers of any shape: nothing throws, nothing changes twice. */

import { assertEquals } from "@std/assert";
import { seededRandom } from "../../tests/support/world/seeded_random.ts";
import { seedsFrom } from "../../tests/support/world/thorough.ts";
import type { JsonObject } from "../base/json.ts";
import { newestConcepts, parseConcepts } from "./concepts.ts";
import { QuotableLog } from "./evidence.ts";
import { parseFacts } from "./facts.ts";
import { fixReferences } from "./knowledge.ts";
import { mergeFacts } from "./_merge_facts.ts";
import { proposeRemovals } from "./permanent.ts";
import { quotableEntries } from "../summary/_quotable_entries.ts";
import { findCandidates, promote } from "./reflection.ts";
import { selectFacts } from "./select_facts.ts";
import { addSessionFacts, parseSessionFacts } from "./_session_facts.ts";
import { verifyFacts } from "./_proposed_fact.ts";

const AT = new Date("2026-02-01T17:27:00Z");
const KEYS =
  ("_meta version nextId decisions patterns issues permanent rules " +
    "solutions core_logic concepts id content reason evidence sessions files " +
    "keywords concept conceptId conceptName type status resolution confidence " +
    "contradictions last_validated created name summary facts merged updated " +
    "role text output agent unread older __proto__ constructor").split(" ");
const SCALARS = [
  null,
  true,
  -1,
  1e300,
  0.5,
  "",
  " ",
  "d001",
  "c001",
  "../../x",
  "decision",
  "issue",
  "user",
  "Round once at the end",
  "Never round at the end",
  "반올림은 마지막에",
  "\u0000\u202e\ud800",
  "2026-01-01",
  "◆ User: x",
  "tide.ts",
];

class Shapes {
  readonly #random;
  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  value(depth: number): unknown {
    const dice = this.#random();
    if (depth === 0 || dice < 0.4) return this.#pick(SCALARS);
    const size = Math.floor(this.#random() * 5);
    if (dice < 0.65) {
      return Array.from({ length: size }, () => this.value(depth - 1));
    }
    return this.object(depth);
  }

  object(depth: number): JsonObject {
    const size = 1 + Math.floor(this.#random() * 9);
    const text = Array.from(
      { length: size },
      () => `"${this.#pick(KEYS)}":${JSON.stringify(this.value(depth - 1))}`,
    );
    return JSON.parse(`{${text.join()}}`);
  }
}

const onDisk = <T>(value: T): T => JSON.parse(JSON.stringify(value));

Deno.test("knowledge of any shape is read, fixed and merged", () => {
  const log = new QuotableLog(["Round once at the end, said tide.ts"]);
  for (const seed of seedsFrom(1, 250, 1500)) {
    const shapes = new Shapes(seed);
    const raw = { facts: shapes.object(4), concepts: shapes.object(4) };
    const before = {
      facts: parseFacts(raw.facts),
      concepts: parseConcepts(raw.concepts),
    };
    assertEquals(parseFacts(onDisk(before.facts)), before.facts, `${seed}`);
    assertEquals(parseConcepts(onDisk(before.concepts)), before.concepts);
    const fixed = fixReferences(before);
    assertEquals(fixReferences(onDisk(fixed)), fixed, `seed ${seed}`);
    const proposed = Array.from({ length: 4 }, () => shapes.value(3));
    const good = {
      type: "decision",
      content: "Round once at the end",
      evidence: "once at the end",
      conceptName: "tides",
    };
    const { facts, refused } = verifyFacts([...proposed, good], log);
    const origin = { session: "s", at: AT };
    const { kept, ...merged } = mergeFacts(fixed, facts, origin);
    const { kept: again, ...twice } = mergeFacts(
      fixReferences(onDisk(merged)),
      facts,
      origin,
    );
    assertEquals(onDisk(twice), onDisk(merged), `seed ${seed}`);
    assertEquals(again.map(({ id }) => id), kept.map(({ id }) => id));
    for (const candidate of findCandidates(merged.facts)) {
      promote(merged.facts, candidate, { at: AT });
    }
    proposeRemovals(merged.facts, AT);
    selectFacts(merged.facts, { words: ["round"], session: "s" });
    newestConcepts(merged.concepts, 30);
    quotableEntries([shapes.value(3), shapes.object(2)]);
    const noted = addSessionFacts(
      parseSessionFacts(shapes.object(3)),
      kept.map(({ id, type }) => ({ id, type, content: "", evidence: "" })),
      refused,
      AT,
    );
    assertEquals(parseSessionFacts(onDisk(noted)), noted, `seed ${seed}`);
  }
});
