/** A prompt's context when everything else fails: the rules. */

import { DEFAULT_RULES } from "../context/rules_text.ts";
import type { HookOutput } from "./hook.ts";

export const output: HookOutput = {
  hookSpecificOutput: {
    hookEventName: "UserPromptSubmit",
    additionalContext: DEFAULT_RULES,
  },
};
