/** "remember: …" in a prompt becomes a rule, and one line says so. */

import { isSystemError, UserError } from "../base/errors.ts";
import { isForEveryProject, rulesInPrompt } from "../base/remember_prompt.ts";
import type { Claim } from "../store/store.ts";
import type { HookCall } from "./hook.ts";

/** The line for the user, or undefined if the prompt states no rule. */
export async function rememberInPrompt(
  call: HookCall,
  prompt: string,
): Promise<string | undefined> {
  const { sessionId, store, world, budget } = call;
  const rules = rulesInPrompt(prompt);
  if (rules === undefined) return undefined;
  const { describeRemembered, rememberRule } = await import(
    "../knowledge/remember_rule.ts"
  );
  const claim = {
    who: "hook user-prompt-submit",
    waitMs: budget.remainingMs(),
  };
  try {
    const said: string[] = [];
    for (const text of rules) {
      const own = { text, session: sessionId };
      const remembered = isForEveryProject(prompt)
        ? await rememberEverywhere(call, text, claim)
        : await rememberRule(store, world, own, claim);
      said.push(describeRemembered(remembered));
    }
    return `Memory: ${said.join("; ")}`;
  } catch (error) {
    if (!(error instanceof UserError || isSystemError(error))) throw error;
    const { describeFailure } = await import("../base/system_error.ts");
    return `Memory: no rule was kept: ${describeFailure(error)}`;
  }
}

async function rememberEverywhere(
  { store, world }: HookCall,
  text: string,
  claim: Claim,
) {
  const by = await import("../knowledge/user_rules_by_hand.ts");
  return await by.rememberEverywhere(store, world, text, claim);
}
