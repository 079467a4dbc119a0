import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { clip } from "../../base/cut_text.ts";
import { type ToolAction, withoutEmpty } from "../../session/log_entry.ts";
import { Redactor } from "../../redact/redactor.ts";
import { describeTool, isSilentOnSuccess } from "./_tool_lines.ts";

const TOKEN = `ghp_${"Ab3dE6gH9kLm2nPq5rSt".repeat(2).slice(0, 36)}`;

/** The line of a call, its empty keys left out as L1 does. */
function lineOf(name: string, input: unknown): ToolAction {
  const redactor = new Redactor();
  return withoutEmpty(
    describeTool(name, input, (text) => redactor.text(text)),
  );
}

Deno.test("describeTool() says what each tool did", async (t) => {
  const rows: [name: string, input: unknown, line: ToolAction][] = [
    ["Read", { file_path: "/p/a.ts" }, { target: "/p/a.ts" }],
    ["Read", { file_path: "/p/a.ts", offset: 10, limit: 5 }, {
      target: "/p/a.ts",
      lines: "10-14",
    }],
    ["Read", { file_path: "/p/a.ts", offset: 10 }, {
      target: "/p/a.ts",
      lines: "10-",
    }],
    ["Read", { file_path: "/p/a.ts", limit: 5 }, {
      target: "/p/a.ts",
      lines: "1-5",
    }],
    ["Edit", { file_path: "/p/a.ts", old_string: "a", new_string: "b" }, {
      target: "/p/a.ts",
      diff: "-a\n+b",
    }],
    ["Edit", { file_path: "/p/a.ts", old_string: "", new_string: "b" }, {
      target: "/p/a.ts",
      diff: "+b",
    }],
    ["Edit", { file_path: "/p/a.ts", old_string: "a\nb", new_string: "" }, {
      target: "/p/a.ts",
      diff: "-a\n-b",
    }],
    ["MultiEdit", {
      file_path: "/p/a.ts",
      edits: [
        { old_string: "a", new_string: "b" },
        { old_string: "c\r\nd\r\ne", new_string: "f" },
      ],
    }, { target: "/p/a.ts", diff: "-a\n-c\n-d\n+b\n+f" }],
    ["NotebookEdit", { notebook_path: "/p/n.ipynb", new_source: "print()" }, {
      target: "/p/n.ipynb",
      diff: "+print()",
    }],
    ["Write", { file_path: "/p/a.ts", content: "12345" }, {
      target: "/p/a.ts",
      size: 5,
    }],
    ["Write", { file_path: "/p/a.ts", content: "" }, {
      target: "/p/a.ts",
      size: 0,
    }],
    ["Bash", { command: "deno test", description: "x" }, { cmd: "deno test" }],
    ["PowerShell", { command: "dir" }, { cmd: "dir" }],
    ["Grep", { pattern: "a\\d+", path: "/p", output_mode: "content" }, {
      pattern: "a\\d+",
      path: "/p",
    }],
    ["Glob", { pattern: "**/*.ts" }, { pattern: "**/*.ts" }],
    ["WebFetch", { url: "https://a.example/b", prompt: "?" }, {
      target: "https://a.example/b",
    }],
    ["WebSearch", { query: "tides 満潮" }, { target: "tides 満潮" }],
    ["Agent", { subagent_type: "Explore", description: "look", prompt: "…" }, {
      info: "Explore: look",
    }],
    ["Task", { description: "look" }, { info: "look" }],
    ["Skill", { skill: "tide", args: "spring" }, {
      info: "skill: tide, args: spring",
    }],
    ["TodoWrite", {
      todos: [
        { content: "Moor", status: "completed", activeForm: "Mooring" },
        { content: "Sail", status: "pending" },
      ],
    }, { info: "pending: Sail; completed: Moor" }],
    ["TaskCreate", { subject: "Moor", description: "Before dusk" }, {
      info: "subject: Moor, description: Before dusk",
    }],
    ["TaskUpdate", { taskId: "1", status: "completed" }, {
      info: "taskId: 1, status: completed",
    }],
    ["mcp__harbour__list", { harbour: "남항", limit: 3, all: true, deep: {} }, {
      info: "harbour: 남항, limit: 3, all: true",
    }],
    ["HologramRender", { scene: "pier", when: null, at: [1] }, {
      info: "scene: pier",
    }],
    ["KillShell", {}, {}],
  ];
  for (const [name, input, line] of rows) {
    await t.step(`${name} ${JSON.stringify(input)}`, () => {
      assertEquals(lineOf(name, input), line);
    });
  }
});

Deno.test("describeTool() cuts long arguments to their lengths", async (t) => {
  const long = "x".repeat(5000);
  const lines = Array.from({ length: 9 }, (_, i) => `line ${i}`).join("\n");
  const rows: [name: string, input: unknown, line: ToolAction][] = [
    ["Bash", { command: long }, { cmd: "x".repeat(200) }],
    ["Edit", { file_path: "a", old_string: lines, new_string: lines }, {
      target: "a",
      diff: "-line 0\n-line 1\n-line 2\n+line 0\n+line 1\n+line 2",
    }],
    ["Edit", { file_path: "a", old_string: long, new_string: "y" }, {
      target: "a",
      diff: `-${"x".repeat(99)}\n+y`,
    }],
    ["Agent", { subagent_type: "Explore", description: long }, {
      info: `Explore: ${"x".repeat(200)}`,
    }],
    ["TodoWrite", { todos: Array(50).fill({ content: long, status: "a" }) }, {
      info: clip(`a: ${"x".repeat(80)}; `.repeat(50), 200),
    }],
    ["mcp__a__b", { a: long, b: long, c: 1 }, {
      info: clip(`a: ${"x".repeat(100)}, b: ${long}`, 200),
    }],
    ["Write", { file_path: long, content: long }, {
      target: "x".repeat(500),
      size: 5000,
    }],
  ];
  for (const [name, input, line] of rows) {
    await t.step(name, () => assertEquals(lineOf(name, input), line));
  }
});

Deno.test("describeTool() never cuts a character in two", async (t) => {
  const calls: [name: string, input: (text: string) => unknown][] = [
    ["Bash", (command) => ({ command })],
    [
      "Edit",
      (text) => ({ file_path: text, old_string: text, new_string: text }),
    ],
    ["Grep", (pattern) => ({ pattern, path: pattern })],
    ["Agent", (description) => ({ subagent_type: "a", description })],
    ["TodoWrite", (content) => ({ todos: [{ content, status: content }] })],
    ["mcp__a__b", (a) => ({ a, b: a, c: a })],
  ];
  for (const [name, input] of calls) {
    await t.step(name, () => {
      for (const shift of ["", "x"]) {
        const line = lineOf(name, input(shift + "😀".repeat(3000)));
        for (const value of Object.values(line)) {
          assert(String(value).isWellFormed(), `${name}: ${value}`);
        }
      }
    });
  }
});

Deno.test("describeTool() removes a secret before it cuts", async (t) => {
  const calls: [name: string, at: number, input: (text: string) => unknown][] =
    [
      ["Bash", 180, (command) => ({ command })],
      ["Edit", 85, (text) => ({ file_path: "a", old_string: text })],
      ["Edit", 85, (text) => ({ file_path: "a", new_string: text })],
      ["NotebookEdit", 85, (new_source) => ({ new_source })],
      ["Grep", 480, (pattern) => ({ pattern })],
      ["WebFetch", 480, (url) => ({ url })],
      ["Agent", 180, (description) => ({ description })],
      ["TodoWrite", 60, (content) => ({ todos: [{ content }] })],
      ["mcp__a__b", 80, (a) => ({ a })],
      ["mcp__a__b", 80, (a) => ({ filling: "z".repeat(99), a })],
      ["mcp__a__b", 0, (token) => ({ token })],
    ];
  for (const [name, at, input] of calls) {
    await t.step(`${name}, ${at} characters before it`, () => {
      const text = `${"x ".repeat(at / 2)}${TOKEN} after`;
      const line = JSON.stringify(lineOf(name, input(text)));
      assertEquals(line.includes("ghp_"), false, line);
      if (at === 0) assertStringIncludes(line, "[REDACTED");
    });
  }
});

/** Tools with a row of their own, what they say of nothing, and two without. */
const KNOWN: readonly (readonly [name: string, nothing: ToolAction])[] = [
  ["Read", {}],
  ["Edit", {}],
  ["MultiEdit", {}],
  ["NotebookEdit", {}],
  ["Write", { size: 0 }],
  ["Bash", {}],
  ["Grep", {}],
  ["WebFetch", {}],
  ["Agent", {}],
  ["TodoWrite", {}],
];
const UNKNOWN = ["Skill", "constructor", "__proto__", ""];

Deno.test("describeTool() says nothing of input that is no object", async (t) => {
  for (
    const [name, nothing] of [
      ...KNOWN,
      ...UNKNOWN.map((n) => [n, {}] as const),
    ]
  ) {
    await t.step(name || "no name", () => {
      for (const input of [undefined, null, "text", 7, true, [1], ["a"]]) {
        assertEquals(lineOf(name, input), nothing, JSON.stringify(input));
      }
    });
  }
});

Deno.test("describeTool() skips arguments of another type", async (t) => {
  const keys = [
    "file_path",
    "notebook_path",
    "old_string",
    "new_string",
    "new_source",
    "content",
    "command",
    "pattern",
    "path",
    "url",
    "subagent_type",
    "description",
    "edits",
    "todos",
  ];
  const all = (value: unknown) =>
    Object.fromEntries(keys.map((key) => [key, value]));
  for (const [name, nothing] of KNOWN) {
    await t.step(name, () => {
      for (const value of [7, true, null, [1], ["a"], { a: 1 }]) {
        assertEquals(lineOf(name, all(value)), nothing, JSON.stringify(value));
      }
    });
  }
  for (const name of UNKNOWN) {
    await t.step(name || "no name", () => {
      for (const value of [null, [1], { a: 1 }]) {
        assertEquals(lineOf(name, all(value)), {}, JSON.stringify(value));
      }
      assertEquals(lineOf(name, { a: 7, b: true, c: null, d: [1] }), {
        info: "a: 7, b: true",
      });
    });
  }
  await t.step("a range that is not of numbers", () => {
    const read = (offset: unknown, limit: unknown) =>
      lineOf("Read", { file_path: "a", offset, limit });
    assertEquals(read("7", 5), { target: "a", lines: "1-5" });
    assertEquals(read(7, "5"), { target: "a", lines: "7-" });
    assertEquals(read("7", null), { target: "a" });
  });
  await t.step("what is left of a list", () => {
    const odd = [7, null, "x", { old_string: "a" }, [{ old_string: "b" }]];
    assertEquals(lineOf("MultiEdit", { file_path: "a", edits: odd }), {
      target: "a",
      diff: "-a",
    });
    const todos = [7, null, "x", { content: "sail", status: 7 }];
    assertEquals(lineOf("TodoWrite", { todos }), { info: ": sail" });
  });
});

Deno.test("describeTool() takes `__proto__` for a name like any other", () => {
  const input = JSON.parse('{"__proto__":"x","constructor":"y","n":1}');
  assertEquals(lineOf("mcp__a__b", input), {
    info: "__proto__: x, constructor: y, n: 1",
  });
});

Deno.test("describeTool() reads little of a huge argument", () => {
  let read = 0;
  const huge = "x ".repeat(20_000_000);
  describeTool("Bash", { command: huge }, (text) => {
    read += text.length;
    return text;
  });
  assert(read < 10_000, `${read} characters`);
});

Deno.test("isSilentOnSuccess() names tools whose success repeats the call", () => {
  assertEquals(
    ["Edit", "Write", "TaskUpdate", "Bash", "Read"].map(isSilentOnSuccess),
    [true, true, true, false, false],
  );
});

Deno.test("clip() keeps whole characters", () => {
  const rows: [text: string, max: number, clipped: string][] = [
    ["abc", 3, "abc"],
    ["abcd", 3, "abc"],
    ["ab😀", 3, "ab"],
    ["ab😀", 4, "ab😀"],
    ["😀😀", 2, "😀"],
    ["한국어", 2, "한국"],
    ["abc", 0, ""],
    ["", 5, ""],
  ];
  for (const [text, max, clipped] of rows) {
    assertEquals(clip(text, max), clipped);
  }
});
