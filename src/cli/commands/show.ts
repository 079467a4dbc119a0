import { bold, cyan, dim } from "@std/fmt/colors";
import { showHit, type Shown, type ShownEntry } from "../../search/show_hit.ts";
import { plural } from "../../output/sizes.ts";
import type { Here } from "../../search/query/time_words.ts";
import { FOUND_HERE } from "../../context/foreign_memory.ts";
import { framed } from "../../context/frame.ts";
import { foreignStore } from "../../store/foreign_store.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { hereOf, localTime, readNumber, THEIRS } from "../search_options.ts";

const DEFAULT_CONTEXT = 2;

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const [id = ""] = invocation.positionals;
  const context = readNumber(invocation, "context", DEFAULT_CONTEXT, [0, 1000]);
  const store = await openStore();
  const theirs = id.startsWith(THEIRS) ? foreignStore(store) : undefined;
  if (theirs !== undefined) {
    const shown = await showHit(theirs, id.slice(THEIRS.length), context);
    const text = () => `${FOUND_HERE}\n${framed(render(shown, hereOf(world)))}`;
    output.result({ foreign: true, ...shown }, text);
    return 0;
  }
  const shown = await showHit(assertStoreExists(store), id, context);
  output.result(shown, () => render(shown, hereOf(world)));
  return 0;
}

function render({ entries, total }: Shown, here: Here): string {
  const rest = total - entries.length;
  return [
    ...entries.map((entry) => renderEntry(entry, here)),
    ...(rest > 0
      ? [
        dim(
          `${
            plural(rest, "more entry", "more entries")
          }; --context shows more of them`,
        ),
      ]
      : []),
  ].join("\n\n");
}

function renderEntry(entry: ShownEntry, here: Here): string {
  const { id, who, ts, text, isHit } = entry;
  const facts = [who, ...(ts ? [localTime(ts, here)] : [])].join(" · ");
  const head = isHit ? `${bold(cyan(id))}  ${facts}` : dim(`${id}  ${facts}`);
  return `${isHit ? "▶ " : "  "}${head}\n${text.trimEnd()}`;
}
