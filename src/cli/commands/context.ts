import { bold } from "@std/fmt/colors";
import { didYouMean } from "../../base/did_you_mean.ts";
import { UserError } from "../../base/errors.ts";
import {
  assembleContext,
  type AssembledContext,
} from "../../context/assemble_context.ts";
import {
  CONTEXT_MAX_UNITS,
  type PlannedSection,
} from "../../context/context_plan.ts";
import { CONTEXT_SECTIONS } from "../../context/context_sections.ts";
import { renderTable } from "../../output/table.ts";
import type { CommandCall } from "../command.ts";
import { offLine } from "../off_line.ts";

export async function run({ args, openStore, output, world }: CommandCall) {
  const section = assertSection(args.values.get("section"));
  const store = await openStore();
  const off = offLine(store, world);
  if (off !== undefined) {
    output.result({ context: "", units: 0, sections: [], off }, () => off);
    return;
  }
  const context = await assembleContext(store, world, {
    ...(section === undefined ? {} : { section }),
  });
  const explain = args.switches.has("explain");
  const { text, sections } = context;
  output.result(
    { context: text, units: text.length, sections },
    () => explain ? renderExplanation(context, output.width) : text,
  );
}

function assertSection(word: string | undefined): string | undefined {
  const names = CONTEXT_SECTIONS.map(({ name }) => name);
  if (word === undefined || names.includes(word)) return word;
  throw new UserError("misuse", `There is no section "${word}"`, [
    didYouMean(word, names) ?? `Use ${names.join(", ")}`,
  ]);
}

/** Lines that CLAUDE.md or MEMORY.md already has are counted as known. */
function describeShown({ shown, total, known, noun }: PlannedSection): string {
  const part = shown === total ? "all" : `${shown} of ${total} ${noun}`;
  return known === 0 ? part : `${part}, ${known} known already`;
}

function renderExplanation(
  { text, sections }: AssembledContext,
  width: number,
): string {
  const rows = sections.map((one) => [
    one.name,
    String(one.units),
    describeShown(one),
    one.why,
  ]);
  const sum = `${text.length} of ${CONTEXT_MAX_UNITS} characters, with the ` +
    "opening and the last line";
  if (rows.length === 0) return `${text}\n${sum}`;
  const header = ["section", "size", "shown", "why it is there"].map(bold);
  return `${renderTable([header, ...rows], width)}\n${sum}`;
}
