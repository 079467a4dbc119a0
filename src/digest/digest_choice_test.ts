import { assert, assertStringIncludes } from "@std/assert";
import {
  bash,
  claude,
  declined,
  edit,
  failing,
  tool,
  user,
} from "../../tests/support/world/l1_entries.ts";
import { digestOf } from "./digest.ts";
import type { L1Entry } from "../session/log_entry.ts";

Deno.test("digestOf() chooses what it quotes", async (t) => {
  const rows: [
    name: string,
    entries: L1Entry[],
    has: readonly string[],
    lacks: readonly string[],
  ][] = [
    [
      "requests that say nothing are left out",
      [
        user("Rename the module"),
        claude("Renamed the module to orders."),
        user("ok, thanks!"),
        claude("You are welcome."),
        user("/clear"),
      ],
      ["- Rename the module\n"],
      ["thanks", "/clear"],
    ],
    [
      "a subagent's edits count, its words do not",
      [
        user("Split the parser"),
        { role: "assistant", text: "I am an agent and split it.", agent: "a1" },
        edit("/p/src/parser.ts", { agent: "a1" }),
        edit("/p/src/lexer.ts"),
        { ...failing("npm run lint", "Error: agent"), agent: "a1" } as L1Entry,
        claude("The parser is split in two."),
      ],
      ["`parser.ts`", "`lexer.ts`", "split in two"],
      ["I am an agent"],
    ],
    [
      "a failed edit changed nothing",
      [
        user("Fix it please, the build is red"),
        edit("/p/a.ts", { result: "error", output: "not read yet" }),
        claude("I could not edit the file."),
      ],
      ["could not edit"],
      ["Files changed"],
    ],
    [
      "what the user refused is no failure",
      [
        user("Release the package"),
        declined("Bash", { cmd: "npm publish" }),
      ],
      ["- The user declined: Bash npm publish"],
      ["**Failed**"],
    ],
    ["a failure behind a pipe", [
      user("Run the tests"),
      bash("go test ./... 2>&1 | tail -20", {
        output: "--- FAIL: TestOrder (0.01s)",
      }),
      bash("make test"),
      claude("The tests are green after a second run."),
    ], [
      "`go test ./...`: --- FAIL: TestOrder (0.01s) → a similar one passed later",
    ], []],
    [
      "a look around that fails is not told",
      [
        user("Where is the config?"),
        failing("grep -r config src", "Exit code 1"),
        claude("It is in the home folder."),
      ],
      ["It is in the home folder."],
      ["**Failed**"],
    ],
    [
      "words before the last action conclude nothing",
      [
        user("Update the lock file"),
        claude("The lock file is fixed and complete."),
        bash("npm install", { result: "error", output: "npm ERR! network" }),
      ],
      ["Said on the way: The lock file", "Did not succeed: Bash npm install"],
      ["**Concluded**"],
    ],
    [
      "to-dos that the log has cut",
      [
        user("Port the client to the new API"),
        tool("TodoWrite", {
          info: `completed: ${"x".repeat(166)}; pending: port the upl`,
        }),
        claude("The download is ported."),
      ],
      ["- To do: port the upl…"],
      [],
    ],
    [
      "to-dos that were not ticked off",
      [
        user("Port the client to the new API"),
        tool("TodoWrite", {
          info: "completed: read the docs; pending: port the upload",
        }),
        claude("The download is ported."),
      ],
      ["- To do: port the upload"],
      ["read the docs"],
    ],
    [
      "an answered question",
      [
        user("Which database should it be? → SQLite"),
        claude("SQLite it is; the store uses it now."),
      ],
      ["- Which database should it be? → SQLite"],
      [],
    ],
    [
      "a compaction where there is little else",
      [
        {
          role: "summary",
          text:
            "This session is being continued.\n\n1. Primary Request and Intent:\n   The user wants invoices as PDF.",
        },
        edit("/p/src/invoice.ts"),
      ],
      ["**Before**", "invoices as PDF"],
      [],
    ],
    [
      "words before a call the user said no to are not the last state",
      [
        user("Plan the end-to-end tests"),
        claude("The full picture is clear. Let me update the plan."),
        edit("/p/plans/e2e.md"),
        declined("ExitPlanMode", { info: "plan: # Real Agents\n\n## Why" }),
      ],
      [
        "- Changed for it: `e2e.md`",
        "- Not approved by the user: the plan “Real Agents”",
      ],
      ["full picture", "Concluded"],
    ],
    [
      "a call the user interrupted",
      [
        user("Push it"),
        claude("The branch is ready."),
        bash("git push", {
          result: "error",
          output: "[Request interrupted by user for tool use]",
        }),
      ],
      ["- The user interrupted: Bash git push"],
      ["The branch is ready", "**Failed**"],
    ],
    [
      "words into which the user broke conclude nothing",
      [
        user("Streaming shows [object Object]"),
        claude("Fixed by sending the string directly instead of it:"),
        user("No, only single tokens are wrong"),
        claude("The cause is elsewhere. Let me look at the parser."),
        user("It works now, thank you for that"),
        claude("The parser is fixed. Let me know if it comes back."),
      ],
      ["- The parser is fixed."],
      ["sending the string", "cause is elsewhere"],
    ],
    [
      "the message of a commit represents its turn",
      [
        user("Fix the tokens"),
        edit("/p/src/a.ts"),
        bash('git add . && git commit -m "fix: send single tokens\n\n- why"'),
        user("And push it"),
        bash("git push"),
        claude("The branch is pushed."),
      ],
      ["**Committed and pushed**\n- fix: send single tokens"],
      ["not committed", "after the last commit"],
    ],
    [
      "what was changed and never committed, where git is used",
      [
        user("Move the help command"),
        edit("/p/src/help.ts"),
        bash("git status"),
        claude("Moved. Would you like me to commit?"),
        user("Write a text for a pull request"),
        claude("```\nTitle: Move the help command\n```"),
      ],
      [
        "- Answered with a text: “Title: Move the help command”",
        "- None of the changed files was committed here",
      ],
      [],
    ],
    [
      "what was changed after the last commit",
      [
        user("Fix both"),
        edit("/p/src/a.ts"),
        bash("git commit -am 'fix: a'", { output: "[main 6f035fd] fix: a" }),
        edit("/p/src/b.ts"),
        edit("/home/ann/.claude/plans/x.md"),
        claude("Both are fixed."),
      ],
      [
        "**Committed, not pushed here**\n- fix: a",
        "- Changed after the last commit: `b.ts`",
      ],
      [],
    ],
    [
      "no commit is told as that, also where git is not used",
      [user("Fix it now"), edit("/p/src/a.ts"), claude("It is fixed.")],
      ["**Files changed, no commit (in …/p/src)**"],
      [],
    ],
    [
      "what is not committed, and what it was changed for",
      [
        user("Rename the harbour"),
        edit("/p/src/harbour.ts"),
        bash('git commit -am "Rename the harbour"'),
        claude("Renamed and committed."),
        user("Now the ferry's timetable, too"),
        edit("/p/src/timetable.ts"),
        claude("The timetable follows."),
      ],
      [
        "- Changed after the last commit: `timetable.ts`, for “Now the ferry's timetable, too”",
      ],
      [],
    ],
    [
      "where nothing is open nothing is said of it",
      [user("Which port is it?"), claude("It is port 8080.")],
      ["**Concluded**\n- It is port 8080."],
      ["Open at the end"],
    ],
    [
      "what the user declined, with the words that followed",
      [
        user("Mend the guard"),
        declined("Bash", { cmd: "git push" }),
        user("first run the tests, please"),
        bash("deno test"),
        claude("The guard is fixed."),
      ],
      [
        "**Declined by the user**\n- Bash git push; then said: “first run the tests, please”",
        "**Checked last**\n- `deno test` passed",
      ],
      [],
    ],
    [
      "a plan that was shown twice",
      [
        user("Plan the tests"),
        declined("ExitPlanMode", { info: "plan: # Mocks" }),
        user("no mocks please, real agents"),
        declined("ExitPlanMode", { info: "plan: # Real Agents" }),
      ],
      [
        "- Not approved by the user, shown 2 times: the plan “Real Agents”",
        "- the plan “Mocks”; then said: “no mocks please, real agents”",
      ],
      ["no final answer"],
    ],
    [
      "the option that was chosen",
      [
        user("How shall the ferry be moored?"),
        claude("Two ways:\n\n1. **With ropes**\n2. With magnets\n\nWhich one?"),
        user("option 2"),
        claude("Magnets hold it now."),
        user("And at night?"),
        claude("A) a lamp\nB) a bell\n\nWhich do you prefer?"),
        user("B"),
        claude("The bell rings."),
      ],
      ["- option 2: With magnets", "- “Which do you prefer?” → B: a bell"],
      [],
    ],
    [
      "a proposal is no conclusion",
      [
        user("Could the two be one?"),
        claude("They could share a base class. Shall I merge them?"),
      ],
      ["- Proposed: They could share a base class."],
      [],
    ],
    [
      "points that were asked for and not mentioned",
      [
        user("Please:\n1. Rename the harbour\n2. Document the timetable"),
        edit("/p/src/harbour.ts"),
        claude("The harbour is renamed."),
      ],
      ["- Asked for and not mentioned since: Document the timetable"],
      [],
    ],
    [
      "points that were put off and not taken up",
      [
        user("Mend the guard"),
        claude(
          "The guard is fixed.\n\nRemaining work:\n- streaming tests\n- backpressure",
        ),
        user("Add the streaming tests"),
        claude("The streaming tests are there."),
      ],
      ["- Put off before: backpressure"],
      ["Put off before: streaming"],
    ],
    [
      "being ready is nothing open",
      [user("Open a pull request"), claude("Done.\n\nReady for review.")],
      [],
      ["**Open at the end**\n- Ready"],
    ],
    [
      "a bare command gives way to the first request in words",
      [
        user("/brainstorm"),
        claude("What about?"),
        ...Array.from({ length: 30 }, (_, i) => [
          user(`Request ${i} that asks for something of its own kind`),
          claude(`Answer ${i}.`),
        ]).flat(),
      ],
      ["- Request 0 that asks"],
      ["/brainstorm"],
    ],
    [
      "commands, our own skills and what steers the client are not asked",
      [
        user("/memory-keeper:save-memory everything of today"),
        user("/clear"),
        user("/pr"),
        user("/check --verbose --output /tmp/check.log"),
        user("/compact keep the plan in mind"),
        user("/fix-issue the tide table is an hour late"),
        claude("The table is right now."),
      ],
      ["**Asked**\n- /fix-issue the tide table is an hour late"],
      ["save-memory", "/pr", "/check", "/clear", "keep the plan"],
    ],
    [
      "a rule that the user states is not asked, what follows it is",
      [
        user("remember: All times are UTC"),
        claude("I keep to that."),
        user("remember everywhere: Answer in Korean"),
        claude("I keep to that too."),
        user("기억해 전체: 존댓말로 답한다"),
        claude("I keep to all of it."),
        user("기억해: 항상 마지막에 반올림한다\n\nThen fix the tide table"),
        claude("The table is right now."),
      ],
      ["**Asked**\n- Then fix the tide table"],
      ["remember", "UTC", "Korean", "존댓말", "반올림"],
    ],
    [
      "a shell command that the user ran asks nothing",
      [
        user("Fix the tide table"),
        claude("The table is right now."),
        user("! ls -la"),
      ],
      ["**Asked**\n- Fix the tide table", "The table is right now."],
      ["! ls", "has no final answer"],
    ],
    [
      "an interrupted call is no refusal, and the next prompt no reason for it",
      [
        user("Build the charts"),
        bash("npm run build", {
          result: "error",
          output: "[Request interrupted by user for tool use]",
        }),
        user("Which node version is this?"),
        claude("It is version 22."),
      ],
      ["- Which node version is this?"],
      ["Declined", "then said", "**Failed**"],
    ],
    [
      "Esc while a call runs reads like a refusal without words",
      [
        user("Build the charts"),
        bash("npm run build", {
          result: "error",
          output: "The user doesn't want to proceed with this tool use. The " +
            "tool use was rejected. STOP what you are doing and wait",
        }),
        user("Which node version is this?"),
        claude("It is version 22."),
      ],
      ["- Which node version is this?"],
      ["Declined", "then said", "**Failed**"],
    ],
    [
      "a session that ends with Esc",
      [
        user("Build the charts"),
        bash("npm run build", {
          result: "error",
          output: "The user doesn't want to proceed with this tool use.",
        }),
      ],
      ["- The user interrupted: Bash npm run build"],
      ["declined"],
    ],
    [
      "a call that a setting forbade was not declined by the user",
      [
        user("Fetch the page"),
        tool("WebFetch", {
          target: "https://example.org",
          result: "error",
          output: "Permission to use WebFetch has been denied.",
        }),
        claude("I may not fetch it."),
        user("Then read the copy in docs"),
        claude("The copy says 8080."),
      ],
      ["- Then read the copy in docs"],
      ["Declined"],
    ],
    [
      "a call without a result is not called a failure",
      [
        user("Migrate the store"),
        { role: "tool", id: "t", name: "Bash", cmd: "npm run migrate" },
      ],
      ["- Its result is not known: Bash npm run migrate"],
      ["Did not succeed"],
    ],
    [
      "a pull request alone is no commit",
      [
        user("Open it"),
        bash('gh pr create --title "Round the tides"'),
        claude("It is open."),
      ],
      ["**Published**\n- Pull request opened: Round the tides"],
      ["Committed"],
    ],
    [
      "the points of a list of next steps",
      [
        user("Set the project up"),
        claude(
          "The project is set up.\n\n## Next steps\n- wire the oracle\n\n## Layout\n- `src/`",
        ),
      ],
      ["**Open at the end**\n- wire the oracle"],
      ["- `src/`"],
    ],
    [
      "what was done before that all tests pass",
      [
        user("Store the branch name"),
        claude(
          "All tests pass.\n\nAdded the name of the branch to the metadata of every checkpoint, where the list of sessions finds and shows it, together with the message of the commit that belongs to it, also where that one lies on another branch.",
        ),
        ...["a", "b", "c", "d"].flatMap((name) => [
          user(`Now do the same for ${name}`),
          claude(`Did the same for ${name}.`),
        ]),
      ],
      ["- Added the name of the branch"],
      ["All tests pass"],
    ],
    [
      "the error at the end of a pasted output",
      [
        user(
          `./run.sh\n${
            "=> building the image\n".repeat(30)
          }Error: failed to solve: npm ci\n$`,
        ),
        claude("Changed it to npm install."),
      ],
      ["Error: failed to solve: npm ci\n"],
      [],
    ],
    [
      "a cause found on the way",
      [
        user("Why is it slow?"),
        claude("The cause is a timeout of the telemetry client at its end."),
        edit("/p/src/telemetry.ts"),
        claude("It is fast again."),
      ],
      ["- Found on the way: The cause is a timeout", "- It is fast again."],
      [],
    ],
    [
      "what was left to the user before the last request",
      [
        user("Attach the document to the issue"),
        claude("Attached. You may want to delete the old one manually."),
        user("Write the text of the pull request"),
        claude("Here it is, as a text to copy."),
      ],
      ["- Left to the user before: You may want to delete the old one"],
      [],
    ],
    [
      "a proposal before what was built",
      Array.from({ length: 20 }, (_, at) => [
        user(`Think about part ${at} of the design`),
        claude(`Let it be number ${at}, as a first proposal. Is that right?`),
      ]).flat().concat([
        user("Yes, build it"),
        edit("/p/a.ts"),
        claude(
          `The first part is built. ${"It works as it should. ".repeat(9)}`,
        ),
        user("Now the second, please"),
        edit("/p/b.ts"),
        claude(`The rest is built. ${"It works as it should. ".repeat(30)}`),
      ]),
      ["- The first part is built.", "- The rest is built."],
      ["number 0,"],
    ],
    [
      "Windows paths",
      [
        user("Fix both"),
        edit("C:\\work\\shop\\src\\a.ts"),
        edit("C:\\work\\shop\\lib\\b.ts"),
        claude("Both files are fixed."),
      ],
      ["(in …/C:/work/shop)", "`src/a.ts`, `lib/b.ts`"],
      [],
    ],
  ];
  for (const [name, entries, has, lacks] of rows) {
    await t.step(name, () => {
      const digest = digestOf(entries, { maxChars: 2000 });
      for (const words of has) assertStringIncludes(digest, words);
      for (const words of lacks) {
        assert(!digest.includes(words), `${words} in:\n${digest}`);
      }
    });
  }
});
