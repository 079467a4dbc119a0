import { assertEquals } from "@std/assert";
import { linesMissing } from "../session/log_lines.ts";
import { type Join, planDedupe, type SessionLog } from "./plan_dedupe.ts";

const log = (name: string, lines: string): SessionLog => ({
  name: `${name}.l1.jsonl`,
  lines: [...lines].map((letter) => `${letter}\n`),
});
const join = (keep: string, remove: string, add = ""): Join => ({
  keep: `${keep}.l1.jsonl`,
  remove: `${remove}.l1.jsonl`,
  add: [...add].map((letter) => `${letter}\n`),
});

const A = "2026-03-01_0900_aaaaaaaa";
const A_LATER = "2026-03-01_0901_aaaaaaaa";
const A_THIRD = "2026-03-02_0000_aaaaaaaa";
const B = "2026-03-01_0900_bbbbbbbb";
const OLD = "session-20260301";

Deno.test("planDedupe() joins logs that hold the same session", async (t) => {
  const rows: [name: string, logs: SessionLog[], joins: Join[]][] = [
    ["nothing", [], []],
    ["one", [log(A, "abc")], []],
    ["two sessions", [log(A, "abc"), log(B, "xyz")], []],
    ["two sessions with a line in common", [log(A, "abc"), log(B, "cx")], []],
    ["the same lines", [log(A, "abc"), log(A_LATER, "abc")], [
      join(A, A_LATER),
    ]],
    ["a part, named after the start", [log(A, "ab"), log(A_LATER, "abc")], [
      join(A, A_LATER, "c"),
    ]],
    [
      "one that a state speaks of",
      [log(A, "abcd"), { ...log(A_LATER, "ab"), isOurs: true }],
      [join(A_LATER, A, "cd")],
    ],
    [
      "a session that another one repeats",
      [{ ...log(A, "ab"), isOurs: true }, { ...log(B, "abc"), isOurs: true }],
      [],
    ],
    [
      "one that had to step aside",
      [log(`${A}.earlier-2`, "abc"), { ...log(A, "ab") }]
        .map((one) => ({ ...one, session: "aaaaaaaa" })),
      [join(A, `${A}.earlier-2`, "c")],
    ],
    ["both have lines of their own", [log(A, "abc"), log(A_LATER, "axy")], [
      join(A, A_LATER, "xy"),
    ]],
    ["a line twice in one of them", [log(A, "abc"), log(A_LATER, "aa")], [
      join(A, A_LATER, "a"),
    ]],
    ["three", [log(A, "a"), log(A_LATER, "abcd"), log(A_THIRD, "bx")], [
      join(A, A_LATER, "bcd"),
      join(A, A_THIRD, "x"),
    ]],
    ["an empty one", [log(A, "abc"), log(A_LATER, "")], [join(A, A_LATER)]],
    ["an empty one of another session", [log(A, "abc"), log(B, "")], []],
    ["an older name, all of it in another", [log(A, "abc"), log(OLD, "bc")], [
      join(A, OLD),
    ]],
    [
      "an older name, some of it in another",
      [log(A, "abc"), log(OLD, "cd")],
      [],
    ],
    [
      "older names that tell no session",
      [log(OLD, "ab"), log("other", "cd")],
      [],
    ],
  ];
  for (const [name, logs, joins] of rows) {
    await t.step(name, () => assertEquals(planDedupe(logs), joins));
  }
});

Deno.test("planDedupe() loses no line, whatever the logs", () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return Math.floor(seed / 65536) % below;
  };
  for (let round = 0; round < 300; round++) {
    const names = [A, A_LATER, A_THIRD, B, OLD].slice(0, 2 + random(4));
    const logs = names.map((name) =>
      log(
        name,
        Array.from({ length: random(6) }, () => "abcd"[random(4)]).join(""),
      )
    );
    const standing = new Map(
      logs.map(({ name, lines }) => [name, [...lines]]),
    );
    for (const { keep, remove, add } of planDedupe(logs)) {
      const kept = standing.get(keep) ?? [];
      kept.push(...add);
      assertEquals(linesMissing(standing.get(remove) ?? [], kept), []);
      standing.delete(remove);
    }
    const left = [...standing.values()].flat();
    for (const { lines } of logs) {
      const missing = lines.filter((line) => !left.includes(line));
      assertEquals(missing, [], `round ${round}`);
    }
  }
});

Deno.test("planDedupe() is quick with many sessions", () => {
  const logs = Array.from({ length: 800 }, (_, n) => ({
    name: `2026-03-01_0900_${String(n).padStart(8, "0")}.l1.jsonl`,
    lines: Array.from({ length: 300 }, (_, i) => `${n} ${i}\n`),
  }));
  const copy = { ...logs[5] as SessionLog, name: "old.l1.jsonl" };
  assertEquals(planDedupe([...logs, copy]), [
    { keep: logs[5]?.name ?? "", remove: copy.name, add: [] },
  ]);
});
