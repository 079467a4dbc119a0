/** A prompt's context when nothing else can be done: the rules. */

import { DEFAULT_RULES } from "../context/rules_text.ts";
import type { HookOutput } from "./hook.ts";

export const output: HookOutput = {
  hookSpecificOutput: {
    hookEventName: "UserPromptSubmit",
    additionalContext: DEFAULT_RULES,
  },
};
