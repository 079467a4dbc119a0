import { assertEquals, assertNotEquals } from "@std/assert";
import type { ToolEntry } from "../session/log_entry.ts";
import {
  commandKeys,
  errorKey,
  isSameSignature,
  signatureOf,
} from "./error_signature.ts";
import { tellingLine } from "./failures.ts";

const failed = (cmd: string, output: string, more = {}): ToolEntry => ({
  role: "tool",
  id: "toolu_1",
  name: "Bash",
  cmd,
  result: "error",
  output,
  ...more,
});

/** A line, and what is left of it; undefined where it says too little. */
const LINES: readonly (readonly [string, string | undefined])[] = [
  [
    "src/agent/a.ts(217,9): error TS2322: Type 'press' is not assignable",
    "TS2322: <path>: error ts2322: type 'press' is not assignable",
  ],
  [
    "cmd/main.go:24:6: G104: Errors unhandled (gosec)",
    "G104: <path>: g104: errors unhandled (gosec)",
  ],
  [
    "Error: Cannot find module '/home/ann/app/node_modules/left-pad/index.js'",
    ": error: cannot find module '<path>:index.js'",
  ],
  [
    "error TS2307: Cannot find module '@app/tide' or its declarations",
    "TS2307: error ts2307: cannot find module '<path>:tide' or its declarations",
  ],
  [
    "ENOENT: no such file or directory, open '/home/ann/app/tide.json'",
    "ENOENT: enoent: no such file or directory, open '<path>:tide.json'",
  ],
  ["CONFLICT (content): Merge conflict in src/deep/tide.ts", undefined],
  ["Error: Reference to undeclared input variable", undefined],
  [
    "npm ERR! 404 Not Found - GET https://registry.example.org/a/tide - Not found",
    ": npm err! <n> not found - get <url>:tide - not found",
  ],
  ["collect2: error: ld returned 1 exit status", undefined],
  ["FAILURE: Build failed with an exception.", undefined],
  ["error: failed to push some refs to 'example.org:app.git'", undefined],
  [
    "Error: connect ECONNREFUSED 127.0.0.1:5432",
    "ECONNREFUSED: error: connect econnrefused <n>:<n>",
  ],
  [
    "fatal: could not read 1f00ba4 from 2026-02-01T17:27:00Z after 3.5s",
    ": fatal: could not read <id> from <n> after <n>s",
  ],
  [
    "fatal: bad object 6b86b273ff34fce19d6b804eff5a3f5747ada4ea",
    ": fatal: bad object <id>",
  ],
  ["FAIL src/tide_test.ts", undefined],
  ["Exit code 1", undefined],
  ["npm ERR! code ELIFECYCLE", undefined],
  ["make: *** [Makefile:12: all] Error 2", undefined],
  ["ERROR task failed", undefined],
  ["3 failed, 12 passed", undefined],
  ["--- FAIL: TestTide (0.13s)", undefined],
  ["Error: expected 3, got 4", undefined],
  ['error: script "build" exited with code 1', undefined],
  ["", undefined],
];

Deno.test("errorKey() keeps what tells errors apart", async (t) => {
  for (const [line, key] of LINES) {
    await t.step(line || "nothing", () => assertEquals(errorKey(line), key));
  }
});

Deno.test("signatureOf() is the same for the same mistake elsewhere", () => {
  const here = signatureOf(failed(
    "cd app && npm run build 2>&1 | tail -5",
    "Exit code 2\nsrc/a.ts(1,2): error TS2304: Cannot find name 'tide'.",
  ));
  const there = signatureOf(failed(
    "npm run build",
    "src/deep/b.ts(118,27): error TS2304: Cannot find name 'tide'.",
  ));
  assertEquals(here, {
    tool: "Bash",
    program: "npm run build",
    error: "TS2304: <path>: error ts2304: cannot find name 'tide'",
  });
  assertEquals(there && isSameSignature(here, there), true);
  const other = signatureOf(failed(
    "npm run build",
    "src/a.ts(1,2): error TS2304: Cannot find name 'harbour'.",
  ));
  assertNotEquals(other, here);
});

Deno.test("signatureOf() takes the line from beyond the output's beginning", () => {
  const error = "Error: Cannot find module 'left-pad'";
  const entry = failed("npm test", "> app@1.0.0 test\n> node run", { error });
  assertEquals(
    signatureOf(entry)?.error,
    ": error: cannot find module 'left-pad'",
  );
});

/** What has no signature: looks around, refusals, success, unreadable lines. */
const NONE: readonly (readonly [string, ToolEntry])[] = [
  [
    "a look around",
    failed("ls types/", "ls: cannot access 'types/': No such file"),
  ],
  ["a search", failed("grep -r tide .", "grep: input error in tide")],
  [
    "a refusal",
    failed(
      "npm run build",
      "The user doesn't want to proceed with this tool use. error",
    ),
  ],
  ["a success", {
    ...failed("npm run build", "error: tide table missing"),
    result: "ok",
  }],
  ["an edit", {
    role: "tool",
    id: "x",
    name: "Edit",
    target: "a.ts",
    result: "error",
    output: "String to replace not found",
  }],
  ["nothing said", failed("npm run build", "Exit code 1")],
];

Deno.test("signatureOf() is silent where it is not sure", async (t) => {
  for (const [name, entry] of NONE) {
    await t.step(name, () => assertEquals(signatureOf(entry), undefined));
  }
});

const KEYS: readonly (readonly [string, readonly string[]])[] = [
  ["npm run build", ["npm run build"]],
  ["cd app && npm run build 2>&1 | tail -3", ["npm run build"]],
  ["OSD=sdl make -j4", ["make -j4"]],
  ["npm install && npm test", ["npm install", "npm test"]],
  ['git add . && git commit -m "fix: a; b && c"', [
    "git add .",
    "git commit -m",
  ]],
  ["git commit -m \"$(cat <<'EOF'\nOne; two && three\nEOF\n)\"", [
    "git commit -m",
  ]],
];

Deno.test("commandKeys() names the commands of a line", async (t) => {
  for (const [cmd, keys] of KEYS) {
    await t.step(cmd, () => assertEquals(commandKeys(cmd), keys));
  }
});

Deno.test("tellingLine() passes over passing tests and hollow lines", () => {
  const output = [
    "✓ throws an error for a tide below zero",
    "0 errors",
    "FAIL src/tide_test.ts",
    "TypeError: tide is not a function",
  ].join("\n");
  assertEquals(tellingLine(output), "TypeError: tide is not a function");
});
