import { assertEquals } from "@std/assert";
import { bash, edit, failing } from "../../tests/support/world/l1_entries.ts";
import { type Commits, commitsOf } from "./commits.ts";
import type { L1Entry } from "../session/log_entry.ts";

Deno.test("commitsOf() reads what git was told and what it said", async (t) => {
  const rows: [name: string, entries: L1Entry[], is: Partial<Commits>][] = [
    ["no git", [edit("/a"), bash("npm test")], { usesGit: false, cleanAt: -1 }],
    [
      "a message in quotes",
      [bash('git commit -m "Fix it\n\nBecause"')],
      { subjects: ["Fix it"], cleanAt: 0, pushed: false },
    ],
    [
      "a message on one line",
      [bash("git -C /p commit -am 'Fix it' && git push")],
      { subjects: ["Fix it"], pushed: true },
    ],
    [
      "a message in a here-document",
      [bash("git add a && git commit -m \"$(cat <<'EOF'\nFix it\n\nEOF\n)\"")],
      { subjects: ["Fix it"] },
    ],
    [
      "what git reports is the whole subject",
      [bash('git commit -m "Fix th', { output: "[main 6f035fd] Fix this" })],
      { subjects: ["Fix this"] },
    ],
    [
      "an amended commit counts once",
      [
        bash('git commit -m "Fix"'),
        bash("git commit --amend --no-edit", { output: "[x 6f035fd] Fix" }),
      ],
      { subjects: ["Fix"], cleanAt: 1 },
    ],
    [
      "a commit after the push",
      [bash("git push"), bash('git commit -m "Fix"')],
      { pushed: false },
    ],
    [
      "a refused commit",
      [failing('git commit -m "Fix"', "lint failed")],
      { subjects: [], cleanAt: -1, usesGit: true },
    ],
    [
      "a commit that a hook refused behind a pipe",
      [bash('git commit -m "Fix" | tail -3', {
        output: "husky - pre-commit hook exited with code 1 (error)",
      })],
      { subjects: [], hasCommit: false, cleanAt: -1 },
    ],
    [
      "a commit that could not be, whatever followed",
      [bash('git commit -m "Fix" || true', {
        output: "On branch main\nno changes added to commit",
      })],
      { subjects: [], hasCommit: false, cleanAt: -1 },
    ],
    [
      "a commit that was only tried",
      [bash('git commit --dry-run -m "Fix"')],
      { subjects: [], hasCommit: false, cleanAt: -1 },
    ],
    [
      "a commit whose push failed",
      [failing(
        'git commit -am "Fix" && git push',
        "[main 6f035fd] Fix\n 1 file changed\nerror: failed to push some refs",
      )],
      { subjects: ["Fix"], hasCommit: true, pushed: false, cleanAt: 0 },
    ],
    [
      "another person committed",
      [failing("git commit -m x", "nothing to commit, working tree clean")],
      { subjects: [], cleanAt: 0 },
    ],
    [
      "a conflict resolved",
      [bash("git add . && git rebase --continue")],
      { cleanAt: 0 },
    ],
    [
      "a pull request",
      [bash('gh pr create --title "Fix it" --body "…"')],
      { subjects: ["Pull request opened: Fix it"] },
    ],
    ["only talk of it", [bash('echo "git commit -m x"')], { subjects: [] }],
  ];
  for (const [name, entries, is] of rows) {
    await t.step(name, () => {
      const commits = commitsOf(entries);
      assertEquals({ ...commits, ...is }, commits);
    });
  }
});
