import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { displayWidth } from "../output/table.ts";
import { type Flag, GLOBAL_FLAGS, type Positional } from "./command.ts";
import { COMMANDS, groupCommands, GROUPS, HELP_GROUPS } from "./commands.ts";
import { renderCommandHelp, renderHelp, renderProgramHelp } from "./help.ts";
import { parseArgv } from "./parse_argv.ts";

function assertFitsTerminal(text: string): void {
  for (const line of text.split("\n")) {
    assert(displayWidth(line) <= 80, `wider than 80 columns: ${line}`);
    assertEquals(line, line.trimEnd());
  }
  assert(text.endsWith("\n") && !text.endsWith("\n\n"));
}

/** A phrase, not a sentence: no space around it, no final period. */
const assertPhrase = (text: string) => assertMatch(text, /^\S.*[^\s.]$/);

Deno.test("renderProgramHelp() lists every command and fits a terminal", () => {
  const text = renderProgramHelp();
  assertFitsTerminal(text);
  const plumbing = /^Plumbing:\n(?: {2}.+\n)+/m.exec(text)?.[0] ?? "";
  for (const [group, commands] of groupCommands()) {
    assert(text.includes(`\n${group}:\n`), `"${group}" is no group`);
    for (const { name } of commands) {
      const [first, second = ""] = name.split(" ");
      const row = new RegExp(`^  ${first} .*(?:\\n {4,}.*)*`, "m").exec(text);
      const where = group === "Plumbing" ? plumbing : row?.[0] ?? "";
      assertStringIncludes(where.replace(/\s+/g, " "), second || name, name);
    }
  }
  for (const { name } of GLOBAL_FLAGS) assert(text.includes(`  --${name} `));
  assertMatch(text, /^Exit codes: 0 .+, 1 .+, 2 .+, 3 /m);
});

Deno.test("groupCommands() has every command once, in a named group", () => {
  const groups = groupCommands();
  assertEquals([...groups.keys()], Object.keys(HELP_GROUPS));
  const names = [...groups.values()].flat().map(({ name }) => name);
  assertEquals(names.toSorted(), COMMANDS.map(({ name }) => name).toSorted());
  const plumbing = groups.get("Plumbing")?.map(({ name }) => name);
  assert(plumbing?.includes("delta commit") && !names.includes("delta"));
});

Deno.test("renderCommandHelp() explains every command within 80 columns", async (t) => {
  for (const command of COMMANDS) {
    await t.step(command.name, () => {
      const text = renderCommandHelp(command);
      assertFitsTerminal(text);
      assert(text.startsWith(`${command.about}.\n`));
      assertMatch(
        text,
        new RegExp(`^Usage: memory-keeper ${command.name}\\b`, "m"),
      );
      const { flags = [], positionals = [], aliases = [] } = command;
      for (const { name } of [...flags, ...GLOBAL_FLAGS]) {
        assert(text.includes(`  --${name} `), `--${name} is not explained`);
      }
      for (const { name } of positionals) {
        assertMatch(text, new RegExp(`^  <${name}> `, "m"));
      }
      assertEquals(text.includes("\nArguments:\n"), positionals.length > 0);
      for (const alias of aliases) assert(text.includes(alias));
    });
  }
});

Deno.test("renderHelp() of a group says what it is and how it is used", async (t) => {
  for (const [group, about] of Object.entries(GROUPS)) {
    await t.step(group, () => {
      const parsed = parseArgv([group, "--help"]);
      const commands = parsed.kind === "help" ? parsed.commands : [];
      const text = renderHelp(commands);
      assertFitsTerminal(text);
      assert(text.startsWith(`${about}.\n\nUsage: memory-keeper ${group} `));
      for (const { name } of commands) assert(text.includes(`  ${name} `));
      for (const { name } of GLOBAL_FLAGS) {
        assert(text.includes(`  --${name} `));
      }
    });
  }
});

Deno.test("renderCommandHelp() marks what is optional and what may repeat", () => {
  const load = () => Promise.reject(new Error("not loaded for its help"));
  const text = renderCommandHelp({
    name: "try",
    aliases: ["older-try"],
    about: "Try it",
    details: "word ".repeat(30).trim(),
    positionals: [
      { name: "one", about: "the first", choices: ["a", "b"] },
      { name: "more", about: "the rest", optional: true, many: true },
    ],
    flags: [{ name: "out", value: "file", about: "where it goes" }],
    examples: ["memory-keeper try a"],
    load,
  });
  assertFitsTerminal(text);
  assertEquals(text.split("\n").filter((line) => line !== "").slice(3), [
    "Usage: memory-keeper try <one> [<more>...] [options]",
    "Arguments:",
    "  <one>   the first: a, b",
    "  <more>  the rest",
    "Options:",
    "  --out <file>            where it goes",
    "  --json                  print the result as JSON",
    "  --project-dir <folder>  the project (default: the nearest one upwards)",
    "  --help                  show this help",
    "Examples:",
    "  memory-keeper try a",
    "Also known as: older-try",
  ]);
});

Deno.test("COMMANDS has rows in one style", async (t) => {
  const parts = (
    { positionals = [], flags = [] }: {
      positionals?: readonly Positional[];
      flags?: readonly Flag[];
    },
  ) => [...positionals, ...flags];
  for (const command of COMMANDS) {
    await t.step(command.name, () => {
      for (const name of [command.name, ...command.aliases ?? []]) {
        assertMatch(name, /^[a-z][a-z0-9-]*( [a-z][a-z0-9-]*)?$/);
      }
      assertPhrase(command.about);
      assertMatch(command.about, /^[A-Z]/);
      if (command.details) assertMatch(command.details, /^[A-Z].*[.:]$/s);
      for (const { name, about } of parts(command)) {
        assertMatch(name, /^[a-z][a-z0-9-]*$/);
        assertPhrase(about);
        assertMatch(about, /^(?:[^A-Z]|[A-Z0-9]{2})/);
      }
      const globals = GLOBAL_FLAGS.map(({ name }) => name);
      for (const { name } of command.flags ?? []) {
        assert(!globals.includes(name), `--${name} is a global option`);
      }
      const { positionals = [] } = command;
      assert(positionals.slice(0, -1).every(({ many }) => !many));
    });
  }
});

Deno.test("COMMANDS uses each name once, older names included", () => {
  const names = COMMANDS.flatMap((
    { name, aliases = [] },
  ) => [name, ...aliases]);
  assertEquals(names.filter((name, i) => names.indexOf(name) !== i), []);
  const groups = names.filter((name) => name.includes(" "))
    .map((name) => name.split(" ")[0]);
  for (const { name } of COMMANDS) {
    assert(!groups.includes(name), `"${name}" is a command and a group`);
  }
  for (const { name } of COMMANDS.filter(({ name }) => name.includes(" "))) {
    assert(GROUPS[name.split(" ")[0] ?? ""], `"${name}" has no group text`);
  }
});

Deno.test("COMMANDS gives examples that can be typed", async (t) => {
  for (const { name, examples = [] } of COMMANDS) {
    for (const example of examples) {
      await t.step(example, () => {
        const [line = ""] = example.replace(/^.* \| (?=memory-keeper )/, "")
          .split(/ (?:[|<]|>>?) /);
        const [program, ...argv] = line.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
        assertEquals(program, "memory-keeper");
        const bare = argv.map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
        const parsed = parseArgv(bare);
        assertEquals(
          parsed.kind === "run" && parsed.invocation.command.name,
          name,
        );
      });
    }
  }
});

Deno.test("COMMANDS loads a run() for every row", async (t) => {
  for (const { name, load } of COMMANDS) {
    await t.step(name, async () => {
      assertEquals(typeof await load(), "function");
    });
  }
});
