/**
 * Sessions of a made-up project in which commands fail: again for the same
 * reason, for one that looks alike, and for new ones. Seeded, and each failure
 * knows which mistake it is, so that what is offered can be judged.
 */

import { clip } from "../src/base/cut_text.ts";
import { tellingLine } from "../src/digest/failures.ts";
import { type L1Entry, OUTPUT_CHARS } from "../src/session/log_entry.ts";
import { ERROR_TEXTS, type ErrorText } from "./synthetic_errors.ts";

export type MistakeKind = "again" | "looks alike" | "new";

export interface SyntheticFailure {
  /** Which mistake it is: the text and what it is about. */
  readonly mistake: string;
  readonly kind: MistakeKind;
  /** The entry of its session at which it fails first. */
  readonly at: number;
  readonly isSolved: boolean;
  readonly command: string;
  /** What the client would hand to the hook. */
  readonly error: string;
}

export interface SyntheticSession {
  readonly entries: readonly L1Entry[];
  readonly failures: readonly SyntheticFailure[];
}

const PIPE = " 2>&1 | tail -20";
const SESSIONS = 60;
const LEAST_FAILURES = 4;
const MOST_FAILURES = 7;
const SHARES: readonly (readonly [MistakeKind, number])[] = [
  ["again", 0.45],
  ["looks alike", 0.25],
  ["new", 0.3],
];
const NAMES =
  ("moonPhase tideTable highWater lampState berthPlan foghorn anchorChain keel " +
    "rudder mast ferry buoyList shoal channel pilot harbour jetty crane ledger " +
    "cargo manifest beacon swell current drift spring neap gauge sluice weir")
    .split(" ");

interface Mistake {
  readonly text: ErrorText;
  readonly name: string;
}

const idOf = ({ text, name }: Mistake) =>
  `${ERROR_TEXTS.indexOf(text)} ${name}`;

/** What is seen of a check behind `2>&1 | tail -20` that has passed. */
const PASSES: readonly (readonly [RegExp, string])[] = [
  [/pytest|unittest/, "12 passed in 0.31s"],
  [/vitest|jest|npm (?:run )?test/, "Tests:  12 passed, 12 total\nTime: 1 s"],
  [/cargo test/, "test result: ok. 12 passed; 0 failed; 0 ignored"],
  [/cargo/, "Finished `dev` profile [unoptimized] target(s) in 1.2s"],
  [/go test/, "ok  \tapp/tide\t0.31s"],
  [/lint|ruff|clippy/, "0 issues."],
  [/npm run|pnpm run|yarn/, "> app@1.0.1 build\n> run"],
  [/tsc|go build|go vet|make|gcc|javac/, ""],
];
/** And of one that failed: its end, which does not say so. */
const HIDDEN = [
  "Time: 1 s\nRan all test suites.",
  "See the log for more.",
  "at run (node:internal/main/run:28:49)\nNode.js v22.1.0",
  "done in 1.2s",
];

/** `isPiped`: every command is run behind \`2>&1 | tail -20\`. */
export function syntheticSessions(
  seed: number,
  isPiped = false,
): SyntheticSession[] {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]) =>
    list[Math.floor(random() * list.length)] as T;
  const made: Mistake[] = [];
  const used = new Set<string>();
  const fresh = (texts: readonly ErrorText[]): Mistake => {
    for (;;) {
      const mistake = { text: pick(texts), name: pick(NAMES) };
      if (used.has(idOf(mistake))) continue;
      used.add(idOf(mistake));
      return mistake;
    }
  };
  const choose = (): [MistakeKind, Mistake] => {
    let left = random();
    const kind = SHARES.find(([, share]) => (left -= share) < 0)?.[0] ?? "new";
    const unused = ERROR_TEXTS.filter((text) =>
      made.every((one) => one.text !== text)
    );
    if (kind === "again" && made.length > 0) return [kind, pick(made)];
    if (kind === "looks alike" && made.length > 0) {
      return [kind, fresh([pick(made).text])];
    }
    return unused.length > 0
      ? ["new", fresh(unused)]
      : ["looks alike", fresh(ERROR_TEXTS)];
  };
  return Array.from({ length: SESSIONS }, (_, n) => {
    const writer = new SessionWriter(n, random, isPiped);
    const count = LEAST_FAILURES +
      Math.floor(random() * (MOST_FAILURES - LEAST_FAILURES + 1));
    const chosen = Array.from({ length: count }, choose);
    for (const [kind, mistake] of chosen) writer.fail(kind, mistake);
    made.push(...chosen.map(([, mistake]) => mistake));
    return writer;
  });
}

class SessionWriter implements SyntheticSession {
  readonly entries: L1Entry[] = [];
  readonly failures: SyntheticFailure[] = [];
  readonly #day: number;
  readonly #random: () => number;
  readonly #isPiped: boolean;

  constructor(day: number, random: () => number, isPiped: boolean) {
    this.#day = day;
    this.#random = random;
    this.#isPiped = isPiped;
  }

  /** A command fails, something is done, and mostly it passes then. */
  fail(kind: MistakeKind, { text, name }: Mistake): void {
    const named = (words: string) => words.replaceAll("NAME", name);
    const command = named(text.command);
    const output = this.#filled(named(text.output));
    const isSolved = this.#random() < 0.85;
    this.failures.push({
      mistake: idOf({ text, name }),
      kind,
      at: this.entries.length,
      isSolved,
      command,
      error: output,
    });
    const failed = () =>
      this.#tool("Bash", {
        cmd: command,
        result: "error",
        output: clip(output, OUTPUT_CHARS),
        error: tellingLine(output),
      });
    failed();
    if (this.#random() < 0.3) {
      this.#tool("Edit", { target: "src/guess.ts", diff: "-a\n+guess" });
      failed();
    }
    if (!isSolved) {
      if (this.#isPiped) this.#failUnseen(command);
      return;
    }
    this.#tool("Read", { target: "src/look.ts" });
    if ("edit" in text.fix) {
      const target = named(text.fix.edit);
      this.#tool("Edit", { target, diff: `-before\n+${name} as it must be` });
    } else this.#tool("Bash", { cmd: named(text.fix.run) });
    this.#pass(command);
  }

  #pass(command: string): void {
    if (!this.#isPiped) {
      return this.#tool("Bash", { cmd: command, output: "done" });
    }
    const seen = PASSES.find(([pattern]) => pattern.test(command))?.[1];
    this.#tool("Bash", { cmd: `${command}${PIPE}`, output: seen ?? "done" });
  }

  /** It is tried again and fails, but what is seen of it does not say so. */
  #failUnseen(command: string): void {
    this.#tool("Edit", { target: "src/guess.ts", diff: "-a\n+guess" });
    const output = HIDDEN[Math.floor(this.#random() * HIDDEN.length)] ?? "";
    this.#tool("Bash", { cmd: `${command}${PIPE}`, output });
  }

  #tool(name: string, fields: Partial<L1Entry>): void {
    const n = this.entries.length;
    const at = Date.UTC(2026, 0, 1 + this.#day, 9, n);
    this.entries.push({
      ts: new Date(at).toISOString(),
      role: "tool",
      id: `toolu_${n}`,
      name,
      result: "ok",
      ...fields,
    } as L1Entry);
  }

  /** What differs from run to run. */
  #filled(text: string): string {
    const below = (most: number) => Math.floor(this.#random() * most);
    const hex = (length: number) =>
      Array.from({ length }, () => below(16).toString(16)).join("");
    const values: Record<string, () => string> = {
      path: () =>
        `/home/ann/app${below(9)}/src/part${below(50)}/file${below(90)}`,
      n: () => String(1 + below(900)),
      ms: () => `${below(90)}.${below(100)}`,
      hash: () => hex(12),
      id: () => hex(32),
      time: () => `2026-0${1 + below(9)}-1${below(9)}T10_${10 + below(49)}_00`,
    };
    return text.replace(/\{(\w+)\}/g, (_, key) => values[key]?.() ?? "");
  }
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = state * 48271 % 2147483647) / 2147483647;
}
