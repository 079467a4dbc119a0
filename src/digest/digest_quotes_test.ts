import { assert, assertStringIncludes } from "@std/assert";
import { claude, edit, user } from "../../tests/support/world/l1_entries.ts";
import { digestOf } from "./digest.ts";
import { gistOf, shorten } from "./wording.ts";

Deno.test("shorten() quotes what a request wants", async (t) => {
  const rows: [name: string, request: string, has: string, lacks: string][] = [
    [
      "a row of pasted output is no question",
      "now the list shows:  2026-03-02-ab12cd34  3            can you paint the quay?\n" +
      "that berth is not open yet, so counting down does not find it. " +
      "I wonder if we could keep the berth in the tide notes?",
      "I wonder if we could keep the berth in the tide notes?",
      "paint the quay",
    ],
    [
      "a wish that comes late",
      `I got this from the harbour master: ${
        "the tables are cut in the middle of a sign. ".repeat(4)
      }Can you fix that everywhere?`,
      "Can you fix that everywhere?",
      "",
    ],
    [
      "one that comes first stays",
      `Please fix the tables. ${"They are cut in the middle. ".repeat(9)}` +
      "I think we should tell the harbour master.",
      "Please fix the tables.",
      "harbour master",
    ],
    [
      "and so does what the wish is about",
      "The departures of the north harbour show an hour late since the clocks changed. Please find out why; the key in the log is none of ours.",
      "show an hour late since the clocks changed.",
      "none of ours",
    ],
    [
      "and what the user found",
      "That doesn't work since the number of a berth can change, which is " +
      "why the name of the ship is kept next to it in every table. Could we " +
      "note that down somewhere?",
      "since the number of a berth can change",
      "note that down",
    ],
    [
      "columns alone are still quoted",
      "berth   ship   depth",
      "berth ship depth",
      "",
    ],
  ];
  for (const [name, request, has, lacks] of rows) {
    await t.step(name, () => {
      const quote = shorten(request, 110);
      assertStringIncludes(quote, has);
      assert(lacks === "" || !quote.includes(lacks), quote);
      assert(quote.length <= 110, `${quote.length} characters`);
    });
  }
});

Deno.test("gistOf() tells what changed before what tests it", () => {
  const answer = [
    "All of it is addressed. Here is what changed:",
    "",
    "**`src/tables.ts`:**",
    "1. **Nested tables** — `readTable` now walks lists as well as maps, so that a list of corrections at the top is rounded like every other one, whatever it is nested in.",
    "2. **Errors of `encodeDepth`** — the signature changed from a string to a result, and the error goes up through `readTable` to the caller, who now sees the line it came from.",
    "",
    "**`src/tables_test.ts`:**",
    "- Updated the tests of `readTable` for the new result.",
    ...["nested lists", "empty lists", "broken signs", "old corrections"].map((
      what,
    ) => `- Added a test of ${what}, which covers fathoms, feet and metres.`),
  ].join("\n");
  const digest = digestOf([
    user("Please fix the four points of the review"),
    edit("/p/src/tables.ts"),
    claude(answer),
  ], { maxChars: 2000 });
  for (const told of ["`readTable` now walks lists", "signature changed"]) {
    assertStringIncludes(digest, told);
    assertStringIncludes(gistOf(answer, 500), told);
  }
});
