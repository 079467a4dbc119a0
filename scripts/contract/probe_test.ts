import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  isBefore,
  OLDEST_CLIENT,
  PROBED_CLIENTS,
} from "../../src/claude/versions.ts";
import { parseEnvironment, parseEvents, parsePrinted } from "./evidence.ts";
import { renderFactTable } from "./fact_table.ts";
import { context, hooksFile } from "./lab.ts";
import {
  isExpectedIn,
  type Probe,
  type ProbeVerdict,
  renderClosing,
  renderProbe,
  runProbe,
} from "./probe.ts";
import { PROBES } from "./probes.ts";
import { Scenarios } from "./scenarios.ts";

const CLIENT = { version: "2.1.240", program: "never started" };

Deno.test("PROBES has 25 facts, each named once and in a line", () => {
  assertEquals(PROBES.length, 25);
  const names = PROBES.map(({ name }) => name);
  assertEquals([...new Set(names)], names);
  for (const { name, says, fact } of PROBES) {
    assert(/^[a-z]+(-[a-z]+)*$/.test(name) && name.length <= 18, name);
    assert(says.length > 0 && says.length <= 80, `${name}: ${says}`);
    assert(/^(§[\d.]+|\d+)(, \d+)*$/.test(fact), `${name}: ${fact}`);
  }
});

Deno.test("PROBES expects each fact in the newest version that was probed", async (t) => {
  for (const probe of PROBES) {
    await t.step(probe.name, () => {
      assert(isExpectedIn(probe, PROBED_CLIENTS.at(-1) as string));
      const { since } = probe;
      if (since === undefined) return;
      assert((PROBED_CLIENTS as readonly string[]).includes(since), since);
      assert(isBefore(PROBED_CLIENTS[0], since), "that is always");
    });
  }
});

Deno.test("docs/clients.md has the table of the facts", () => {
  const doc = Deno.readTextFileSync(
    new URL("../../docs/clients.md", import.meta.url),
  );
  // The formatter fills up the columns.
  const narrow = (text: string) =>
    text.replace(/ +/g, " ").replace(/-{3,}/g, "---");
  const table = renderFactTable(PROBES, PROBED_CLIENTS);
  for (const row of table.split("\n")) {
    assertStringIncludes(narrow(doc), narrow(row));
  }
  assertStringIncludes(doc, `**${OLDEST_CLIENT}** or later`);
});

const probe = (since: string, look: Probe["look"]): Probe => ({
  name: "a-fact",
  fact: "7",
  says: "something holds",
  since,
  look,
});

Deno.test("runProbe() and renderProbe() tell the four outcomes apart", async (t) => {
  await using scenarios = new Scenarios(CLIENT);
  const head = "7     a-fact              something holds";
  const rows: [string, Probe, string][] = [
    [
      "holds",
      probe("2.1.220", () => Promise.resolve(true)),
      `ok  ${head}`,
    ],
    [
      "no longer holds",
      probe("2.1.220", () => Promise.resolve(false)),
      `NO  ${head}`,
    ],
    [
      "not yet",
      probe("2.1.287", () => Promise.resolve(false)),
      `ok  ${head} (not yet in this version)`,
    ],
    [
      "too early",
      probe("2.1.287", () => Promise.resolve(true)),
      `NO  ${head} (holds here, though it was not expected)`,
    ],
    [
      "not seen",
      probe("2.1.287", () => Promise.reject(new Error("no end\nat all"))),
      `NO  ${head} (no end)`,
    ],
  ];
  for (const [name, one, expected] of rows) {
    await t.step(name, async () => {
      assertEquals(renderProbe(await runProbe(one, scenarios)), expected);
    });
  }
});

Deno.test("renderClosing() names what is not as expected", () => {
  const verdict = (
    name: string,
    isSeen: boolean | undefined,
  ): ProbeVerdict => ({
    name,
    fact: "1",
    says: "",
    isExpected: true,
    isSeen,
  });
  assertEquals(
    renderClosing("2.1.1", [verdict("a", true), verdict("b", true)]),
    "Claude Code 2.1.1: 2 of 2 facts hold, all as expected",
  );
  assertEquals(
    renderClosing("2.1.1", [
      verdict("a", true),
      verdict("b", false),
      verdict("c", undefined),
    ]),
    "Claude Code 2.1.1: 1 of 3 facts hold, 2 not as expected: b, c",
  );
});

Deno.test("the lab's log is read line by line", () => {
  assertEquals(
    parseEvents('Stop\t{"cwd":"/p"}\nSessionEnd\tbroken\n'),
    [
      { name: "Stop", payload: { cwd: "/p" } },
      { name: "SessionEnd", payload: {} },
    ],
  );
  assertEquals(parsePrinted('{"a":1}\nwords\n{broken\n'), [{ a: 1 }]);
  assertEquals(parseEnvironment("A=1\nB=x=y\n"), { A: "1", B: "x=y" });
});

Deno.test("hooksFile() starts each hook in exec form", () => {
  const { modules, hooks } = JSON.parse(
    hooksFile({ Stop: [{}, { part: "2", async: true }] }, { modules: ["./a"] }),
  );
  const command = "${CLAUDE_PLUGIN_ROOT}/hook.sh";
  const entry = { type: "command", command, timeout: 20 };
  assertEquals(modules, ["./a"]);
  assertEquals(hooks, {
    Stop: [{
      hooks: [
        { ...entry, args: ["Stop"] },
        { ...entry, args: ["Stop", "2"], async: true },
      ],
    }],
  });
  assertEquals(JSON.parse(context("Stop", "words")), {
    hookSpecificOutput: { hookEventName: "Stop", additionalContext: "words" },
  });
});
