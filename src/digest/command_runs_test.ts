import { assertEquals } from "@std/assert";
import { folderOf, lineKey, passedKeys } from "./command_runs.ts";

const LINES: readonly (readonly [string, string])[] = [
  ["npm run build", "npm run build"],
  ["cd app && npm run build 2>&1 | tail -3", "npm run build"],
  ["OSD=sdl make -j4", "make -j4"],
  ["npm install && npm test", "npm install && npm test"],
  ['git add . && git commit -m "fix: a; b && c"', "git add . && git commit -m"],
  ["git commit -m \"$(cat <<'EOF'\nOne; two\nEOF\n)\"", "git commit -m"],
  ["bash -c 'npm test'", "bash -c npm test"],
  ["cat > a.txt <<EOF\nhello\nEOF\nnpm test", ""],
  [`npm test -- ${"a".repeat(300)}`, ""],
  ["echo 'open", ""],
  ["", ""],
];

Deno.test("lineKey() names what a line runs", async (t) => {
  for (const [cmd, key] of LINES) {
    await t.step(cmd, () => assertEquals(lineKey(cmd), key));
  }
});

/** A line, and what is known to have passed if it has. */
const PASSED: readonly (readonly [string, readonly string[]])[] = [
  ["npm test", ["npm test"]],
  ["cd app && CI=1 npm test 2>&1", ["npm test"]],
  ["npm ci && npm test", ["npm ci", "npm ci && npm test", "npm test"]],
  ["set -o pipefail; npm test | tail -3", ["npm test"]],
  ["npm ci && npm test | tail -3", ["npm ci"]],
  ["npm run e2e || true", []],
  ["npm test | head -20", []],
  ["npm test 2>&1 | tail -3", []],
  ["npm test; echo done", ["echo done"]],
  ["npm test\necho done", ["echo done"]],
  ["npm run deploy &", []],
  ["if npm test; then echo ok; fi", []],
  ["! npm test", []],
  ["(npm test)", []],
  [`npm test -- ${"a".repeat(300)}`, []],
];

Deno.test("passedKeys() counts only commands whose end is known", async (t) => {
  for (const [cmd, keys] of PASSED) {
    await t.step(cmd, () => assertEquals(passedKeys(cmd), keys));
  }
});

Deno.test("passedKeys() stays small for a long chain", () => {
  const chain = Array.from({ length: 30 }, (_, n) => `a${n}`).join(" && ");
  assertEquals(passedKeys(chain).length, 21);
});

Deno.test("folderOf() is where a line goes", () => {
  assertEquals(folderOf("cd app && make"), "app");
  assertEquals(folderOf("make"), undefined);
});
