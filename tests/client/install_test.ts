/** Installing, upgrading and removing the plugin with the real client. */

import {
  assert,
  assertEquals,
  assertFalse,
  assertStringIncludes,
} from "@std/assert";
import { fromFileUrl } from "@std/path";
import manifest from "../../deno.json" with { type: "json" };
import { exists } from "../support/world/install_folder.ts";
import { clientTest } from "./support/client_test_cases.ts";
import { installedIn, PROGRAM } from "./support/installed_home.ts";
import { bash, DONE, steps, work } from "./support/work.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const POSIX_ONLY = { ignore: Deno.build.os === "windows" };

clientTest("claude plugin validate --strict passes", async (world) => {
  const folder = installedIn(world.home);
  for (const path of [ROOT, `${ROOT}plugin`, folder, `${folder}/plugin`]) {
    const { code, stdout } = await world.claude(
      "plugin",
      "validate",
      "--strict",
      path,
    );
    assertEquals(code, 0, `${path}\n${stdout}`);
    assertStringIncludes(stdout, "Validation passed");
  }
});

clientTest(
  "claude plugin list names the version of deno.json",
  async (world) => {
    const { stdout } = await world.claude("plugin", "list", "--json");
    const [plugin] = JSON.parse(stdout);
    assertEquals(plugin.id, "memory-keeper@memory-keeper");
    assertEquals(plugin.version, manifest.version);
    assertEquals(plugin.enabled, true);
  },
);

clientTest("the plugin's hooks start on this system", async (world) => {
  world.script = { main: [work(0), DONE] };
  const { id, hooks } = await world.session("Mend the tide table");
  const events = new Set(hooks.map(({ hook_event }) => hook_event));
  for (const event of ["SessionStart", "UserPromptSubmit", "Stop"]) {
    assert(events.has(event), `${event} did not start`);
  }
  assertEquals(world.read(`.cache/count/${id}`), ".");
});

clientTest(
  "skills find memory-keeper on the agent's PATH, from any folder",
  async (world) => {
    world.script = {
      main: [
        work(0),
        {
          tools: [{
            name: "Skill",
            input: { skill: "memory-keeper:memory-status" },
          }],
        },
        {
          tools: [
            bash("mkdir -p deep/er && cd deep/er && memory-keeper status"),
          ],
        },
        DONE,
      ],
    };
    await world.session("Does memory work here?");
    const [, , loaded, told] = world.model.of("main");
    assertStringIncludes(loaded?.text ?? "", "Run `memory-keeper status`");
    assertStringIncludes(told?.text ?? "", `${world.project}/.claude/memory`);
  },
);

clientTest(
  "an upgrade in the middle of a session does not disturb it",
  async (world) => {
    const installed = `${installedIn(world.home)}/plugin/bin/memory-keeper`;
    // Something else that works, as an older version would.
    Deno.removeSync(installed);
    Deno.writeTextFileSync(
      installed,
      `#!/bin/sh\nexec "${PROGRAM}" "$@"\n`,
      { mode: 0o755 },
    );
    const upgrade = bash(`HOME='${world.home}' '${PROGRAM}' install`);
    world.script = {
      main: [...steps(2), { tools: [upgrade] }, ...steps(3), DONE],
    };
    await world.session("Mend the tide table");
    assertEquals(Deno.statSync(installed).size, Deno.statSync(PROGRAM).size);
    const [log = ""] = world.names("sessions", /\.l1\.jsonl$/);
    const l1 = world.read(`sessions/${log}`);
    assertStringIncludes(l1, "Mend the tide table");
    assertStringIncludes(l1, "All done.");
    const bin = installed.replace(/[^/]+$/, "");
    const [kept = ""] = Array.from(Deno.readDirSync(bin), ({ name }) => name)
      .filter((name) => name.includes(".kept-"));
    const told = world.model.of("main").at(-1)?.text ?? "";
    assertStringIncludes(told, `that text is kept as plugin/bin/${kept}`);
    Deno.removeSync(`${bin}${kept}`);
  },
  POSIX_ONLY,
);

clientTest(
  "uninstall leaves memory, and sessions go on without it",
  async (world) => {
    world.script = { main: [...steps(2), DONE] };
    await world.session("Mend the tide table");
    const before = world.names("sessions", /\.l1\.jsonl$/);
    for (
      const words of [
        ["uninstall", "memory-keeper@memory-keeper"],
        ["marketplace", "remove", "memory-keeper"],
      ]
    ) {
      const { code, stdout } = await world.claude("plugin", ...words);
      assertEquals(code, 0, stdout);
    }
    const { code, stdout } = await world.memoryKeeper("uninstall");
    assertEquals(code, 0, stdout);
    assertStringIncludes(stdout, "Your memory stays");
    assertFalse(exists(installedIn(world.home)), "the folder is still there");
    const { hooks, result } = await world.session("Hello again");
    assertEquals(hooks, []);
    assertEquals(result, "All done.");
    assert(before.length > 0);
    assertEquals(world.names("sessions", /\.l1\.jsonl$/), before);
  },
);
