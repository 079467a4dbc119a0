import { bold, cyan, dim } from "@std/fmt/colors";
import { showHit, type Shown, type ShownEntry } from "../../search/show_hit.ts";
import { plural } from "../../output/sizes.ts";
import { type Here, hereOf } from "../../base/local_stamp.ts";
import { localTime } from "../../output/times.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { readNumber } from "../search_options.ts";

const DEFAULT_CONTEXT = 2;

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const [id = ""] = invocation.positionals;
  const context = readNumber(invocation, "context", DEFAULT_CONTEXT, [0, 1000]);
  const shown = await showHit(
    assertStoreExists(await openStore()),
    id,
    context,
  );
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
