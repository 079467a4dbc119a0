/** `permanent …` and `remember`: rules, solutions and core logic. */

import { UserError } from "../../base/errors.ts";
import { oneLine } from "../../base/safe_text.ts";
import type { Permanent } from "../../knowledge/facts.ts";
import { requireFacts } from "../../knowledge/knowledge_files.ts";
import { removalReason } from "../../knowledge/permanent.ts";
import {
  addCoreLogic,
  addSolution,
  type Judgement,
  judgePermanent,
} from "../../knowledge/permanent_by_hand.ts";
import {
  describeRemembered,
  rememberRule,
} from "../../knowledge/remember_rule.ts";
import { describeTripwire } from "../../knowledge/tripwire.ts";
import { tripwiresOf } from "../../knowledge/tripwire_table.ts";
import { trips } from "../../knowledge/trips.ts";
import { attention } from "../../output/output.ts";
import { renderTable } from "../../output/table.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode, Invocation } from "../command.ts";
import { readWords } from "../read_stdin.ts";

export async function list(
  { openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const { layout } = assertStoreExists(await openStore());
  const { permanent } = requireFacts(layout);
  output.result(
    permanent,
    () => renderPermanent(permanent, world.now()) || "Nothing permanent yet",
  );
  return 0;
}

function renderPermanent(
  { rules, solutions, core_logic }: Permanent,
  now: Date,
): string {
  return [
    section(
      "Rules",
      rules.map((rule) => {
        const why = removalReason(rule, now);
        const note = why === undefined ? "" : attention(` (remove? ${why})`);
        const content = oneLine(rule.content) + note;
        return [
          rule.id,
          renderConfidence(rule.confidence),
          oneLine(rule.source),
          content,
        ];
      }),
    ),
    section(
      "Solutions",
      solutions.map(({ id, confidence, problem, solution }) => [
        id,
        renderConfidence(confidence),
        `${oneLine(problem)} → ${oneLine(solution)}`,
      ]),
    ),
    section(
      "Core logic",
      core_logic.map(({ id, feature, description, files }) => {
        const where = files.length > 0 ? ` (${files.join(", ")})` : "";
        return [id, oneLine(`${feature}: ${description}${where}`)];
      }),
    ),
  ].filter((text) => text !== "").join("\n\n");
}

const renderConfidence = (confidence: number) => confidence.toFixed(1);

function section(title: string, rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? "" : `${title}\n${renderTable(rows)}`;
}

export async function add(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
  const [kind, ...texts] = invocation.positionals;
  const { values } = invocation;
  const claim = { who: "permanent add", waitMs: 10_000 };
  if (kind === "rule") {
    const own = { text: texts.join(" "), reason: values.get("reason") };
    const added = await rememberRule(await openStore(), world, own, claim);
    output.result(added, () => describeRemembered(added));
    return 0;
  }
  const [first = "", second, extra] = texts;
  if (second === undefined || extra !== undefined) {
    throw new UserError("misuse", `"permanent add ${kind}" needs two texts`, [
      kind === "solution"
        ? 'Write memory-keeper permanent add solution "problem" "solution"'
        : 'Write memory-keeper permanent add core-logic "feature" "how"',
    ]);
  }
  const attempts = attemptsOf(invocation);
  const store = await openStore();
  const added = kind === "solution"
    ? await addSolution(
      store,
      { problem: first, solution: second, attempts },
      claim,
    )
    : await addCoreLogic(store, {
      feature: first,
      description: second,
      files: values.get("files"),
    }, claim);
  const { id, isNew } = added;
  output.result(
    added,
    () => isNew ? `Kept as ${id}` : `${id} says so already`,
  );
  return 0;
}

function attemptsOf({ values }: Invocation): number {
  const attempts = values.get("attempts") ?? "1";
  if (/^[1-9]\d{0,5}$/.test(attempts)) return Number(attempts);
  throw new UserError("misuse", `"--attempts" cannot be "${attempts}"`, [
    "Write a number from 1 on",
  ]);
}

export async function test(
  { invocation, openStore, output }: CommandCall,
): Promise<ExitCode> {
  const command = invocation.positionals.join(" ");
  const wires = tripwiresOf(assertStoreExists(await openStore()));
  const found = wires.filter((wire) =>
    command === "" || trips(wire, { tool: "Bash", command }) ||
    trips(wire, { tool: "Edit", file_path: command })
  );
  const rows = found.map((wire) => [
    wire.id,
    wire.deny ? "refuses" : "reminds",
    command === "" ? describeTripwire(wire) : wire.text,
  ]);
  const none = command === ""
    ? "No rule names a command or a path"
    : "No rule would say anything";
  output.result(found, () => renderTable(rows) || none);
  return found.length > 0 ? 0 : 1;
}

export function validate(call: CommandCall): Promise<ExitCode> {
  return judgeByCommand(call, "validate");
}

export function contradict(call: CommandCall): Promise<ExitCode> {
  return judgeByCommand(call, "contradict");
}

export function remove(call: CommandCall): Promise<ExitCode> {
  return judgeByCommand(call, "remove");
}

export async function remember(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
  const remembered = await rememberRule(await openStore(), world, {
    text: await readWords(invocation.positionals.join(" ")),
    reason: invocation.values.get("reason"),
  }, { who: "remember", waitMs: 10_000 });
  output.result(remembered, () => describeRemembered(remembered));
  return 0;
}

async function judgeByCommand(
  { invocation, openStore, output, world }: CommandCall,
  judgement: Judgement,
): Promise<ExitCode> {
  const [id = ""] = invocation.positionals;
  const store = assertStoreExists(await openStore());
  const { item } = await judgePermanent(store, world, { id, judgement }, {
    who: `permanent ${judgement}`,
    waitMs: 10_000,
  });
  const { confidence } = item;
  output.result(
    judgement === "remove" ? { removed: item } : item,
    () =>
      judgement === "remove"
        ? `Removed ${id}: ${describeItem(item)}`
        : `${id} has confidence ${confidence} now`,
  );
  return 0;
}

/** A rule's words, a solution's problem, the feature of core logic. */
function describeItem(item: Record<string, unknown>): string {
  const { content, problem, feature } = item;
  return oneLine(`${content ?? problem ?? feature ?? ""}`);
}
