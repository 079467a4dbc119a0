/** A store whose every word tries to be more than a word, for the report. */

import { SealedWorld } from "./sealed_world.ts";

export const SESSIONS = {
  tide: "3f2a9c11-5a5b-4c1d-8e2f-000000000001",
  berth: "7b1d0e22-5a5b-4c1d-8e2f-000000000002",
  korean: "c0ffee33-5a5b-4c1d-8e2f-000000000003",
} as const;

/** Ends a script, begins one, draws a picture, opens a link, turns around. */
export const HOSTILE = `</script><script>globalThis.hacked = 1</script>` +
  `<img src=x onerror="globalThis.hacked = 2"></title></style>` +
  `<a href="javascript:globalThis.hacked=3">x</a> " ' & &lt; <!-- ` +
  `\u2028 \u202egpj.exe \u200f [x](javascript:1)`;

/** What a page shows of it: the same without what steers a terminal. */
export const HOSTILE_SHOWN = HOSTILE.replace("\u202e", "");

const section = (
  stamp: string,
  session: string,
  text: string,
  branch = "main",
) =>
  `## ${stamp} (local ${stamp.slice(5)})\n<!-- session ${
    session.slice(0, 8)
  } · entries 0-9 · branch ${branch} -->\n${text}\n\n`;

const TIDE = section(
  "2026-03-02_0931",
  SESSIONS.tide,
  "Fixed the double rounding in `highWater()`. Spring tides are right now.",
);
const BERTH = section(
  "2026-03-03_1004",
  SESSIONS.berth,
  `- Berth 3 was booked twice.\n- ${HOSTILE.replace(/\s/g, " ")}\n\n` +
    "```\n" + `${HOSTILE.replace(/\s/g, " ")}\n` + "```",
  "feature/<b>map</b>",
);

function log(world: SealedWorld, stem: string, text: string): void {
  const ts = "2026-03-02T09:10:00Z";
  world.write(
    `sessions/${stem}.l1.jsonl`,
    [{ ts, role: "user", text }, { ts, role: "assistant", text: "Done." }]
      .map((entry) => `${JSON.stringify(entry)}\n`).join(""),
  );
}

/** Fills the store of a world; returns the world. */
export function fillReportStore(world: SealedWorld): SealedWorld {
  log(world, "2026-03-02_0910_3f2a9c11", "The tide table is off by an hour.");
  log(world, "2026-03-03_0950_7b1d0e22", HOSTILE);
  log(world, "2026-04-10_0800_c0ffee33", "출항 알림이 두 번 발송됩니다.");
  world.write(
    "sessions/2026-04-10_0800_c0ffee33.md",
    "**Asked**\n- 출항 알림이 두 번 발송됩니다.\n",
  );
  const archive = "memory_20260303_120000.md";
  world.write(archive, `# Project Memory: project\n\n${TIDE}${BERTH}`);
  world.write(
    archive.replace(".md", ".summary.json"),
    JSON.stringify({ overallSummary: `Tides and berths. ${HOSTILE}` }),
  );
  world.write(
    "memory.md",
    `# Project Memory: project\n\n${HOSTILE}\n\n${BERTH}` +
      "## 2026-04-11_0900 (local 04-11_0900)\nWe round last.\n\n" +
      section("2026-04-12_0900", "dead0000", "Written by another person."),
  );
  world.write(
    "memory-index.json",
    JSON.stringify({
      version: 2,
      rotatedFiles: [{
        file: archive,
        rotatedAt: "2026-03-03T12:00:00.000Z",
        tokens: 480,
      }],
    }),
  );
  world.write(
    "facts.json",
    JSON.stringify({
      decisions: [{
        id: "d001",
        date: "2026-03-03",
        content: `Berths are unique on Fridays ${HOSTILE}`,
        reason: HOSTILE,
        evidence: HOSTILE,
        sessions: [SESSIONS.berth],
        concept: "c001",
        files: [`src/${HOSTILE}.ts`],
      }, { id: `d002"><script>`, content: "An odd id", date: HOSTILE }],
      issues: [{ id: "i001", content: "Harbours north of 60°" }],
      permanent: { rules: [{ id: "r001", content: "Round last" }] },
    }),
  );
  world.write(
    "concepts.json",
    JSON.stringify({
      concepts: [{ id: "c001", name: HOSTILE, facts: ["d001", HOSTILE] }],
    }),
  );
  world.write("lessons.md", `# Lessons\n\n- ${HOSTILE}\n<!-- not shown -->\n`);
  return world;
}
