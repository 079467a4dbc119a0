/** `fix` and `quiet`: what is given at a moment, by hand. */

import { UserError } from "../../base/errors.ts";
import { renderFix } from "../../context/fix_text.ts";
import {
  countMoments,
  type MomentCount,
} from "../../context/moment_outcomes.ts";
import { plural } from "../../base/format_count.ts";
import { tellingLine } from "../../digest/failures.ts";
import { saveTripwires } from "../../knowledge/tripwire_table.ts";
import { errorsIn, findFix } from "../../search/find_fix.ts";
import { withSearchIndex } from "../../search/index/with_search_index.ts";
import { changeQuiet, readQuiet } from "../../store/quiet_list.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { readWords } from "../read_stdin.ts";

export async function fix(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output } = call;
  const text = await readWords(invocation.positionals.join(" "));
  if (text.trim() === "") {
    throw new UserError("misuse", "No error text is given", [
      "Write it after the command, or pipe it in",
    ]);
  }
  const store = assertStoreExists(await openStore());
  const { value: found } = await withSearchIndex(
    store,
    "fix",
    async (index) => {
      for (const error of errorsIn(text, tellingLine(text))) {
        const fix = await findFix(store, index, { error });
        if (fix !== undefined) return fix;
      }
      return undefined;
    },
  );
  output.result(
    found ?? {},
    () => found ? renderFix(found) : "No fix is known for this error",
  );
  return found ? 0 : 1;
}

const ID = /^[\w.#/-]{2,200}$/;

export async function quiet(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output } = call;
  const [id] = invocation.positionals;
  const store = assertStoreExists(await openStore());
  if (invocation.switches.has("given")) {
    const counts = await countMoments(store);
    output.result(counts, () => renderCounts(counts));
    return 0;
  }
  if (id === undefined) {
    const ids = readQuiet(store);
    output.result(ids, () => ids.join("\n") || "Nothing is silenced");
    return 0;
  }
  if (!ID.test(id)) {
    throw new UserError("misuse", `"${id}" is not an id`, [
      "What is given at a moment names its id, as r003 or 3f2a9c11#41",
    ]);
  }
  const isQuiet = !invocation.switches.has("off");
  const claim = { who: "quiet", waitMs: 10_000 };
  const ids = await changeQuiet(store, id, isQuiet, claim);
  saveTripwires(store);
  output.result(
    ids,
    () => isQuiet ? `No more is said about ${id}` : `${id} is told again`,
  );
  return 0;
}

const NAMES = {
  fix: "fixes",
  file: "memories of a file",
  rule: "reminders of a rule",
  recall: "passages with a prompt",
} as const;

/** Whether a passage was of use, nothing shows. */
function renderCounts(counts: readonly MomentCount[]): string {
  if (counts.length === 0) return "Nothing was given in seven days";
  return counts.map(({ kind, given, sameAgain, success }) => {
    const what = `${NAMES[kind]}: given ${plural(given, "time")}`;
    if (kind === "recall" || kind === "file") return what;
    const again = kind === "rule" ? "broken again" : "same failure afterwards";
    return `${what}, ${again} ${plural(sameAgain, "time")}, ` +
      `success ${plural(success, "time")}`;
  }).join("\n");
}
