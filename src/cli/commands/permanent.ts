/** `permanent …` and `remember`: rules, solutions and core logic. */

import { UserError } from "../../base/errors.ts";
import { oneLine } from "../../base/safe_text.ts";
import { ownRulesText } from "../../context/rules_text.ts";
import { readWritten } from "../../memory/written_files.ts";
import type { Permanent } from "../../knowledge/facts.ts";
import { requireFacts } from "../../knowledge/knowledge_files.ts";
import { removalReason } from "../../knowledge/permanent.ts";
import {
  addCoreLogic,
  addSolution,
  type Judgement,
  judgePermanent,
} from "../../knowledge/permanent_by_hand.ts";
import { readDoubts, withDoubt } from "../../knowledge/read_doubts.ts";
import {
  describeRemembered,
  rememberRule,
} from "../../knowledge/remember_rule.ts";
import { describeTripwire } from "../../knowledge/tripwire.ts";
import { placeOf, tripwiresOf } from "../../knowledge/tripwire_table.ts";
import { brokenRules } from "../../knowledge/trips.ts";
import { readUserRules } from "../../knowledge/user_rules.ts";
import {
  rememberEverywhere,
  removeUserRule,
} from "../../knowledge/user_rules_by_hand.ts";
import { attention } from "../../output/output.ts";
import { renderTable } from "../../output/table.ts";
import type { Store } from "../../store/store.ts";
import { claimOf, type CommandCall } from "../command.ts";
import { readNumber } from "../search_options.ts";
import { readWords } from "../read_stdin.ts";
import { findChangeable, removeTeams } from "../team_facts.ts";
import { renderDoubt } from "../render_fields.ts";

export async function list({ openStore, output, world }: CommandCall) {
  const store = await openStore();
  const everywhere = readUserRules(store.project)
    .map((content, i) => ({ id: `g${i + 1}`, content }));
  const { permanent } = requireFacts(store.layout);
  const { rules, solutions, core_logic } = permanent;
  const items = [...rules, ...solutions, ...core_logic];
  const doubts = readDoubts(store, world, items);
  const marked = <T extends { readonly id: string }>(list: readonly T[]) =>
    list.map((item) => withDoubt(item, doubts));
  output.result(
    {
      ...permanent,
      rules: marked(rules),
      solutions: marked(solutions),
      core_logic: marked(core_logic),
      ...(everywhere.length > 0 ? { everywhere } : {}),
    },
    () =>
      [
        renderPermanent(permanent, world.now(), doubts, output.width),
        section(
          "For every project",
          everywhere.map(({ id, content }) => [id, oneLine(content)]),
          output.width,
        ),
        promptNote(
          store,
          everywhere.length > 0 ||
            rules.some(({ source }) => source === "user"),
        ),
      ].filter((text) => text !== "").join("\n\n") || "Nothing permanent yet",
  );
}

/** What goes with a prompt and is not in the list, or that none of it does. */
function promptNote({ config, layout }: Store, hasStated: boolean): string {
  if (config.rules === "off") {
    return "No rules go with prompts: the setting rules is off";
  }
  if (ownRulesText(readWritten(layout, "rules")) !== undefined) {
    return 'rules.md goes with prompts too; "memory-keeper notes get rules" shows it';
  }
  return hasStated || config.rules === "own"
    ? ""
    : "The default working rules go with prompts until you state one; " +
      '"memory-keeper config set rules off" stops them';
}

const section = (
  title: string,
  rows: readonly (readonly string[])[],
  width: number,
) => rows.length === 0 ? "" : `${title}\n${renderTable(rows, width)}`;

function renderPermanent(
  { rules, solutions, core_logic }: Permanent,
  now: Date,
  doubts: ReadonlyMap<string, string>,
  width: number,
): string {
  const doubtOf = (id: string) => renderDoubt(doubts.get(id));
  return [
    section(
      "Rules",
      rules.map((rule) => {
        const why = removalReason(rule, now);
        const note = why === undefined ? "" : attention(` (remove? ${why})`);
        const content = oneLine(rule.content) + doubtOf(rule.id) + note;
        return [
          rule.id,
          renderConfidence(rule.confidence),
          oneLine(rule.source),
          content,
        ];
      }),
      width,
    ),
    section(
      "Solutions",
      solutions.map(({ id, confidence, problem, solution }) => [
        id,
        renderConfidence(confidence),
        `${oneLine(problem)} → ${oneLine(solution)}${doubtOf(id)}`,
      ]),
      width,
    ),
    section(
      "Core logic",
      core_logic.map(({ id, feature, description, files }) => {
        const where = files.length > 0 ? ` (${files.join(", ")})` : "";
        const what = oneLine(`${feature}: ${description}${where}`);
        return [id, what + doubtOf(id)];
      }),
      width,
    ),
  ].filter((text) => text !== "").join("\n\n");
}

const renderConfidence = (confidence: number) => confidence.toFixed(1);

export async function add({ args, openStore, output, world }: CommandCall) {
  const [kind, ...texts] = args.positionals;
  const { values } = args;
  const claim = claimOf("permanent add");
  if (kind === "rule") {
    const own = { text: texts.join(" "), reason: values.get("reason") };
    const added = await rememberRule(await openStore(), world, own, claim);
    output.result(added, () => describeRemembered(added));
    return;
  }
  const [first = "", second, extra] = texts;
  if (second === undefined || extra !== undefined) {
    throw new UserError("misuse", `"permanent add ${kind}" needs two texts`, [
      kind === "solution"
        ? 'Write memory-keeper rules add solution "problem" "solution"'
        : 'Write memory-keeper rules add core-logic "feature" "how"',
    ]);
  }
  const attempts = readNumber(args, "attempts", 1, [1, 999_999]);
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
  output.result(added, () => isNew ? `Kept as ${id}` : `${id} says so already`);
}

export async function test({ args, keptStore, output, world }: CommandCall) {
  const command = args.positionals.join(" ");
  const store = await keptStore();
  const wires = tripwiresOf(store);
  const place = { ...placeOf(store, wires), cwd: world.cwd() };
  const broken = [
    ...brokenRules(wires, { tool: "Bash", command }, place),
    ...brokenRules(wires, { tool: "Edit", file_path: command }, place),
  ];
  // One that refuses comes before the same one that reminds.
  const found = command === ""
    ? wires
    : broken.filter(({ id }, n) =>
      broken.findIndex((one) => one.id === id) === n
    );
  const rows = found.map((wire) => [
    wire.id,
    wire.deny ? "refuses" : "reminds",
    command === "" ? describeTripwire(wire) : wire.text,
  ]);
  const none = store.config.tripwires === "off"
    ? "The setting tripwires is off: no call is compared with a rule"
    : command === ""
    ? "No rule names a command or a path"
    : "No rule would say anything";
  output.result(found, () => renderTable(rows) || none);
  return found.length > 0 ? 0 : 1;
}

export const validate = (call: CommandCall) => judgeByCommand(call, "validate");
export const contradict = (call: CommandCall) =>
  judgeByCommand(call, "contradict");

export async function remove(call: CommandCall) {
  const { args, openStore, output } = call;
  const [id = ""] = args.positionals;
  if (!/^g\d+$/.test(id)) return await removePermanent(call, id);
  const claim = claimOf("rules remove");
  const content = await removeUserRule(await openStore(), id, claim);
  output.result(
    { removed: { id, content } },
    () => `Removed ${id}: ${content}`,
  );
}

/** By its own id, or as the team calls it. */
async function removePermanent(call: CommandCall, id: string) {
  const store = await call.keptStore();
  const { own = id, migrated } = findChangeable(store, id);
  if (migrated) return await removeTeams(call, store, migrated);
  await judgeByCommand(call, "remove", own);
}

export async function remember(
  { args, openStore, output, world }: CommandCall,
) {
  const text = await readWords(args.positionals.join(" "));
  const claim = claimOf("remember");
  const store = await openStore();
  const reason = args.values.get("reason");
  const remembered = args.switches.has("global")
    ? await rememberEverywhere(
      store,
      world,
      reason ? `${text} (${reason})` : text,
      claim,
    )
    : await rememberRule(store, world, { text, reason }, claim);
  output.result(remembered, () => describeRemembered(remembered));
}

async function judgeByCommand(
  { args, keptStore, output, world }: CommandCall,
  judgement: Judgement,
  id = args.positionals[0] ?? "",
) {
  const store = await keptStore();
  const { item } = await judgePermanent(
    store,
    world,
    { id, judgement },
    claimOf(`permanent ${judgement}`),
  );
  const { confidence } = item;
  output.result(
    judgement === "remove" ? { removed: item } : item,
    () =>
      judgement === "remove"
        ? `Removed ${id}: ${describeItem(item)}`
        : `${id} has confidence ${confidence} now`,
  );
}

/** A rule's words, a solution's problem, the feature of core logic. */
function describeItem(item: Record<string, unknown>): string {
  const { content, problem, feature } = item;
  return oneLine(`${content ?? problem ?? feature ?? ""}`);
}
