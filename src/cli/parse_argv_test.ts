import { assertEquals, assertThrows } from "@std/assert";
import { UserError } from "../base/errors.ts";
import { COMMANDS, GROUPS } from "./commands.ts";
import { parseArgv, wantsJson } from "./parse_argv.ts";

/** What a command line is read as, in a few words. */
function read(line: readonly string[]): Record<string, unknown> {
  const parsed = parseArgv(line);
  if (parsed.kind === "help") {
    const { commands } = parsed;
    return { help: commands.length === 1 ? commands[0]?.name ?? "" : "" };
  }
  const { command, positionals, switches, values } = parsed.invocation;
  return {
    run: command.name,
    ...(positionals.length > 0 ? { positionals } : {}),
    ...(switches.size > 0 ? { switches: [...switches] } : {}),
    ...(values.size > 0 ? { values: Object.fromEntries(values) } : {}),
  };
}

const words = (line: string) => line === "" ? [] : line.split(" ");

Deno.test("parseArgv() reads a command, its words and its options", async (t) => {
  const rows: [string, Record<string, unknown>][] = [
    ["status", { run: "status" }],
    ["config list", { run: "config list" }],
    ["status --json", { run: "status", switches: ["json"] }],
    ["--json status", { run: "status", switches: ["json"] }],
    ["config --json list", { run: "config list", switches: ["json"] }],
    ["status --project-dir /p", {
      run: "status",
      values: { "project-dir": "/p" },
    }],
    ["--project-dir /p status", {
      run: "status",
      values: { "project-dir": "/p" },
    }],
    ["--project-dir status status", {
      run: "status",
      values: { "project-dir": "status" },
    }],
    ["status --project-dir=/p=q", {
      run: "status",
      values: { "project-dir": "/p=q" },
    }],
    ["status --project-dir /p --project-dir /q", {
      run: "status",
      values: { "project-dir": "/q" },
    }],
    ["search --layer l1 --layer facts,memory tide", {
      run: "search",
      positionals: ["tide"],
      values: { layer: "l1,facts,memory" },
    }],
    ["config set recall false", {
      run: "config set",
      positionals: ["recall", "false"],
    }],
    ["config set --global recall false", {
      run: "config set",
      positionals: ["recall", "false"],
      switches: ["global"],
    }],
    ["--global config set saveInterval 007", {
      run: "config set",
      positionals: ["saveInterval", "007"],
      switches: ["global"],
    }],
    ["config set key -- -5", {
      run: "config set",
      positionals: ["key", "-5"],
    }],
    ["config set key -- -h", {
      run: "config set",
      positionals: ["key", "-h"],
    }],
    ["config set -- --json --help", {
      run: "config set",
      positionals: ["--json", "--help"],
    }],
    ["status --project-dir -", {
      run: "status",
      values: { "project-dir": "-" },
    }],
    ["config get -", { run: "config get", positionals: ["-"] }],
    ["help", { run: "help" }],
    ["help config set", { run: "help", positionals: ["config", "set"] }],
    ["rules", { run: "rules list" }],
    ["permanent list --json", { run: "rules list", switches: ["json"] }],
    ["notes --json", { run: "notes list", switches: ["json"] }],
    ["set project x", { run: "notes set", positionals: ["project", "x"] }],
    ["--version", { run: "version" }],
    ["-V", { run: "version" }],
    ["--json --version", { run: "version", switches: ["json"] }],
  ];
  for (const [line, expected] of rows) {
    await t.step(line, () => assertEquals(read(words(line)), expected));
  }
});

Deno.test("parseArgv() keeps spaces, empty words and letters as they are", () => {
  assertEquals(read(["config", "set", "a b", "가 \n"]), {
    run: "config set",
    positionals: ["a b", "가 \n"],
  });
  assertEquals(read(["save", "- Round last", "--json"]), {
    run: "save",
    positionals: ["- Round last"],
    switches: ["json"],
  });
  assertEquals(read(["config", "set", "saveInterval", "-5"]), {
    run: "config set",
    positionals: ["saveInterval", "-5"],
  });
  assertEquals(read(["config", "set", "key", ""]), {
    run: "config set",
    positionals: ["key", ""],
  });
});

Deno.test("parseArgv() shows help wherever it is asked for", async (t) => {
  const rows: [string, string][] = [
    ["", ""],
    ["--help", ""],
    ["-h", ""],
    ["--json --help", ""],
    ["status --help", "status"],
    ["--help status", "status"],
    ["config -h set", "config set"],
    ["config set --help", "config set"],
    ["config set key --help --unknown", "config set"],
  ];
  for (const [line, help] of rows) {
    await t.step(`"${line}"`, () => assertEquals(read(words(line)), { help }));
  }
});

Deno.test("parseArgv() finds every command by its name and its older names", async (t) => {
  for (const { name, aliases = [] } of COMMANDS) {
    for (const known of [name, ...aliases]) {
      // The name of a group is its list, and its help is the group's.
      const help = Object.hasOwn(GROUPS, known) ? "" : name;
      await t.step(known, () => {
        assertEquals(read([...words(known), "--help"]), { help });
      });
    }
  }
});

Deno.test("parseArgv() names the mistake and what to do", async (t) => {
  const list = 'Run "memory-keeper --help" for the list';
  const usage = (name: string) =>
    `Run "memory-keeper ${name} --help" for its usage`;
  const options = (name: string) =>
    `Run "memory-keeper ${name} --help" for its options`;
  const write = "Write --project-dir <folder>";
  const group = COMMANDS.filter(({ name }) => name.startsWith("config "))
    .map(({ name }) => name.slice("config ".length)).join(", ");
  const example = 'Run "memory-keeper config --help" for what they do';

  const rows: [string, string, string][] = [
    ["statsu", 'Unknown command "statsu"', 'Did you mean "status"?'],
    ["xyzzyxyzzy", 'Unknown command "xyzzyxyzzy"', list],
    ["xyzzyxyzzy --help", 'Unknown command "xyzzyxyzzy"', list],
    ["--json", "No command given", list],
    ["--project-dir /p", "No command given", list],
    ["-- status", "No command given", list],
    ["--hlep", 'Unknown option "--hlep"', 'Did you mean "--help"?'],
    ["-v", 'Unknown option "-v"', 'Did you mean "--version"?'],
    ["--project-dir", '"--project-dir" needs a value', write],
    [
      "--porject-dir /tmp status",
      'Unknown option "--porject-dir"',
      'Did you mean "--project-dir"?',
    ],
    [
      "--limit 5 timeline",
      'Unknown option "--limit"',
      "Options of a command follow its name",
    ],
    [
      "status --json=maybe",
      '"--json" cannot be "maybe"',
      "Write --json, or leave it out",
    ],
    ["config", `"config" needs one of: ${group}`, example],
    ["config --json", `"config" needs one of: ${group}`, example],
    [
      "config lst",
      'Unknown command "config lst"',
      'Did you mean "config list"?',
    ],
    [
      "facts lsit",
      'Unknown command "facts lsit"',
      'Did you mean "facts list"?',
    ],
    [
      "rules lsit",
      'Unknown command "rules lsit"',
      'Did you mean "rules list"?',
    ],
    [
      "permanent remvoe r001",
      'Unknown command "permanent remvoe"',
      'Did you mean "permanent remove"?',
    ],
    [
      "resolve i001",
      'Unknown command "resolve"',
      'Did you mean "facts resolve"?',
    ],
    ["config zzzzzz", 'Unknown command "config zzzzzz"', example],
    ["status --jsno", 'Unknown option "--jsno"', 'Did you mean "--json"?'],
    ["status --global", 'Unknown option "--global"', options("status")],
    ["status --zzzzzz=1", 'Unknown option "--zzzzzz"', options("status")],
    ["status -x", 'Unknown option "-x"', options("status")],
    [
      "status --no-json",
      'Unknown option "--no-json"',
      'Did you mean "--json"?',
    ],
    ["status --json.x", 'Unknown option "--json.x"', 'Did you mean "--json"?'],
    ["status --__proto__=1", 'Unknown option "--__proto__"', options("status")],
    ["status --project-dir", '"--project-dir" needs a value', write],
    ["status --project-dir=", '"--project-dir" needs a value', write],
    ["status --project-dir --json", '"--project-dir" needs a value', write],
    ["--project-dir --json status", '"--project-dir" needs a value', write],
    ["status now", 'Unexpected word "now"', usage("status")],
    ["status -- now", 'Unexpected word "now"', usage("status")],
    ["config set a b c", 'Unexpected word "c"', usage("config set")],
    ["config set", '"config set" needs <key>', usage("config set")],
    ["config set a", '"config set" needs <value>', usage("config set")],
    ["config get", '"config get" needs <key>', usage("config get")],
    ["clear --dry-run", '"clear" needs <scope>', "It is one of: old, all"],
    ["completions fissh", '<shell> cannot be "fissh"', 'Did you mean "fish"?'],
    [
      "completions tcsh9",
      '<shell> cannot be "tcsh9"',
      "It is one of: bash, zsh, fish, powershell",
    ],
  ];
  for (const [line, message, hint] of rows) {
    await t.step(line, () => {
      const error = assertThrows(() => parseArgv(words(line)), UserError);
      assertEquals(
        [error.kind, error.message, error.hints],
        ["misuse", message, [hint]],
      );
    });
  }
});

Deno.test("wantsJson() goes by the last word on it", () => {
  const rows: [string, boolean][] = [
    ["status", false],
    ["status --json", true],
    ["--json=true status", true],
    ["--json status --json=false", false],
    ["--json=false status --json", true],
    ["save -- --json", false],
  ];
  for (const [line, expected] of rows) {
    assertEquals(wantsJson(words(line)), expected, line);
  }
});

Deno.test("parseArgv() gives no guess for a word that is far too long", () => {
  const error = assertThrows(() => parseArgv(["x".repeat(5000)]), UserError);
  assertEquals(error.hints, ['Run "memory-keeper --help" for the list']);
});
