/** Completion scripts, made from the command table. */

import { renderBash } from "./bash.ts";
import { renderFish } from "./fish.ts";
import { completionPoints, valueFlags } from "./points.ts";
import { renderPowerShell } from "./powershell.ts";
import { renderZsh } from "./zsh.ts";

const SHELLS = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
  powershell: renderPowerShell,
};
export type Shell = keyof typeof SHELLS;

export function renderCompletions(shell: Shell): string {
  const points = completionPoints();
  return SHELLS[shell](points, valueFlags(points));
}
