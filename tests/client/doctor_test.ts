/** doctor and status after real sessions: what Claude Code noted of our hooks. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";
import { installedIn, PROGRAM } from "./support/installed_home.ts";
import type { HookRun } from "./support/run_client.ts";
import { agent, DONE, SOON, steps, SUMMARY } from "./support/work.ts";

const POSIX_ONLY = { ignore: Deno.build.os === "windows" };

interface Found {
  readonly check: string;
  readonly outcome: string;
  readonly reason: string;
}

async function doctor(world: ClientWorld): Promise<Map<string, Found>> {
  const { stdout } = await world.memoryKeeper("doctor", "--json");
  const { findings } = JSON.parse(stdout) as { findings: Found[] };
  // The last of a name: "sessions" are looked at twice.
  return new Map(findings.map((one) => [one.check, one]));
}

const told = (found: Map<string, Found>, check: string) =>
  `${found.get(check)?.outcome}: ${found.get(check)?.reason}`;

clientTest("doctor finds a working installation healthy", async (world) => {
  world.script = { main: [...steps(3), DONE] };
  await world.session("Mend the tide table");
  world.script = { main: [...steps(3), DONE] };
  await world.session("And again");
  const { code, stdout } = await world.memoryKeeper("doctor");
  assertEquals(code, 0, stdout);
  assertStringIncludes(stdout, "All is well.");
  assertMatch(stdout, /✓ SessionStart +in 2 of 2 sessions; median \d+ ms/);
  assertMatch(stdout, /✓ UserPromptSubmit +in 2 of 2 sessions/);
  assertMatch(stdout, /✓ PostToolUse +in 2 of 2 sessions; 6 tool uses/);
  assertMatch(stdout, /✓ Stop +in 2 of 2 sessions/);
  assertMatch(stdout, /✓ SessionEnd +in 2 of 2 sessions/);
  const status = await world.memoryKeeper("status");
  assertStringIncludes(status.stdout, "project: memory works here");
  assertStringIncludes(status.stdout, "Transcripts  2 in Claude Code's folder");
});

clientTest("doctor sees what an agent was given", async (world) => {
  world.configure(SOON);
  world.script = {
    main: [...steps(5), { tools: [agent("delta-summarizer")] }, DONE],
    "delta-summarizer": [{ text: SUMMARY }],
  };
  await world.session("Mend the tide table");
  const found = await doctor(world);
  assertMatch(told(found, "SubagentStart"), /^good: in 1 of 1 session; 1 text/);
  assertEquals(told(found, "SubagentStop"), "good: in 1 of 1 session");
});

/** Put something else in the place of the installed executable for a while. */
async function withProgram(
  world: ClientWorld,
  script: string,
  body: () => Promise<void>,
): Promise<void> {
  const path = `${installedIn(world.home)}/plugin/bin/memory-keeper`;
  Deno.removeSync(path);
  if (script) Deno.writeTextFileSync(path, script, { mode: 0o755 });
  try {
    await body();
  } finally {
    if (script) Deno.removeSync(path);
    Deno.copyFileSync(PROGRAM, path);
    Deno.chmodSync(path, 0o700);
  }
}

clientTest(
  "doctor reads failures, cut texts and a missing executable as noted",
  async (world) => {
    world.script = { main: [...steps(1), DONE] };
    const long = "Rules for this project, repeated so that they are not " +
      `forgotten:\\n${"x".repeat(12_000)}`;
    const bad = `#!/bin/sh
cat > /dev/null
case "$2" in
user-prompt-submit) printf '%s' '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"${long}"}}' ;;
stop) echo boom >&2; exit 1 ;;
esac
`;
    await withProgram(world, bad, async () => {
      await world.start("Broken").ended;
      const found = await doctor(world);
      assertMatch(told(found, "Stop"), /^bad: failed on .*: boom$/);
      assertEquals(
        told(found, "UserPromptSubmit"),
        "bad: 1 of 1 text longer than Claude Code allows: the model got the " +
          "beginning only",
      );
      assertMatch(told(found, "installation"), /^warning: changed since/);
    });
    await withProgram(world, "", async () => {
      await world.start("Missing").ended;
      const found = await doctor(world);
      for (const event of ["SessionStart", "Stop"]) {
        assertMatch(
          told(found, event),
          /^bad: failed on .*: its executable was missing/,
        );
      }
      assertMatch(told(found, "installation"), /^bad: missing: plugin\/bin/);
    });
    // Once it is well again, what was is only told.
    await world.session("Well again");
    const found = await doctor(world);
    assertMatch(
      told(found, "SessionStart"),
      /^good: .*its executable was missing, well since$/,
    );
    assertMatch(told(found, "installation"), /^good/);
  },
  POSIX_ONLY,
);

/** A session and the doctor's findings with another text in hooks.json. */
async function withHooksFile(
  world: ClientWorld,
  change: (text: string) => string,
  body: (hooks: readonly HookRun[]) => Promise<void>,
): Promise<void> {
  const path = `${installedIn(world.home)}/plugin/hooks/hooks.json`;
  const text = Deno.readTextFileSync(path);
  Deno.writeTextFileSync(path, change(text));
  try {
    world.script = { main: [...steps(1), DONE] };
    const { hooks } = await world.session("Quiet");
    await body(hooks);
  } finally {
    Deno.writeTextFileSync(path, text);
  }
}

const misspell = (text: string) => text.replace('"Stop":', '"Stopp":');

clientTest(
  "doctor knows why no hook came: hooks.json was refused",
  (world) =>
    withHooksFile(world, misspell, async (hooks) => {
      assertEquals(hooks, []);
      const found = await doctor(world);
      assertEquals(
        told(found, "hooks.json"),
        'bad: "Stopp" is no event: Claude Code runs none of our hooks',
      );
      assertEquals(
        told(found, "SessionStart"),
        "bad: did not come in 1 session",
      );
      const { code } = await world.memoryKeeper("doctor");
      assert(code === 1);
    }),
  { versions: ["2.1.197"] },
);

clientTest(
  "doctor knows that one entry of hooks.json was dropped",
  (world) =>
    withHooksFile(world, misspell, async (hooks) => {
      const events = new Set(hooks.map(({ hook_event }) => hook_event));
      assert(events.has("UserPromptSubmit") && !events.has("Stop"));
      const found = await doctor(world);
      assertEquals(
        told(found, "hooks.json"),
        'warning: "Stopp" is no event: Claude Code runs all our hooks but this',
      );
      assertMatch(told(found, "SessionStart"), /^good/);
    }),
  { versions: ["2.1.326"] },
);

clientTest(
  "doctor knows why the plugin was not loaded: a guard that is none",
  (world) =>
    withHooksFile(
      world,
      (text) =>
        text.replace(
          '"Stop":',
          '"PreToolUse": [{ "hooks": [{ "type": "comand" }] }],\n"Stop":',
        ),
      async (hooks) => {
        assertEquals(hooks, []);
        assertEquals(
          told(await doctor(world), "hooks.json"),
          'bad: "PreToolUse" has a hook of the unknown type "comand": ' +
            "Claude Code does not load the plugin",
        );
      },
    ),
  { versions: ["2.1.326"] },
);
