import { UserError } from "../base/errors.ts";
import type { CommandCall } from "./command.ts";

/** Says what would be removed and asks; without a terminal `--yes` is needed. */
export function confirmRemoval(
  { args, output }: CommandCall,
  what: string,
): void {
  if (args.switches.has("yes")) return;
  output.note(`This removes ${what}`);
  if (Deno.stdin.isTerminal() && isYes(prompt("Go on? [y/N]"))) return;
  throw new UserError("refused", "Nothing was removed", [
    "Answer y, or add --yes in a script",
  ]);
}

const isYes = (answer: string | null) => /^y(?:es)?$/i.test(answer ?? "");
