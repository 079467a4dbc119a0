/**
 * Processes started in odd ways: without a home, a temporary folder or a
 * language, with streams closed or full, with the clock set back, in two time
 * zones at once.
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  copyOf,
  type Fired,
  LIFE,
  makeBase,
} from "../support/world/attacked_store.ts";
import { assertHookHeld, runBounded } from "../support/world/bounded_run.ts";
import { endureAll, type Fault } from "../support/world/enduring_world.ts";

const POSIX_ONLY = { ignore: Deno.build.os === "windows" };

const FAULTS: readonly Fault[] = [
  {
    name: "no HOME",
    meanwhile: { without: ["HOME", "USERPROFILE"] },
    save: 0,
  },
  {
    name: "no TMPDIR, no PATH",
    meanwhile: { without: ["TMPDIR", "TMP", "TEMP", "PATH"] },
    save: 0,
  },
  {
    name: "LANG=C",
    meanwhile: { env: { LANG: "C", LC_ALL: "C" } },
    save: 0,
  },
  {
    name: "the clock a year back",
    meanwhile: { env: { MEMORY_KEEPER_NOW: "2025-01-01T00:00:00Z" } },
    save: 0,
  },
  {
    name: "the clock ten years ahead, then back",
    meanwhile: { env: { MEMORY_KEEPER_NOW: "2036-01-01T00:00:00Z" } },
    save: 0,
  },
  {
    name: "a time zone on the other side",
    meanwhile: { env: { TZ: "Pacific/Kiritimati" } },
    save: 0,
  },
];

Deno.test("hooks and commands survive odd environments", async (t) => {
  using base = await makeBase();
  await endureAll(t, base, FAULTS);
});

const start = LIFE.find(({ words }) => words === "session-start") as Fired;

/** How a shell gives a program its streams; `$@` is the program. */
const STREAMS: Readonly<Record<string, string>> = {
  "stdin closed": 'exec "$@" <&-',
  "stdin a folder": 'exec "$@" < /',
  "stdout closed": 'exec "$@" >&-',
  "stderr closed": 'exec "$@" 2>&-',
  "all closed": 'exec "$@" <&- >&- 2>&-',
  "stdout full (/dev/full)": 'exec "$@" >/dev/full',
  "stdout a pipe that is full":
    'mkfifo "$FIFO"; exec 3<>"$FIFO"; head -c 65536 /dev/zero >&3; exec "$@" >&3',
  "stdout a pipe without a reader": '{ "$@"; } | true',
};

Deno.test({
  name: "hook session-start whatever its streams are",
  ...POSIX_ONLY,
  async fn(t) {
    using base = await makeBase();
    const rows: string[] = [];
    for (const [name, script] of Object.entries(STREAMS)) {
      await t.step(name, async () => {
        using world = copyOf(base);
        const ended = await runBounded(
          world,
          ["hook", "session-start"],
          10_000,
          {
            before: ["sh", "-c", script, "sh"],
            env: { FIFO: `${world.dir}/fifo` },
            stdin: world.payloadOf(start),
          },
        );
        assertHookHeld(ended, name);
        rows.push(`${name.padEnd(34)} exit ${ended.code}`);
      });
    }
    console.log(rows.join("\n"));
  },
});

Deno.test({
  name: "memory-keeper search whatever its streams are",
  ...POSIX_ONLY,
  async fn(t) {
    using base = await makeBase();
    const cases: Record<string, { code: number; stderr: RegExp }> = {
      "stdin closed": { code: 0, stderr: /^$/ },
      "stdout closed": { code: 0, stderr: /^$/ },
      "stdout full (/dev/full)": {
        code: 3,
        stderr: /^error: [^\n]+\nhint: [^\n]+\n$/,
      },
      "stdout a pipe without a reader": { code: 0, stderr: /^$/ },
    };
    for (const [name, { code, stderr }] of Object.entries(cases)) {
      await t.step(name, async () => {
        using world = copyOf(base);
        const script = STREAMS[name] as string;
        const ended = await runBounded(world, ["search", "buoys"], 10_000, {
          before: ["sh", "-c", script, "sh"],
        });
        assert(!ended.killed);
        assertEquals(ended.code, code, ended.stderr);
        assertMatch(ended.stderr, stderr);
      });
    }
  },
});

Deno.test("sections of two time zones say the same moment", async () => {
  using base = await makeBase();
  using world = copyOf(base);
  const at = { MEMORY_KEEPER_NOW: "2026-03-01T23:30:00Z" };
  for (const TZ of ["Asia/Seoul", "America/Los_Angeles"]) {
    const { code } = await runBounded(world, ["save", `In ${TZ}.`], 10_000, {
      env: { ...at, TZ },
    });
    assertEquals(code, 0);
  }
  const headers = world.read("memory.md").match(/^## 2026-03-01.*$/gm);
  assertEquals(headers, [
    "## 2026-03-01_2330 (local 03-02_0830)",
    "## 2026-03-01_2330 (local 03-01_1530)",
  ]);
});
