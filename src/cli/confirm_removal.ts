import { UserError } from "../base/errors.ts";
import type { CommandCall } from "./command.ts";

/** Say what would go and ask; where nobody can answer, `--yes` must. */
export function confirmRemoval(
  { invocation, output }: CommandCall,
  what: string,
): void {
  if (invocation.switches.has("yes")) return;
  output.note(`This removes ${what}`);
  if (Deno.stdin.isTerminal() && confirm("Go on?")) return;
  throw new UserError("refused", "Nothing was removed", [
    "Answer y, or add --yes where nobody can answer",
  ]);
}
