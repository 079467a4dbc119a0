/** Facts whose evidence has left the working tree step back and say so. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { Deadline } from "../src/base/timeout.ts";
import { findIdentifiers } from "../src/knowledge/find_identifiers.ts";
import { openProject } from "../src/store/project.ts";
import { openStore } from "../src/store/store.ts";
import { STILL_WORLD } from "./support/world/in_process.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const SESSION = "3f2a9c11-0000-4000-8000-000000000001";
const TIDE = "src/tide.ts";

class StaleWorld extends SealedWorld {
  source(path: string, text = ""): void {
    const full = `${this.project}/${path}`;
    Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(full, text);
  }

  unlink(path: string, day: string): void {
    const full = `${this.project}/${path}`;
    Deno.removeSync(full);
    const then = new Date(`${day}T12:00:00Z`);
    Deno.utimeSync(full.slice(0, full.lastIndexOf("/")), then, then);
  }

  facts(facts: Record<string, unknown>): void {
    this.write(
      "facts.json",
      JSON.stringify({ _meta: { version: 4 }, ...facts }),
    );
  }

  async context(now = "2026-06-01T10:00:00Z"): Promise<string> {
    const event = payload("SessionStart", SESSION, { source: "startup" });
    const env = { MEMORY_KEEPER_NOW: now };
    const { code, stdout } = await this.hook("session-start", event, { env });
    assertEquals(code, 0);
    return JSON.parse(stdout).hookSpecificOutput.additionalContext;
  }

  /** The lines of a section, without its title. */
  async lines(title: string, now?: string): Promise<string[]> {
    const text = await this.context(now);
    const [, part = ""] = text.split(`## ${title}\n`);
    return part.split("\n\n")[0]?.split("\n") ?? [];
  }

  async search(now: string): Promise<void> {
    const project = await openProject(STILL_WORLD, this.project);
    const world = { ...STILL_WORLD, now: () => new Date(now) };
    findIdentifiers(openStore(project), world, new Deadline(60_000));
  }
}

Deno.test("a stated rule says so with each prompt, below the others", async () => {
  using world = new StaleWorld();
  world.source("src/moon.ts");
  const rules = ["Use tabs", "Round last in src/tide.ts"].map((content, i) => ({
    id: `r00${i + 1}`,
    content,
    source: "user",
  }));
  world.facts({ permanent: { rules } });
  const given = async () => {
    const event = payload("UserPromptSubmit", SESSION, { prompt: "Go." });
    const { stdout } = await world.hook("user-prompt-submit", event);
    return JSON.parse(stdout).hookSpecificOutput.additionalContext;
  };
  const title = "Rules the user has stated:\n";
  assertEquals(await given(), `${title}- Round last in ${TIDE}\n- Use tabs`);
  world.source(TIDE);
  world.unlink(TIDE, "2026-05-01");
  await world.context();
  const marked = `- Use tabs\n- Round last in ${TIDE}, ${DOUBT}`;
  assertEquals(await given(), title + marked);
  await world.run(["remember", "No force pushes"]);
  assertEquals(await given(), `${title}- No force pushes\n${marked}`);
  world.source(TIDE);
  await world.context();
  assert(!(await given()).includes("outdated"));
});

const decision = (n: number, more: Record<string, unknown> = {}) => ({
  id: `d00${n}`,
  date: "2026-04-01",
  content: `Decision ${n}`,
  ...more,
});

const DOUBT = `may be outdated (${TIDE} is gone since 2026-05-01)`;

Deno.test("a fact whose file is gone is marked and comes last", async () => {
  using world = new StaleWorld();
  world.source(TIDE);
  world.source("src/moon.ts");
  world.facts({
    decisions: [
      decision(1),
      decision(2, { files: ["src/moon.ts"] }),
      decision(3, { evidence: `we saw in ${TIDE} that it rounds` }),
    ],
    permanent: {
      rules: [
        { id: "r001", content: "Use tabs", source: "reflection" },
        { id: "r002", content: `Round last in ${TIDE}`, source: "user" },
      ],
    },
  });
  assertEquals(await world.lines("Newest decisions"), [
    "- Decision 3 (2026-04-01)",
    "- Decision 2 (2026-04-01)",
    "- Decision 1 (2026-04-01)",
  ]);
  world.unlink(TIDE, "2026-05-01");
  const marked = [
    "- Decision 2 (2026-04-01)",
    "- Decision 1 (2026-04-01)",
    `- Decision 3 (2026-04-01), ${DOUBT}`,
  ];
  assertEquals(await world.lines("Newest decisions"), marked);
  assertEquals(await world.lines("Rules that held across sessions"), [
    "- Use tabs",
    `- Round last in ${TIDE} (said by the user), ${DOUBT}`,
  ]);
  const { length } = JSON.parse(world.read("facts.json")).decisions;
  assertEquals(length, 3, "nothing is deleted");
  world.source("src/other.ts");
  const later = await world.lines("Newest decisions", "2026-07-01T10:00:00Z");
  assertEquals(later, marked, "the day stays");
  world.source(TIDE);
  assert(!(await world.context()).includes("outdated"), "it is back");
});

Deno.test("outdated decisions make room for older ones that hold", async () => {
  using world = new StaleWorld();
  world.source("src/moon.ts");
  const all = [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
    decision(n, n > 5 ? { files: ["src/gone.ts"] } : {})
  );
  world.facts({ decisions: all });
  const shown = await world.lines("Newest decisions");
  assertEquals(shown.map((line) => line.slice(0, 12)), [
    "- Decision 5",
    "- Decision 4",
    "- Decision 3",
    "- Decision 2",
    "- Decision 1",
  ]);
  assertStringIncludes(await world.context(), "decisions (3 of 8 decisions)");
});

Deno.test("a name that was never a file of the project proves nothing", async () => {
  using world = new StaleWorld();
  world.source("src/moon.ts");
  world.facts({
    decisions: [
      decision(1, { files: ["lib/other.ts", "/etc/hosts.conf", "node.js"] }),
      decision(2, { content: "Docs are at https://example.com/src/a.html" }),
      decision(3, { content: "src/tide.ts was removed" }),
    ],
  });
  assert(!(await world.context()).includes("outdated"));
});

Deno.test("a name out of the code is gone when the whole tree has it no more", async () => {
  using world = new StaleWorld();
  world.facts({
    decisions: [decision(1, { evidence: "roundUp() is called" })],
  });
  world.source("lib/deep/tide.ts", "export function roundUp() {}\n");
  await world.search("2026-05-01T10:00:00Z");
  assert(!(await world.context()).includes("outdated"));
  world.source("lib/deep/tide.ts", "");
  world.source("node_modules/x/tide.ts", "roundUp");
  await world.search("2026-05-01T11:00:00Z");
  assert(!(await world.context()).includes("outdated"), "once a day");
  await world.search("2026-05-02T10:00:00Z");
  assertStringIncludes(
    await world.context(),
    "may be outdated (roundUp is gone since 2026-05-02)",
  );
  world.source("lib/new.ts", "roundUp");
  await world.search("2026-05-03T10:00:00Z");
  assert(!(await world.context()).includes("outdated"));
});

Deno.test("a name that was never found, or a search that did not end, proves nothing", async () => {
  using world = new StaleWorld();
  world.facts({
    decisions: [decision(1, { evidence: "roundUp() is called" })],
  });
  await world.search("2026-05-01T10:00:00Z");
  assert(!(await world.context()).includes("outdated"));
  world.source("lib/tide.ts", "roundUp");
  await world.search("2026-05-02T10:00:00Z");
  world.source("lib/tide.ts", "");
  const project = await openProject(STILL_WORLD, world.project);
  findIdentifiers(openStore(project), STILL_WORLD, new Deadline(0));
  assert(!(await world.context()).includes("outdated"));
});

Deno.test("what was found out may be lost", async (t) => {
  for (
    const text of ["{half", "[]", '{"files": {"src/moon.ts": {"gone": 7}}}']
  ) {
    await t.step(text, async () => {
      using world = new StaleWorld();
      world.source("src/moon.ts");
      world.facts({ decisions: [decision(1, { files: ["src/moon.ts"] })] });
      world.write(".cache/evidence.json", text);
      assert(!(await world.context()).includes("outdated"));
    });
  }
});

/** The store without the search index, which may be made again at any time. */
function contentsOf(world: StaleWorld): string {
  return world.files().toSorted()
    .filter((name) =>
      !/^\.gitignore$|^\.cache\/(?:search\.db|known-fixes)|^logs\/|^state\/owner\//
        .test(name)
    )
    .map((name) => `${name}\n${world.read(name)}`).join("\n");
}

Deno.test("commands that show facts mark them and keep nothing", async (t) => {
  using world = new StaleWorld();
  world.source(TIDE);
  world.source("src/moon.ts");
  world.unlink(TIDE, "2026-05-01");
  world.facts({
    decisions: [
      decision(1, { content: "Tides round late", files: [TIDE] }),
      decision(2, { content: "Tides are kept, and moons" }),
    ],
    issues: [{ ...decision(3, { files: [TIDE] }), status: "resolved" }],
    permanent: {
      rules: [{ id: "r001", content: `Round in ${TIDE}`, source: "user" }],
      solutions: [{ id: "s001", problem: "Late", solution: `see ${TIDE}` }],
      core_logic: [{ id: "cl001", feature: "Tides", files: [TIDE] }],
    },
  });
  const before = contentsOf(world);
  const rows: [command: string, lines: readonly RegExp[], marks: number][] = [
    ["load", [/Round in .*outdated/], 4],
    ["facts list", [/^d001 .* Tides round late, may be/m], 1],
    ["facts list --json", [/"doubt": "may be outdated/], 1],
    ["facts show d001", [/^doubt +may be outdated/m], 1],
    ["permanent list", [/^r001.*outdated/m, /^s001.*outdated/m], 3],
    ["permanent list --json", [/"doubt": "may be outdated/], 3],
    ["search tides", [/#d002.*\n[^]*#d001 .*outdated/], 4],
    ["search tides --json", [/"doubt": "may be outdated/], 4],
    ["report --out -", [/Tides round late<[^]*?outdated/], 4],
  ];
  for (const [command, lines, marks] of rows) {
    await t.step(command, async () => {
      const { code, stdout } = await world.run(command.split(" "));
      assertEquals(code, 0);
      for (const line of lines) assertMatch(stdout, line);
      assertEquals(stdout.split(DOUBT).length - 1, marks, stdout);
      assertEquals(contentsOf(world), before);
    });
  }
});
