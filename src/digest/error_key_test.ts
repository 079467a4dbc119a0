import { assert, assertEquals } from "@std/assert";
import { errorKey } from "./error_key.ts";

/** A line, its class, and what is left of it; "" where it says too little. */
const LINES: readonly (readonly [string, string, string])[] = [
  [
    "src/agent/a.ts(217,9): error TS2322: Type 'press' is not assignable",
    "TS2322",
    "type 'press' is not assignable",
  ],
  [
    "Error: Cannot find module '/home/ann/app/node_modules/left-pad/index.js'",
    "",
    "cannot find module '<path>:left-pad/index.js'",
  ],
  [
    "error TS2307: Cannot find module '@app/tide' or its declarations",
    "TS2307",
    "cannot find module '<path>:@app/tide' or its declarations",
  ],
  [
    "ENOENT: no such file or directory, open '/home/ann/app/tide.json'",
    "ENOENT",
    "no such file or directory, open '<path>:tide.json'",
  ],
  [
    "npm ERR! 404 Not Found - GET https://registry.example.org/a/tide - Not found",
    "",
    "status_404 not found - get <url>:tide - not found",
  ],
  [
    "Error: connect ECONNREFUSED 127.0.0.1:5432",
    "ECONNREFUSED",
    "connect econnrefused port_5432",
  ],
  [
    "error during build: Port 3000 is already in use",
    "",
    "during build: port_3000 is already in use",
  ],
  [
    "E   ModuleNotFoundError: No module named 'httpx'",
    "ModuleNotFoundError",
    "no module named 'httpx'",
  ],
  ["pkg/server.go:42:9: undefined: newHandler", "", "undefined: newhandler"],
  [
    "gfx.c:12:10: fatal error: zlib.h: No such file or directory",
    "",
    "zlib.h: no such file or directory",
  ],
  [
    "오류: 설정 파일을 찾을 수 없습니다: /home/u/설정.json",
    "",
    "설정 파일을 찾을 수 없습니다: <path>설정.json",
  ],
  ["KeyError: 'lr'", "KeyError", "'lr'"],
  ["CONFLICT (content): Merge conflict in src/deep/tide.ts", "", ""],
  ["Error: Reference to undeclared input variable", "", ""],
  ["collect2: error: ld returned 1 exit status", "", ""],
  ["FAILURE: Build failed with an exception.", "", ""],
  ["error: failed to push some refs to 'example.org:app.git'", "", ""],
  ["FAIL src/tide_test.ts", "", ""],
  ["Exit code 1", "", ""],
  ["npm ERR! code ELIFECYCLE", "", ""],
  ["make: *** [Makefile:12: all] Error 2", "", ""],
  ["ERROR task failed", "", ""],
  ["3 failed, 12 passed", "", ""],
  ["--- FAIL: TestTide (0.13s)", "", ""],
  ["Error: expected 3, got 4", "", ""],
  ['error: script "build" exited with code 1', "", ""],
  ["CMake Error at CMakeLists.txt:12 (find_package):", "", ""],
  ["SyntaxError: Unexpected token '}'", "", ""],
  ["src/a.ts(12,5): error TS1005: ';' expected.", "", ""],
  ["IndentationError: unexpected indent", "", ""],
  ["error[E0308]: mismatched types", "", ""],
  ["E   AssertionError: assert 3 == 4", "", ""],
  ["expect(received).toBe(expected) // Object.is equality", "", ""],
  ["ImportError while importing test module '/app/test_api.py'.", "", ""],
  ["app/lib/tide.ts", "", ""],
  ["error: could not apply fb89908... fix: read the tide table", "", ""],
  ["", "", ""],
];

Deno.test("errorKey() keeps what tells errors apart", async (t) => {
  for (const [line, errorClass, text] of LINES) {
    await t.step(line || "nothing", () => {
      const key = errorKey(line);
      assertEquals([key?.errorClass ?? "", key?.text ?? ""], [
        errorClass,
        text,
      ]);
    });
  }
});

/** Two errors that look alike and are not the same. */
const APART: readonly (readonly [string, string])[] = [
  [
    "Request failed with status code 401",
    "Request failed with status code 500",
  ],
  ["Port 3000 is already in use", "Port 5432 is already in use"],
  ["listen EADDRINUSE: in use :::3000", "listen EADDRINUSE: in use :::5173"],
  ["No module named 'httpx'", "No module named 'requests'"],
  [
    "fatal error: SDL2/SDL.h: No such",
    "fatal error: SDL2/SDL_mixer.h: No such",
  ],
  ["requires tide/core ^1.0, not found", "requires ebb/core ^1.0, not found"],
  [
    "a.go:1:2: declared and not used: tide",
    "a.go:1:2: declared and not used: ebb",
  ],
  [
    "highWater() missing 1 required positional argument: 'moon'",
    "highWater() missing 1 required positional argument: 'sun'",
  ],
];

Deno.test("errorKey() tells near misses apart", async (t) => {
  for (const [one, other] of APART) {
    await t.step(other, () => {
      assert(errorKey(one));
      assert(errorKey(one)?.text !== errorKey(other)?.text);
    });
  }
});

/** Words of the tool alone: they name nothing of the project. */
const UNSPECIFIC = [
  "AxiosError: Request failed with status code 401",
  "src/a.ts(12,5): error TS2554: Expected 2 arguments, but got 1.",
  "src/a.ts(1,2): error TS2322: Type 'string' is not assignable to type 'number'.",
  "TypeError: Cannot read properties of undefined (reading 'map')",
  "./main.go:12:3: missing return",
  "Error: Unsupported argument in module block",
  "cmd/main.go:24:6: G104: Errors unhandled (gosec)",
  "3:5  error  Unexpected any  @typescript-eslint/no-explicit-any",
];

Deno.test("errorKey() says whether a line names something", async (t) => {
  for (const line of UNSPECIFIC) {
    await t.step(line, () => assertEquals(errorKey(line)?.isSpecific, false));
  }
  for (const [line, , text] of LINES.slice(0, 12)) {
    await t.step(line, () => assert(text && errorKey(line)?.isSpecific));
  }
});
