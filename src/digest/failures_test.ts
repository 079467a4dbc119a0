import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  bash,
  claude,
  failing,
  user,
} from "../../tests/support/world/l1_entries.ts";
import { digestOf } from "./digest.ts";
import {
  commandOutcome,
  failedCommands,
  lastCheck,
  tellingLine,
} from "./failures.ts";
import type { L1Entry } from "../session/log_entry.ts";

Deno.test("digestOf() tells what failed and what became of it", async (t) => {
  const rows: [
    name: string,
    entries: L1Entry[],
    has: readonly string[],
    lacks: readonly string[],
  ][] = [
    [
      "a subagent's failures are told, whatever its summary says",
      [
        user("Build the tide table app"),
        ...Array.from({ length: 4 }, (): L1Entry => ({
          ...failing("npm run build", "npm warn config\nTypeError: no table"),
          agent: "a1",
        } as L1Entry)),
        { role: "assistant", text: "It is fully functional.", agent: "a1" },
        claude("The app is complete and fully functional."),
      ],
      [
        "**Failed**\n- `npm run build` ×4 (subagent): TypeError: no table → never passed",
        "**Checked last**\n- `npm run build` failed",
        "**Open at the end**\n- Failed and did not pass since: `npm run build` ×4 (subagent)",
      ],
      ["Nothing the log shows"],
    ],
    [
      "what failed in a subagent and passed here is fixed",
      [
        user("Build the tide table app"),
        { ...failing("npm run build", "Error: x"), agent: "a1" } as L1Entry,
        bash("npm run build"),
        claude("The app is complete."),
      ],
      ["`npm run build` (subagent): Error: x → passed later"],
      ["did not pass since", "Open at the end"],
    ],
    [
      "a look at tests is no test, and nothing to commit is no failure",
      [
        user("Make the build green"),
        failing("npm run build", "Error: x"),
        bash("ls build"),
        bash("find . -name '*.spec.ts' | xargs grep -l tide"),
        failing("git commit -m x", "nothing to commit, working tree clean"),
        claude("The build script is fixed."),
      ],
      [
        "`npm run build`: Error: x → not run again",
        "**Checked last**\n- `npm run build` failed",
        "Failed and did not pass since: `npm run build`",
      ],
      ["git commit"],
    ],
    [
      "a check behind a pipe whose end the log does not have",
      [
        user("Make the tests green"),
        failing("npm test", "Error: x"),
        bash("npm test 2>&1 | tail -50", { output: "ok tide\n".repeat(25) }),
        claude("See above."),
      ],
      [
        "`npm test`: Error: x → run again later",
        "**Checked last**\n- `npm test` was run; its end is not in the log",
      ],
      ["passed", "did not pass since"],
    ],
    [
      "a check that was running when the session broke off",
      [
        user("Make the tests green"),
        failing("npm test", "Error: x"),
        { role: "tool", id: "t", name: "Bash", cmd: "npm test" },
      ],
      ["`npm test`: Error: x → run again later", "Its result is not known"],
      ["not run again", "did not pass since"],
    ],
    [
      "a check behind a pipe whose output the log has",
      [
        user("Make the tests green"),
        failing("npm test", "Error: x"),
        bash("npm test 2>&1 | tail -5", { output: "ok tide" }),
        claude("See above."),
      ],
      ["→ passed later", "- `npm test` passed"],
      [],
    ],
    [
      "a command that failed once is told as that",
      [
        user("Deploy the tide tables"),
        failing("./deploy.sh prod", "Error: no access"),
        claude("The tables are deployed by hand."),
      ],
      ["**Failed**\n- `./deploy.sh prod`: Error: no access → not run again"],
      ["Open at the end"],
    ],
    [
      "a failure the session broke off with is told once",
      [user("Run the tests"), failing("npm test", "Error: 3 of 9")],
      ["Did not succeed: Bash npm test"],
      ["did not pass since"],
    ],
  ];
  for (const [name, entries, has, lacks] of rows) {
    await t.step(name, () => {
      const digest = digestOf(entries, { maxChars: 2000 });
      for (const text of has) assertStringIncludes(digest, text);
      for (const text of lacks) assert(!digest.includes(text), digest);
    });
  }
});

const followed = (failed: string, later: string) =>
  failedCommands([failing(failed, "Error: x"), bash(later)])[0]?.followed;

/** A failure, what passed after it, and whether that says the same. */
const LATER: readonly (readonly [string, string, string])[] = [
  ["npm test", "npm test", "passed later"],
  ["npm test", "npx vitest run", "a similar one passed later"],
  ["npm test", "go test ./...", "not run again"],
  ["cargo test", "pytest -q", "not run again"],
  ["go test ./...", "make test", "a similar one passed later"],
  ["make test", "go test ./...", "a similar one passed later"],
  ["npm run test:e2e", "npm run test:unit", "not run again"],
  ["npm run test:e2e", "npm test", "a similar one passed later"],
  ["npm run test:e2e", "npm run test:ci", "a similar one passed later"],
  ["npm test", "npm run test:unit", "a similar one passed later"],
  ["cd web && npm test", "cd api && npm test", "not run again"],
  ["cd web && npm test", "cd web && npm test", "passed later"],
  ["cd web && npm test", "npm test", "passed later"],
];

Deno.test("failedCommands() knows what answers the same question", async (t) => {
  for (const [failed, later, expected] of LATER) {
    await t.step(`${failed}; ${later}`, () => {
      assertEquals(followed(failed, later), expected);
    });
  }
});

/** A check whose exit code the line does not have, and how it ended. */
const OVERRULED: readonly (readonly [string, string, string])[] = [
  ['npm test; echo "exit: $?"', "2 lamps are dark\nexit: 1", "failed"],
  ['npm test; echo "exit: $?"', "exit: 0", "passed"],
  ['npm test | tail -3; echo "exit: $?"', "exit: 0", "was run"],
  ["npm test; echo done", "done", "was run"],
  ["npm test\nls", "a.ts", "was run"],
  ["npm test || true", "a lamp is dark", "was run"],
  ["npm test; echo done", "2 failed\ndone", "failed"],
  ["npm ci; npm test", "fine", "passed"],
  ["npm test && echo done", "done", "passed"],
  ['git commit -m "Fix; test it"; npm test', "fine", "passed"],
];

Deno.test("lastCheck() does not take the end of a line for the check's", async (t) => {
  for (const [cmd, output, how] of OVERRULED) {
    await t.step(`${cmd}: ${output}`, () => {
      const entry = { ...bash(cmd), output } as L1Entry;
      assertStringIncludes(lastCheck([entry]), `\` ${how}`);
      const { passed, failed } = commandOutcome(entry) ?? {};
      assertEquals([passed, failed], [how === "passed", how === "failed"]);
    });
  }
});

Deno.test("failedCommands() names the last command of a line that failed", () => {
  const [one] = failedCommands([failing("npm test; node tide.js", "Error: x")]);
  assertEquals(one?.isCheck, false);
});

/** As real tools print it, and the line that says what went wrong. */
const PRINTED: readonly (readonly [string, string, string])[] = [
  [
    "behind a runner's tag",
    "[lint:go] $ tasks/lint/go\n[lint:go] tide.go:10:17: assignment mismatch: 2 variables\n[lint:go] ERROR task failed",
    "tide.go:10:17: assignment mismatch: 2 variables",
  ],
  [
    "at a place, if the rest says little",
    "tide.go:15:16: e.Ebb undefined (type E has no field or method Ebb)\nFAIL tides [build failed]",
    "tide.go:15:16: e.Ebb undefined (type E has no field or method Ebb)",
  ],
  [
    "an error before what is only at a place",
    "tide.c:1:2: unused moon\ntide.c:9:2: error: no ebb",
    "tide.c:9:2: error: no ebb",
  ],
  [
    "a formatter's columns are none",
    "× Formatter would have printed:\n 79     │ - ··catch((error)·=>·{\n 80  80 │   error();",
    "× Formatter would have printed:",
  ],
  [
    "a bundler's warning is none",
    "a.mjs (1:0): Error when using sourcemap for reporting an error\nerror TS2304: Cannot find name 'tide'",
    "error TS2304: Cannot find name 'tide'",
  ],
  [
    "without links",
    "a.ts: \x1b]8;;https://example.org/error\x1b\\rule\x1b]8;;\x1b\\ failed",
    "a.ts: rule failed",
  ],
];

Deno.test("tellingLine() finds what went wrong", async (t) => {
  for (const [name, output, line] of PRINTED) {
    await t.step(name, () => assertEquals(tellingLine(output), line));
  }
});
