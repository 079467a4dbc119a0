/**
 * The plugin's files, the tables in the code and the versions hold each other:
 * a renamed event, command, flag or agent breaks a test here.
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path";
import config from "../deno.json" with { type: "json" };
import { AGENTS } from "../src/claude/agents.ts";
import { GLOBAL_FLAGS } from "../src/cli/command.ts";
import { findCommand } from "../src/cli/commands.ts";
import { parseArgv } from "../src/cli/parse_argv.ts";
import { HOOKS } from "../src/hooks/table.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const PLUGIN = `${ROOT}plugin`;

const readJson = (path: string) => JSON.parse(Deno.readTextFileSync(path));

const names = (dir: string) =>
  Array.from(Deno.readDirSync(dir), ({ name }) => name).sort();

interface HookCommand {
  readonly type: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly async?: boolean;
  readonly timeout: number;
}

interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly HookCommand[];
}

const REGISTERED: Record<string, readonly HookGroup[]> =
  readJson(`${PLUGIN}/hooks/hooks.json`).hooks;

/**
 * Events of the oldest supported Claude Code, 2.1.163, that could be of use.
 * One unknown name would switch all hooks of the plugin off.
 */
const KNOWN_EVENTS = [
  "Notification",
  "PostCompact",
  "PostToolUse",
  "PostToolUseFailure",
  "PreCompact",
  "PreToolUse",
  "SessionEnd",
  "SessionStart",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "UserPromptSubmit",
];

Deno.test("hooks.json registers the events of the table, and only these", () => {
  const events = HOOKS.map(({ event }) => event);
  assertEquals(Object.keys(REGISTERED).sort(), [...events].sort());
  for (const event of events) assert(KNOWN_EVENTS.includes(event), event);
});

Deno.test("hooks.json starts the executable itself, with the table's word", async (t) => {
  for (const { event, word, deadlineMs } of HOOKS) {
    await t.step(event, () => {
      for (const group of REGISTERED[event] ?? []) {
        for (const hook of group.hooks) {
          const { type, command, args, async: isAsync, timeout } = hook;
          assertEquals(type, "command");
          assertEquals(command, "${CLAUDE_PLUGIN_ROOT}/bin/memory-keeper");
          assertEquals(args.slice(0, 2), ["hook", word]);
          // A tool call never waits; everything else must not be cut short.
          assertEquals(isAsync === true, event === "PostToolUse");
          // Far below what Claude Code allows, as the table says.
          assert(timeout * 1000 >= 3 * deadlineMs, `${timeout} s is too short`);
        }
      }
    });
  }
});

Deno.test("hooks.json hands each agent its text in numbered parts", () => {
  const agents = new Set<string>();
  for (const { matcher = "", hooks } of REGISTERED["SubagentStart"] ?? []) {
    for (const agent of agentNames()) {
      if (new RegExp(matcher).test(`memory-keeper:${agent}`)) agents.add(agent);
    }
    assertEquals(
      hooks.map(({ args }) => args.slice(2)),
      hooks.map((_, i) => ["--part", String(i + 1)]),
    );
    assertEquals(new RegExp(matcher).test("other:delta-summarizer"), false);
  }
  // Those that answer from a text; the others are given a question.
  const given = agentNames().filter((name) => toolsOf(name) === "[]");
  assertEquals([...agents].sort(), given);
});

Deno.test("agents are those the code knows, on Haiku, named as their file", () => {
  const known = Object.values(AGENTS).map((type) => type.split(":")[1] ?? "");
  for (const name of known) assert(agentNames().includes(name), name);
  for (const name of agentNames()) {
    const head = frontmatter(`${PLUGIN}/agents/${name}.md`);
    assertEquals(head.get("name"), name);
    assertEquals(head.get("model"), "haiku");
    assert((head.get("description") ?? "").length > 40);
    assertMatch(
      toolsOf(name),
      name === "context-loader" ? /^(?=.*\bBash\b)(?=.*\bRead\b)/ : /^\[\]$/,
    );
  }
});

Deno.test("skills are named as their folder and need no permission", () => {
  assertEquals(skillNames(), [
    "clear-memory",
    "handoff",
    "load-memory",
    "memory-delta",
    "memory-rotate",
    "memory-status",
    "save-memory",
    "search-memory",
  ]);
  for (const name of skillNames()) {
    const head = frontmatter(`${PLUGIN}/skills/${name}/SKILL.md`);
    assertEquals(head.get("name"), name);
    assertEquals(
      head.get("allowed-tools"),
      "Bash(memory-keeper *), PowerShell(memory-keeper *)",
    );
    assert((head.get("description") ?? "").length > 40);
  }
  assert(!names(PLUGIN).includes("commands"), "skills are the commands");
});

Deno.test("every command and flag in a skill or agent can be typed", async (t) => {
  const files = [
    ...agentNames().map((name) => `agents/${name}.md`),
    ...skillNames().map((name) => `skills/${name}/SKILL.md`),
  ];
  for (const file of files) {
    await t.step(file, () => assertCommands(`${PLUGIN}/${file}`));
  }
});

/** Every command line parses; a lone `--flag` belongs to one of them. */
function assertCommands(path: string): void {
  const text = Deno.readTextFileSync(path).replace(/^---\n[^]*?\n---\n/, "");
  const spans = Array.from(
    text.replaceAll("\n", " ").matchAll(/`+([^`]+)`+/g),
    ([, span]) => (span as string).trim().replace(/\s+/g, " "),
  );
  const flags = new Set(GLOBAL_FLAGS.map(({ name }) => `--${name}`));
  for (const span of spans.filter(isCommandLine)) {
    const [line = ""] = span.replace(/^memory-keeper /, "").split(/ [|<>] /);
    const argv = (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? [])
      .map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
    const parsed = parseArgv(argv);
    assert(parsed.kind === "run", `"${span}" is no command line`);
    for (const { name } of parsed.invocation.command.flags ?? []) {
      flags.add(`--${name}`);
    }
  }
  for (const span of spans) {
    const [, flag] = /^(--[\w-]+)/.exec(span) ?? [];
    assert(flag === undefined || flags.has(flag), `unknown ${span}`);
  }
}

/** `memory-keeper save`, or in passing `clear all --dry-run`. */
function isCommandLine(span: string): boolean {
  if (span.startsWith("memory-keeper ")) return true;
  const [first = "", second = ""] = span.split(" ");
  const isCommand = findCommand(`${first} ${second}`) ?? findCommand(first);
  return isCommand !== undefined && span.includes(" --");
}

Deno.test("skills start agents that exist", () => {
  for (const name of skillNames()) {
    const text = Deno.readTextFileSync(`${PLUGIN}/skills/${name}/SKILL.md`);
    const starts = text.matchAll(/subagent_type: "([^"]+)"/g);
    for (const [, type] of starts) {
      const [plugin, agent = ""] = (type as string).split(":");
      assertEquals(plugin, "memory-keeper");
      assert(agentNames().includes(agent), `${name} starts ${type}`);
    }
  }
  const starts = (skill: string) =>
    Deno.readTextFileSync(`${PLUGIN}/skills/${skill}/SKILL.md`);
  assertMatch(starts("save-memory"), /memory-keeper:memory-keeper"/);
  assertMatch(starts("memory-delta"), /memory-keeper:delta-summarizer"/);
  assertMatch(starts("memory-rotate"), /memory-keeper:memory-summarizer"/);
});

Deno.test("all versions are that of deno.json", () => {
  const plugin = readJson(`${PLUGIN}/.claude-plugin/plugin.json`);
  const market = readJson(`${ROOT}.claude-plugin/marketplace.json`);
  const [entry] = market.plugins;
  assertEquals(plugin.version, config.version);
  assertEquals(entry.version, config.version);
  assertEquals(entry.name, plugin.name);
  assertEquals(entry.description, plugin.description);
  // The folder install writes has the same shape as the repository.
  assertEquals(entry.source, "./plugin");
});

const agentNames = () =>
  names(`${PLUGIN}/agents`).map((name) => name.replace(/\.md$/, ""));

const skillNames = () => names(`${PLUGIN}/skills`);

const toolsOf = (agent: string) =>
  frontmatter(`${PLUGIN}/agents/${agent}.md`).get("tools") ?? "";

function frontmatter(path: string): Map<string, string> {
  const text = Deno.readTextFileSync(path);
  const [, head = ""] = /^---\n([^]*?)\n---\n/.exec(text) ?? [];
  return new Map(
    Array.from(
      head.matchAll(/^([\w-]+): *(.*)$/gm),
      ([, key, value]) => [key as string, value as string],
    ),
  );
}
