import { assertEquals } from "@std/assert";
import type { World } from "../base/world.ts";
import { isHeadless } from "./headless.ts";

const ATTENDED = "CLAUDE_CODE_SESSION_ATTENDED";
const ENTRYPOINT = "CLAUDE_CODE_ENTRYPOINT";

const CASES: readonly [env: Record<string, string>, expected: boolean][] = [
  [{}, false],
  [{ [ATTENDED]: "1" }, false],
  [{ [ATTENDED]: "0" }, true],
  [{ [ATTENDED]: "1", [ENTRYPOINT]: "sdk-cli" }, false],
  [{ [ATTENDED]: "0", [ENTRYPOINT]: "cli" }, true],
  [{ [ENTRYPOINT]: "sdk-cli" }, true],
  [{ [ENTRYPOINT]: "sdk-py" }, true],
  [{ [ENTRYPOINT]: "cli" }, false],
  [{ [ENTRYPOINT]: "claude-vscode" }, false],
];

for (const [env, expected] of CASES) {
  Deno.test(`isHeadless() with ${JSON.stringify(env)} is ${expected}`, () => {
    const world: World = {
      env: (name) => env[name],
      now: () => new Date(0),
      localOffsetMinutes: () => 0,
      cwd: () => "/",
    };
    assertEquals(isHeadless(world), expected);
  });
}
