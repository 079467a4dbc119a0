import { assert, assertEquals } from "@std/assert";
import {
  bash,
  claude,
  declined,
  edit,
  failing,
  user,
} from "../../tests/support/world/l1_entries.ts";
import { workLines, type WorkStretch } from "./work_lines.ts";
import type { L1Entry } from "../session/log_entry.ts";

const PROJECT = "/p";
const whole = (entries: readonly L1Entry[]): WorkStretch => ({
  from: 0,
  to: entries.length,
  isOver: true,
  project: PROJECT,
});

const committed = bash("git commit -am 'Add the PDF'", {
  output: "[main 6f035fd] Add the PDF",
});

Deno.test("workLines() tells what the log knows", async (t) => {
  const rows: [
    name: string,
    entries: L1Entry[],
    stretch: Partial<WorkStretch>,
    lines: string[],
  ][] = [
    ["nothing", [user("Which port?"), claude("It is 8080.")], {}, []],
    [
      "a killed session: its request, and files without a commit",
      [
        user("Add the customer report"),
        edit("/p/src/report.mjs"),
        committed,
        claude("The report is there."),
        user("Now as a PDF"),
        edit("/p/src/pdf.mjs"),
      ],
      {},
      [
        "Files: `src/report.mjs`, `src/pdf.mjs`",
        "Commits: Add the PDF",
        "Open: the last request has no final answer: “Now as a PDF”",
        "Open: not committed here: `src/pdf.mjs`",
      ],
    ],
    [
      "a session that goes on has its answer to come",
      [user("Now as a PDF"), edit("/p/src/pdf.mjs")],
      { isOver: false },
      ["Files: `src/pdf.mjs`"],
    ],
    [
      "an earlier answer's open point, where nothing came back to it",
      [
        user("Add the report"),
        claude("The report is there. Page numbers are still missing."),
        user("Rename the menu"),
        edit("/p/src/menu.mjs"),
        claude("The menu is renamed."),
      ],
      {},
      ["Files: `src/menu.mjs`", "Open: Page numbers are still missing."],
    ],
    [
      "a list of things to do as the subject of the work",
      [
        user("Make a TODO app"),
        claude("The TODO app is complete: a todo has a checkbox and a text."),
        user("Describe it"),
        claude("The app is described."),
      ],
      {},
      [],
    ],
    [
      "and not where something did",
      [
        user("Add the report"),
        claude("The report is there. Page numbers are still missing."),
        user("Add the missing page numbers, still today"),
        claude("The page numbers are there."),
      ],
      {},
      [],
    ],
    [
      "what fails at the end of the stretch and did not pass since",
      [
        user("Make both green"),
        failing("npm test", "Error: 3 of 9"),
        failing("npm run lint", "Error: no semicolon"),
        user("Go on"),
        bash("npm test"),
        claude("The tests are green."),
      ],
      { to: 3 },
      ["Failed: `npm run lint` (Error: no semicolon)"],
    ],
    [
      "only what is in the stretch, and no end that is none",
      [
        user("One"),
        edit("/p/a.ts"),
        claude("Done."),
        user("Two"),
        edit("/p/b.ts"),
        bash("git status"),
        claude("Done too."),
      ],
      { from: 0, to: 3 },
      ["Files: `a.ts`"],
    ],
    [
      "a file of an earlier stretch that is gone now",
      [
        user("One"),
        edit("/p/a.ts"),
        claude("Done."),
        user("Remove it"),
        bash("rm /p/a.ts"),
        claude("Gone."),
      ],
      { from: 3 },
      ["Files: `a.ts` (removed)"],
    ],
    [
      "a call that the user said no to",
      [user("Push it"), declined("Bash", { cmd: "git push" })],
      {},
      ["Open: “Push it”; the user declined Bash git push"],
    ],
  ];
  for (const [name, entries, stretch, lines] of rows) {
    await t.step(name, () => {
      assertEquals(
        workLines(entries, { ...whole(entries), ...stretch }),
        lines,
      );
    });
  }
});

Deno.test("workLines() says it in six lines, each of one line", () => {
  const entries = [
    user("Do all of it"),
    edit("/p/a.ts"),
    committed,
    failing("npm test", "Error:\n## 2026-01-01_0000\nno"),
    ...["one", "two", "three", "four", "five"].flatMap((what) => [
      user(`Do the ${what}`),
      claude(`Point ${what} of the list is still open.`),
    ]),
    user("And the last"),
    edit("/p/b.ts"),
  ];
  const lines = workLines(entries, whole(entries));
  assertEquals(lines.length, 6);
  assert(lines.every((line) => /^(?:Files|Commits|Failed|Open): /.test(line)));
  assert(lines.every((line) => !line.includes("\n")));
});
