/**
 * SYNTHETIC: how often a failed command of made-up sessions is given a fix, and
 * whether it is the right one. Each failure asks all earlier sessions, as the
 * hook does. `--read N` prints N offers without saying which are right; the
 * answers follow with `--answers`. `--piped`: passes are behind a pipe, and so are
 * failures that nothing shows.
 *
 *     deno task measure:fixes:synthetic [--seed N] [--piped] [--read N [--answers]]
 */

import { textDigest } from "../src/base/text_digest.ts";
import { parseArgs } from "@std/cli/parse-args";
import { renderFix } from "../src/context/fix_text.ts";
import { signatureOfCall } from "../src/digest/error_signature.ts";
import { tellingLine } from "../src/digest/failures.ts";
import { renderTable } from "../src/output/table.ts";
import { findFix } from "../src/search/find_fix.ts";
import { withSearchIndex } from "../src/search/index/with_search_index.ts";
import { TemporaryStore } from "../tests/support/world/in_process.ts";
import {
  type MistakeKind,
  type SyntheticFailure,
  syntheticSessions,
} from "./synthetic_failures.ts";

/** A project each. */
const SEEDS = [7, 8, 9, 10, 11, 12];

interface Asked {
  readonly failure: SyntheticFailure;
  readonly hasSignature: boolean;
  /** The same mistake was solved in an earlier session. */
  readonly isKnown: boolean;
  readonly offer?: { readonly text: string; readonly isRight: boolean };
}

async function replay(seed: number, isPiped: boolean): Promise<Asked[]> {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  Deno.mkdirSync(store.layout.sessions, { recursive: true });
  const asked: Asked[] = [];
  const solved = new Set<string>();
  const mistakes = new Map<string, string>();
  for (
    const [n, { entries, failures }] of syntheticSessions(seed, isPiped)
      .entries()
  ) {
    const short = String(n).padStart(8, "0");
    await withSearchIndex(store, "measure", async (index) => {
      for (const failure of failures) {
        const { command, error, mistake } = failure;
        const signature = signatureOfCall({ name: "Bash", command, error });
        const fix = signature && await findFix(
          store,
          index.solved(textDigest(signature.text)),
          signature,
        );
        asked.push({
          failure,
          hasSignature: signature !== undefined,
          isKnown: solved.has(mistake),
          ...(fix
            ? {
              offer: {
                text: renderFix(fix),
                isRight: mistakes.get(`${fix.session}#${fix.from}`) === mistake,
              },
            }
            : {}),
        });
      }
    });
    for (const { mistake, at, isSolved } of failures) {
      mistakes.set(`${short}#${at}`, mistake);
      // A second failure of it, after a wrong guess.
      mistakes.set(`${short}#${at + 2}`, mistake);
      if (isSolved) solved.add(mistake);
    }
    const text = entries.map((one) => `${JSON.stringify(one)}\n`).join("");
    Deno.writeTextFileSync(store.layout.l1(`2026-01-01_0000_${short}`), text);
  }
  return asked;
}

function row(name: string, asked: readonly Asked[]): string[] {
  const offered = asked.filter(({ offer }) => offer);
  return [
    name,
    asked.length,
    asked.filter(({ hasSignature }) => hasSignature).length,
    offered.length,
    offered.filter(({ offer }) => offer?.isRight).length,
  ].map(String);
}

const flags = parseArgs(Deno.args, {
  string: ["seed", "read"],
  boolean: ["answers", "piped"],
});
const seeds = flags.seed === undefined ? SEEDS : [Number(flags.seed)];
const asked: Asked[] = [];
for (const seed of seeds) {
  asked.push(...await replay(seed, flags.piped === true));
}
const of = (kind: MistakeKind, isKnown: boolean) =>
  asked.filter(({ failure, ...one }) =>
    failure.kind === kind && one.isKnown === isKnown
  );
console.log(
  `SYNTHETIC: ${seeds.length} × 60 made-up sessions, error texts of many tools\n`,
);
console.log(renderTable([
  ["failures", "count", "with a signature", "offered", "right"],
  row("again, solved before", of("again", true)),
  row("again, never solved", of("again", false)),
  row("looks alike, never seen", of("looks alike", false)),
  row("new", of("new", false)),
  row("never seen, together", [
    ...of("looks alike", false),
    ...of("new", false),
  ]),
  row("all", asked),
]));
const offers = asked.filter(({ offer }) => offer)
  .slice(0, Number(flags.read ?? 0));
for (const [n, { failure: { command, error }, offer }] of offers.entries()) {
  const answer = flags.answers
    ? `   ${offer?.isRight ? "right" : "WRONG"}`
    : "";
  console.log(
    `\n${n + 1}. \`${command}\`: ${tellingLine(error)}\n   ` +
      `${offer?.text}${answer && `\n${answer}`}`,
  );
}
