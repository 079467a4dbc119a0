/** What is said in the demo's day: by the user, by Claude, by the agents. */

import type { Call } from "../tests/support/world/recorded_day.ts";

/** Each session's id; their first letters name their files. */
export const SESSIONS = {
  tides: "3f2a9c11-7d40-4c1e-9a55-2f1f0a8c6b10",
  berths: "58c0d7e2-1b7f-4d0a-8a4e-90b1c2d3e4f5",
  fares: "a41b6d93-22c4-4f7b-b1de-5e6f708192a3",
  check: "c7e5f0a4-93d1-4e88-a7c2-1a2b3c4d5e6f",
  morning: "e9d80b15-6a2e-4b39-8c71-0f1e2d3c4b5a",
} as const;

export const SAID = {
  tides: {
    prompt: "The tide table is off by an hour in spring. Find out why. My " +
      "key is <private>tide-4711</private>, it is in .env",
    answer: "Fixed: high water was rounded before the moon's correction was " +
      "added. Now highWater() rounds last, and all 14 tests pass.",
  },
  berths: {
    prompt: "Berth 3 is booked twice on Fridays. Please look.",
    answer: "The Friday rule had two owners, harbour and ferry. It belongs " +
      "to the harbour alone now, and booking the berth again is refused. " +
      "The two doubled Fridays of February are merged, and the rule is " +
      "unique in the schema, so that no import can double it again.",
    goOn: "Does the harbour master see that?",
    done: "Yes: the refusal names the ferry that holds the berth.",
  },
  fares: {
    prompt: "Write the fares of the summer season: adults 14, children 7.",
    answer: "The fares are in data/fares.csv; children pay half, rounded up.",
    last: "Dogs travel for 3. Then run the check.",
  },
  check: {
    prompt: "Go on where the last session stopped.",
    answer: "check-fares failed for dogs: the ticket machine knows no such " +
      "fare. I added it to the machine's list, last, because the order of " +
      "the list is the order of the keys. The check passes now. The season " +
      "runs from 1 May to 30 September; winter fares are untouched.",
    goOn: "Good. Send the fares out.",
    sent: "The fares are on their way to all four ticket machines.",
    last: "Anything else that waits?",
    done: "Nothing else waits.",
  },
} as const;

/** What Claude Code writes when it compacts a conversation. */
export const COMPACTED =
  "This session is being continued from a previous conversation. Summary: " +
  "berth 3 was booked twice, the Friday rule had two owners.";

const facts = (list: readonly object[]) =>
  `\n\n\`\`\`json\n${JSON.stringify({ facts: list })}\n\`\`\``;

/** What the agents answer, each about one stretch of work. */
export const ANSWERS = {
  tides:
    "Spring tides were an hour late: `highWater()` in src/tide.ts rounded " +
    "to the quarter of an hour before it added the moon's correction, and in " +
    "spring the correction is large enough to reach the next quarter. The " +
    "correction is added first now and rounding comes last.\n\n" +
    "- Changed: src/tide.ts, one line; src/tide_test.ts has the three springs " +
    "from 2023 to 2025 as a table, taken from the harbour office.\n" +
    "- Tried first and given up: rounding up instead of to the nearest. It " +
    "hid the error in March and made one in September.\n" +
    "- The table printed for 2026 was made before the change. It is right " +
    "from October to February and an hour late from March to May; the " +
    "harbour office was asked to print those three pages again and to " +
    "tell the two ferries that sail by the paper table.\n" +
    "- All 14 tests pass. Open: harbours north of 60° have no correction at " +
    "all, because the table of the moon ends there." +
    facts([
      {
        type: "decision",
        content: "highWater() rounds last",
        reason: "rounding before the correction made spring tides late",
        evidence: "Now highWater() rounds last, and all 14 tests pass",
        files: ["src/tide.ts"],
        conceptName: "tide curve",
      },
      {
        type: "issue",
        content: "The print layout is slow",
        evidence: "printing takes a minute for each page",
      },
    ]),
  berths:
    "Berth 3 was booked twice on Fridays because the Friday rule had two " +
    "owners, the harbour and the ferry, and each of them booked. It belongs " +
    "to the harbour alone now (src/berths.ts), and a second booking is " +
    "refused with the name of the ferry that holds the berth.\n\n" +
    "- The rule is unique in the schema, so that no later import can double " +
    "it; the two doubled Fridays of February were merged by hand.\n" +
    "- Decided against a lock: bookings are rare, and a refusal that says " +
    "who holds the berth is what the harbour master asked for.\n" +
    "- Bookings of the past keep both owners, because invoices name them; " +
    "only what is booked from March on follows the new rule, and the " +
    "monthly list marks the change with a line of its own. Who books a " +
    "berth that is held gets the next free one offered, berth 4 first.\n" +
    "- Tests: berths_test.ts books the same Friday from both sides." +
    facts([{
      type: "decision",
      content: "The Friday rule belongs to the harbour alone",
      reason: "with two owners berth 3 was booked twice",
      evidence: "It belongs to the harbour alone now, and booking the berth",
      files: ["src/berths.ts"],
      conceptName: "berths",
    }]),
  rest: "The harbour master sees a refused booking: it names the ferry that " +
    "holds the berth. Nothing was changed for that, it was there already; " +
    "the text of the refusal is in src/berths.ts and is shown unchanged, " +
    "on the board of the harbour office and in the mail to the ferry. Asked " +
    "for and left for later: the same on the phone of the ferry's captain, " +
    "which needs a short form of at most forty letters, in the language " +
    "the captain has chosen.",
  check: "The summer fares are in data/fares.csv: adults 14, children 7 " +
    "(half, rounded up), dogs 3. The session that wrote them was killed " +
    "during `deno task check-fares`; run again, the check failed, because " +
    "the ticket machine had no fare for dogs.\n\n" +
    "- Changed: src/machine.ts lists dogs; the order of the list is the " +
    "order of the keys on the machine, so dogs come last.\n" +
    "- The check compares every fare with the sum on the ticket. It passes " +
    "now; run it before fares are sent out, as was done today.\n" +
    "- The season runs from 1 May to 30 September. Winter fares are in the " +
    "same file and were not touched.\n" +
    "- Sent to all four machines at half past three. They take new fares " +
    "over at midnight, so a mistake can be taken back until then.",
  archive: JSON.stringify({
    themes: [
      { name: "Tides", summary: "rounding comes last" },
      { name: "Berths", summary: "the Friday rule has one owner" },
    ],
    keyDecisions: [{
      decision: "highWater() rounds last",
      reason: "spring tides were an hour late",
    }],
    issues: [{ issue: "No correction north of 60°", status: "open" }],
    overallSummary: "Spring tides are right since rounding comes last. Berth " +
      "3 is booked once, and the summer fares are in.",
  }),
} as const;

/** Tool calls of the day, with paths below the project. */
export class Calls {
  constructor(readonly project: string) {}

  read(file: string): Call {
    return {
      name: "Read",
      input: { file_path: `${this.project}/${file}` },
      result: "export function highWater(moon: Moon) { … }\n".repeat(60),
    };
  }

  edit(file: string, before: string, after: string): Call {
    return {
      name: "Edit",
      input: {
        file_path: `${this.project}/${file}`,
        old_string: before,
        new_string: after,
      },
      result: "The file has been updated. ".repeat(20),
    };
  }

  bash(command: string, result: string, failed = false): Call {
    return { name: "Bash", input: { command }, result, failed };
  }
}
