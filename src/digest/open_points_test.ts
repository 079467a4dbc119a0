import { assertMatch, assertStringIncludes } from "@std/assert";
import {
  bash,
  claude,
  edit,
  failing,
  user,
} from "../../tests/support/world/l1_entries.ts";
import { digestOf } from "./digest.ts";
import type { L1Entry } from "../session/log_entry.ts";

/** So many turns that no digest has room for all of them. */
function longWork(turns: number): L1Entry[] {
  return Array.from({ length: turns }, (_, at) => [
    user(
      `Piece ${at}: check how the tide table of harbour ${at} is rounded, and whether its corrections are applied before or after`,
    ),
    edit(`/p/src/harbour${at}.ts`),
    bash(`git commit -m 'Round harbour ${at} after its corrections'`),
    claude(
      `Fixed the rounding of harbour ${at}, because it was applied before the corrections. The table of harbour ${at} is now right to the minute.`,
    ),
  ]).flat();
}

Deno.test("digestOf() cuts what is open last", async (t) => {
  for (const maxChars of [200, 500, 1200, 2000]) {
    await t.step(`what fails, in ${maxChars} characters`, () => {
      const work = [...longWork(40), failing("npm test", "Error: 3 of 9")];
      const digest = digestOf(work, { maxChars });
      assertMatch(
        digest,
        /\*\*Open at the end\*\*(?: \(\d of \d\))?\n- The last request/,
      );
    });
  }
  await t.step("a point longer than its share", () => {
    const left = "Not yet done: the table of the north harbour, which needs " +
      "the old corrections as the harbour master keeps them on paper, by hand.";
    const digest = digestOf(
      [...longWork(40), user("And the rest?"), claude(left)],
      { maxChars: 400 },
    );
    assertStringIncludes(digest, `**Open at the end**\n- ${left}`);
  });
});

Deno.test("digestOf() quotes what the user says came of a plan", () => {
  const early = longWork(12);
  const late = longWork(12);
  const digest = digestOf([
    ...early,
    user("Commit, but let's debug afterwards: the manual test of the ferry"),
    claude("Committed."),
    user("the manual test works now, update the notes"),
    claude("The notes are updated."),
    ...late,
  ], { maxChars: 2000 });
  assertStringIncludes(digest, "the manual test works now");
});

Deno.test("digestOf() passes over an answer that says little", () => {
  const talk = Array.from({ length: 12 }, (_, at) => [
    user(`How do the two functions of harbour ${at} read their table?`),
    claude(`Both functions of harbour ${at} have the same pattern.`),
  ]).flat();
  const digest = digestOf([
    user("Why are the tide tables a minute late?"),
    claude("The cause was the rounding, which came before the corrections."),
    ...talk,
    user("Thanks, and now paint the lighthouse in the red of the old one"),
    edit("/p/src/paint.ts"),
    claude("Painted the lighthouse."),
  ], { maxChars: 1000 });
  assertStringIncludes(digest, "- The cause was the rounding");
});
