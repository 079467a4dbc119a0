import { assertEquals, assertNotEquals } from "@std/assert";
import type { ToolEntry } from "../session/log_entry.ts";
import { isSameSignature, signatureOf } from "./error_signature.ts";
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
    errorClass: "TS2304",
    text: "cannot find name 'tide'",
    isSpecific: true,
  });
  assertEquals(there && isSameSignature(here, there), true);
  const other = signatureOf(failed(
    "npm run build",
    "src/a.ts(1,2): error TS2304: Cannot find name 'harbour'.",
  ));
  assertNotEquals(other, here);
});

Deno.test("signatureOf() tells two conflicts of packages apart", async (t) => {
  const conflict = (said: string, from: string) => {
    const output = [
      "npm ERR! code ERESOLVE",
      `npm ERR! ERESOLVE ${said}`,
      "npm ERR!",
      "npm ERR! While resolving: app@1.0.0",
      "npm ERR! Found: react@18.2.0",
      "npm ERR!",
      "npm ERR! Could not resolve dependency:",
      `npm ERR! peer react@"^16.8.0 || ^17.0.0" from ${from}`,
    ].join("\n");
    return signatureOf(
      failed("npm ci", output, { error: tellingLine(output) }),
    );
  };
  for (
    const said of ["could not resolve", "unable to resolve dependency tree"]
  ) {
    await t.step(said, () => {
      const one = conflict(said, "quay-ui@4.0.1");
      assertEquals(one?.isSpecific, true);
      assertEquals(conflict(said, "quay-ui@4.0.2"), one);
      assertNotEquals(conflict(said, "lamp-ui@4.0.1"), one);
    });
  }
});

Deno.test("signatureOf() takes the line from beyond the output's beginning", () => {
  const error = "Error: Cannot find module 'left-pad'";
  const entry = failed("npm test", "> app@1.0.0 test\n> node run", { error });
  assertEquals(
    signatureOf(entry)?.text,
    "cannot find module 'left-pad'",
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

Deno.test("tellingLine() passes over passing tests and hollow lines", () => {
  const output = [
    "✓ throws an error for a tide below zero",
    "0 errors",
    "FAIL src/tide_test.ts",
    "TypeError: tide is not a function",
  ].join("\n");
  assertEquals(tellingLine(output), "TypeError: tide is not a function");
});

Deno.test("tellingLine() reads on where a line announces the cause", () => {
  const output = [
    "ImportError while importing test module '/app/tests/test_api.py'.",
    "Traceback:",
    "tests/test_api.py:1: in <module>",
    "E   ModuleNotFoundError: No module named 'httpx'",
  ].join("\n");
  assertEquals(
    tellingLine(output),
    "E ModuleNotFoundError: No module named 'httpx'",
  );
});

/** Outputs of tests and builds that failed, each of another mistake. */
const HOLLOW: readonly (readonly [string, string])[] = [
  [
    "npm test",
    "FAIL src/berth.test.ts\n  ● berth › books once\n\n" +
    "    expect(received).toBe(expected) // Object.is equality\n\n" +
    "    Expected: 3\n    Received: 4\n\nTest Suites: 1 failed, 3 passed",
  ],
  [
    "npx vitest run",
    " FAIL  src/a.test.ts > books once\n" +
    "AssertionError: expected 4 to be 3 // Object.is equality",
  ],
  [
    "pytest",
    "E       assert 4 == 3\n\ntests/test_a.py:4: AssertionError\n" +
    "FAILED tests/test_a.py::test_berth - assert 4 == 3\n1 failed in 0.02s",
  ],
  [
    "go test ./...",
    "--- FAIL: TestBerth (0.00s)\n    a_test.go:12: got 3, want 4\nFAIL\n" +
    "exit status 1\nFAIL\tgithub.com/x/harbour\t0.003s",
  ],
  [
    "go test ./berth",
    '    berth_test.go:88: Received expected response: {"berth":3}\nFAIL\n' +
    "FAIL\tgithub.com/x/harbour\t0.003s",
  ],
  [
    "cargo build",
    "error[E0308]: mismatched types\n  --> src/a.rs:12:5\n   |\n" +
    "12 |     depth\n   |     ^^^ expected `u32`, found `String`\n\n" +
    'error: could not compile `harbour` (bin "harbour")',
  ],
  [
    "cargo test",
    "test berth::books ... FAILED\n\n---- berth::books stdout ----\n" +
    "thread 'berth::books' panicked at src/berth.rs:12:9\n\n" +
    "error: test failed, to rerun pass `--lib`",
  ],
  [
    "mvn -q test",
    "[ERROR] Failures:\n[ERROR]   TideTest.rounds:12 expected: <3> but was: " +
    "<4>\n[ERROR] Tests run: 3, Failures: 1",
  ],
  [
    "npm run unit",
    "console.error Error: Could not read 'tide.json'\n" +
    "AssertionError: expected [ 'ebb' ] to deeply equal [ 'flood' ]",
  ],
  [
    "ninja",
    "FAILED: CMakeFiles/app.dir/main.cpp.o\nninja: build stopped: " +
    "subcommand failed.",
  ],
  [
    "docker build .",
    'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete ' +
    "successfully: exit code: 1",
  ],
];

Deno.test("signatureOf() is silent about what any mistake prints", async (t) => {
  for (const [cmd, output] of HOLLOW) {
    await t.step(cmd, () => {
      const entry = failed(cmd, output, { error: tellingLine(output) });
      assertEquals(signatureOf(entry), undefined);
    });
  }
});
