import { UserError } from "../../base/errors.ts";

/** The door for events is in main.ts, and only where `hook` is the first word. */
export function run(): never {
  throw new UserError("misuse", '"hook" must be the first word', [
    "Claude Code calls it so; options stand behind it",
  ]);
}
