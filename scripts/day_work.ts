/**
 * Generated work for the measured day: prompts, tool calls and answers of the
 * sizes they have in practice, the same for the same seed.
 */

import type { Call } from "../tests/support/world/recorded_day.ts";
import { seededRandom } from "../tests/support/world/seeded_random.ts";

/** A call, and what is said before it, if anything. */
export interface WorkStep {
  readonly words: string | undefined;
  readonly call: Call;
}

export interface WorkTurn {
  readonly prompt: string;
  readonly steps: readonly WorkStep[];
  readonly answer: string;
}

const PARTS = [
  ..."importer scheduler mailer ledger invoice parser session cache".split(" "),
  ..."router exporter login worker queue report pricing calendar".split(" "),
];
const ACTS = [
  ..."reads writes rounds drops retries locks sorts merges".split(" "),
  ..."copies validates skips doubles delays counts rejects renames".split(" "),
];
const THINGS = [
  ..."the currency|the first row|open orders|the time zone".split("|"),
  ..."empty lines|the old index|duplicate keys|the retry count".split("|"),
  ..."the customer's address|half-paid invoices|the page size".split("|"),
  ..."weekend dates|the tax rate|expired tokens|the header row".split("|"),
];
const REASONS = [
  "because the tests of last week expect it",
  "since two workers may run at once",
  "so that an interrupted import can go on",
  "because the customer's files come without a header",
  "as the API returns at most a hundred rows",
  "before the transaction is closed",
  "although the documentation says otherwise",
  "only if the flag is set in the configuration",
];

class Work {
  readonly #random: () => number;

  constructor(seed: number, readonly project: string) {
    this.#random = seededRandom(seed);
  }

  turn(): WorkTurn {
    const steps = Array.from({ length: this.#between(3, 9) }, () => ({
      words: this.#random() < 0.5 ? this.#prose(60, 250) : undefined,
      call: this.#call(),
    }));
    return { prompt: this.#prompt(), steps, answer: this.#prose(300, 1500) };
  }

  #prompt(): string {
    const asked = this.#prose(60, 400);
    if (this.#random() > 0.12) return asked;
    return `${asked}\n\n${this.#output(1000, 2500)}`;
  }

  #call(): Call {
    const kind = this.#random();
    const file_path = this.#file();
    if (kind < 0.3) {
      return { name: "Read", input: { file_path }, result: this.#code() };
    }
    if (kind < 0.45) {
      const pattern = this.#pick(PARTS);
      return {
        name: "Grep",
        input: { pattern, path: this.project },
        result: this.#output(300, 2000),
      };
    }
    if (kind < 0.7) {
      const input = {
        file_path,
        old_string: this.#code(150, 700),
        new_string: this.#code(150, 900),
      };
      const result = `The file ${file_path} has been updated.`;
      return { name: "Edit", input, result };
    }
    if (kind < 0.75) {
      const input = { file_path, content: this.#code(1000, 4000) };
      const result = `File created successfully at: ${file_path}`;
      return { name: "Write", input, result };
    }
    const failed = this.#random() < 0.12;
    const command = `npm test -- ${this.#pick(PARTS)}`;
    return {
      name: "Bash",
      input: { command, description: "Run the tests" },
      result: (failed ? "Exit code 1\n" : "") + this.#output(100, 4000),
      failed,
    };
  }

  #file(): string {
    return `${this.project}/src/${this.#pick(PARTS)}/${this.#pick(PARTS)}.ts`;
  }

  #prose(min: number, max: number): string {
    return this.#fill(min, max, " ", () => {
      const because = this.#random() < 0.6 ? ` ${this.#pick(REASONS)}` : "";
      return `The ${this.#pick(PARTS)} ${this.#pick(ACTS)} ` +
        `${this.#pick(THINGS)}${because}.`;
    });
  }

  #code(min = 1500, max = 9000): string {
    return this.#fill(min, max, "\n", () => {
      const [a, b] = [this.#pick(PARTS), this.#pick(PARTS)];
      return `  const ${a}${this.#between(1, 99)} = ` +
        `await ${b}.${this.#pick(ACTS)}(${a}, ${this.#between(0, 999)});`;
    });
  }

  #output(min: number, max: number): string {
    return this.#fill(
      min,
      max,
      "\n",
      () =>
        `src/${this.#pick(PARTS)}.ts:${this.#between(1, 400)}: ` +
        `${this.#pick(PARTS)} ${this.#pick(ACTS)} ${this.#pick(THINGS)} ` +
        `(${this.#between(1, 900)} ms)`,
    );
  }

  #fill(min: number, max: number, gap: string, next: () => string): string {
    const enough = this.#between(min, max);
    let text = next();
    while (text.length < enough) text += gap + next();
    return text;
  }

  #between(min: number, max: number): number {
    return min + Math.floor(this.#random() * (max - min + 1));
  }

  #pick(list: readonly string[]): string {
    return list[Math.floor(this.#random() * list.length)] as string;
  }
}

export function generateTurns(
  seed: number,
  count: number,
  project: string,
): WorkTurn[] {
  const work = new Work(seed, project);
  return Array.from({ length: count }, () => work.turn());
}

/**
 * A summary of the length the scribe is told to write, a sentence for 200 words
 * of log, and two facts with evidence from it.
 */
export function summarize(log: string): string {
  const said = log.matchAll(/^◆ (?:User|Claude): (.+)$/gm);
  const sentences = Array.from(said, ([, words]) => words ?? "")
    .flatMap((words) => words.split(/(?<=\.) /))
    .filter((one) => one.split(" ").length > 5);
  const count = Math.max(1, Math.ceil(log.split(/\s+/).length / 200));
  const spread = Array.from(
    { length: Math.min(count, sentences.length) },
    (_, i) => sentences[Math.floor(i * sentences.length / count)] ?? "",
  );
  const bullet = count >= 8 ? "- " : "";
  const summary = spread.map((sentence) => bullet + sentence);
  const facts = spread.slice(0, 2).map((sentence) => ({
    type: "decision",
    content: sentence,
    reason: sentence.split(" ").slice(4).join(" "),
    evidence: sentence.split(" ").slice(0, 6).join(" "),
    keywords: sentence.match(/\b[a-z]{5,}\b/g)?.slice(0, 3) ?? [],
    conceptName: sentence.split(" ")[1] ?? "",
  }));
  return `${summary.join("\n")}\n\n\`\`\`json\n${
    JSON.stringify({ facts })
  }\n\`\`\``;
}
