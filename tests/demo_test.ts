/** The demo as a new user runs it: in a pipe, to its end, leaving nothing. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { fromFileUrl } from "@std/path";
import { displayWidth } from "../src/output/table.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";
import { IS_THOROUGH } from "./support/world/thorough.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const COLUMNS = 80;

/** Run `deno task demo`; its temporary folders lie in one of the world's. */
async function demo(world: SealedWorld, ...args: string[]) {
  const temporary = Deno.makeTempDirSync({ dir: world.dir });
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "demo", ...args],
    cwd: ROOT,
    env: world.env({
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
      NO_COLOR: "",
      TERM: "xterm",
    }),
    clearEnv: true,
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, temporary, stdout: text(stdout), stderr: text(stderr) };
}

const left = (dir: string) =>
  Array.from(Deno.readDirSync(dir), ({ name }) => `${dir}/${name}`);

Deno.test("deno task demo plays a whole day and leaves nothing", async (t) => {
  using world = new SealedWorld();
  const { code, temporary, stdout, stderr } = await demo(world);
  assertEquals([code, stderr], [0, ""]);
  assertEquals(left(temporary), []);

  await t.step("six acts, each with its point", () => {
    const acts = [...stdout.matchAll(/^(\d) {2}(.*)\n {3}(\S.*)$/gm)];
    assertEquals(acts.map(([, number]) => number), [..."123456"]);
  });
  await t.step("plain text on 80 columns", () => {
    assert(!stdout.includes("\x1b"), "no colours in a pipe");
    const wide = stdout.split("\n").filter((line) =>
      displayWidth(line) > COLUMNS || line !== line.trimEnd()
    );
    assertEquals(wide, []);
    assert(!stdout.includes("$WORLD") && !stdout.includes(temporary));
  });
  await t.step("what is sent, and what is kept of it", () => {
    assertMatch(stdout, /→ PostToolUse {8}Bash API_TOKEN=s3cr3t\S* deno test/);
    assertMatch(stdout, /Bash {7}API_TOKEN=\[REDACTED:token\] deno test/);
    assertStringIncludes(stdout, "is [PRIVATE], it is in .env");
    assertEquals(stdout.match(/tide-4711/g), null);
  });
  await t.step("a fact with proof is kept, one without is refused", () => {
    assertStringIncludes(stdout, "✓ d001 highWater() rounds last");
    assertStringIncludes(
      stdout,
      "✗ The print layout is slow: the evidence is not in the session's log",
    );
  });
  await t.step("compaction, kill and rotation are survived", () => {
    assertMatch(
      stdout,
      /→ PreCompact .*\n.*→ SessionStart {7}compact\n[^]*?Berth 3 is booked/,
    );
    assertMatch(
      stdout,
      /kill -9[^]*?check-fares \(no result\)\n[^]*?\(digest\)/,
    );
    assertMatch(stdout, /memory_20260302_\d+\.md {2}\d+ tokens, 5 sections\n/);
  });
  await t.step("the next session knows, and both searches find", () => {
    assertMatch(stdout, /Claude begins with \([\d,]+ characters\)\n/);
    assertMatch(stdout, /search why was spring late\n.*\n.*an hour late\n/);
    assertMatch(stdout, /search --deep what[^]*?a41b6d93\.l1[^]*?Dogs travel/);
  });
});

Deno.test({
  name: "deno task demo --keep leaves the store and a report",
  ignore: !IS_THOROUGH,
  async fn() {
    using world = new SealedWorld();
    const { code, temporary, stdout } = await demo(world, "--keep");
    assertEquals(code, 0);
    const report = stdout.trimEnd().split("\n").at(-1)?.trim() ?? "";
    const folder = Deno.realPathSync(temporary).replaceAll("\\", "/");
    assert(report.replaceAll("\\", "/").startsWith(folder), report);
    assertStringIncludes(Deno.readTextFileSync(report), "tide-table");
  },
});

Deno.test("deno task demo --kep says what it knows", async () => {
  using world = new SealedWorld();
  const { code, stdout, stderr } = await demo(world, "--kep");
  assertEquals([code, stdout], [2, ""]);
  assertMatch(stderr, /^error: Unknown option "--kep"\nhint: Use --keep/);
});
