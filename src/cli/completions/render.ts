/** Completion scripts, made from the command table. */

import { renderBash } from "./bash.ts";
import { renderFish } from "./fish.ts";
import { completionPoints, valueFlags } from "./points.ts";
import { renderPowerShell } from "./powershell.ts";
import { renderZsh } from "./zsh.ts";

export type Shell = "bash" | "zsh" | "fish" | "powershell";

export function renderCompletions(shell: Shell): string {
  const points = completionPoints();
  const flags = valueFlags(points);
  switch (shell) {
    case "bash":
      return renderBash(points, flags);
    case "zsh":
      return renderZsh(points, flags);
    case "fish":
      return renderFish(points);
    case "powershell":
      return renderPowerShell(points, flags);
    default:
      return shell satisfies never;
  }
}
