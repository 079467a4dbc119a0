/** What our agents answer in the soak: words, and facts the log bears out. */

import type { Random } from "../generator/words.ts";

const SUBJECTS = ["berth", "buoy", "lantern", "tide", "ferry", "chart", "mast"];
const DEEDS = ["rounds last", "is cached", "sorts by date", "waits its turn"];
const KINDS = ["decision", "pattern", "issue"];

export interface Answer {
  /** What it says, without what is for the program. */
  readonly words: string;
  readonly message: string;
}

/** A section, with a fact if the agent was given something to quote. */
export function answerOf(given: string, random: Random): Answer {
  const words = `Worked on the ${random.pick(SUBJECTS)}, which ${
    random.pick(DEEDS)
  } since (${random.hex(8)}). `.repeat(1 + random.int(4)).trim();
  const evidence = /(?:[A-Za-z]{3,} ){4}[A-Za-z]{3,}/.exec(given)?.[0];
  if (evidence === undefined || random.chance(0.5)) {
    return { words, message: words };
  }
  const subject = random.pick(SUBJECTS);
  const fact = {
    type: random.pick(KINDS),
    content: `The ${subject} number${random.int(40)} ${random.pick(DEEDS)}`,
    evidence,
    conceptName: subject,
  };
  const block = `\`\`\`json\n${JSON.stringify({ facts: [fact] })}\n\`\`\``;
  return { words, message: `${words}\n\n${block}` };
}

export function archiveAnswer(): Answer {
  const words = "The harbour was put in order.";
  const message = JSON.stringify({
    themes: [{ name: "Harbour", summary: "Berths and buoys." }],
    keyDecisions: [{ decision: "Round last", reason: "Tides were late" }],
    issues: [{ issue: "Fog", status: "open" }],
    overallSummary: words,
  });
  return { words, message };
}
