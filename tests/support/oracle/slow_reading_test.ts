import { assertEquals } from "@std/assert";
import { parseSlowly } from "./slow_lines.ts";
import { readSlowlyFromText } from "./slow_reading.ts";
import { judgeUserText, rejectionRemark } from "./slow_user_words.ts";

Deno.test("judgeUserText() tells typed words from others", async (t) => {
  const rows: [text: string, typed: string, reasons: string[]][] = [
    ["  fix it ", "fix it", []],
    [
      "what does <system-reminder> mean?",
      "what does <system-reminder> mean?",
      [],
    ],
    ["a\n<system-reminder>x</system-reminder>", "a", ["system reminder"]],
    ["<system-reminder>x</system-reminder>", "", ["system reminder"]],
    [
      "<command-name>/mcp</command-name>\n <command-args></command-args>",
      "/mcp",
      [],
    ],
    [
      "<command-message>plan</command-message>\n<command-name>/plan</command-name>\n<command-args>the <b> tag</command-args>",
      "/plan the <b> tag",
      [],
    ],
    [
      "<command-name>old</command-name><command-args>-v</command-args>",
      "/old -v",
      [],
    ],
    ["<local-command-stdout>done</local-command-stdout>", "", [
      "command output",
    ]],
    ["<bash-input>ls</bash-input>", "! ls", []],
    ["<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>", "", [
      "command output",
    ]],
    ["<task-notification>\n</task-notification>\nRead the file", "", [
      "task notification",
    ]],
    ["[Request interrupted by user for tool use]", "", ["interrupt mark"]],
    ["<ide_selection>x</ide_selection>", "", ["editor context"]],
  ];
  for (const [text, typed, reasons] of rows) {
    await t.step(text, () => {
      const judged = judgeUserText(text);
      assertEquals(judged.typed, typed);
      assertEquals(judged.dropped.map(({ reason }) => reason), reasons);
    });
  }
});

Deno.test("rejectionRemark() finds what the user said", () => {
  const head =
    "The tool use was rejected (eg. …). To tell you how to proceed, the user said:\n";
  assertEquals(rejectionRemark(`${head}use tabs\nplease`), "use tabs\nplease");
  assertEquals(
    rejectionRemark(
      `${head}no\n\nNote: The user's next message may contain a correction or preference. Pay …`,
    ),
    "no",
  );
  assertEquals(rejectionRemark("The tool use was rejected. STOP"), "");
  assertEquals(rejectionRemark("grep: the user said:\nhello"), "");
});

Deno.test("parseSlowly() keeps every whole entry", async (t) => {
  const entry = (uuid: string) =>
    JSON.stringify({ type: "user", uuid, message: { content: 'a } "{ b' } });
  const rows: [name: string, text: string, uuids: string[], fault?: string][] =
    [
      ["plain", `${entry("1")}\n${entry("2")}\n`, ["1", "2"]],
      ["no final newline", entry("1"), ["1"]],
      ["CRLF", `${entry("1")}\r\n`, ["1"]],
      ["blank", `\n${entry("1")}`, ["1"], "blank"],
      ["glued", entry("1") + entry("2"), ["1", "2"], "glued"],
      ["cut off", entry("1").slice(0, -9), [], "broken"],
      [
        "cut off, then whole",
        entry("1").slice(0, -9) + entry("2"),
        ["2"],
        "broken",
      ],
      ["no object", '"text"', [], "notObjects"],
    ];
  for (const [name, text, uuids, fault] of rows) {
    await t.step(name, () => {
      const { entries, faults } = parseSlowly(text);
      assertEquals(entries.map(({ entry }) => entry.uuid), uuids);
      const { lines: _lines, ...counts } = faults;
      assertEquals(counts, {
        blank: 0,
        broken: 0,
        notObjects: 0,
        glued: 0,
        ...(fault && { [fault]: 1 }),
      });
    });
  }
});

Deno.test("readSlowlyFromText() counts queued words once", async (t) => {
  let users = 0;
  const enqueue = (content: string) => ({
    type: "queue-operation",
    operation: "enqueue",
    content,
  });
  const op = (operation: string, content?: string) => ({
    type: "queue-operation",
    operation,
    content,
  });
  const user = (content: string) => ({
    type: "user",
    uuid: `${content} ${++users}`,
    message: { content },
  });
  const attachment = (prompt: string) => ({
    type: "attachment",
    uuid: prompt,
    attachment: { type: "queued_command", prompt },
  });
  const rows: [name: string, entries: object[], typed: string[]][] = [
    ["sent as a turn", [enqueue("a"), op("dequeue"), user("a")], ["a"]],
    ["handed over within a turn, old versions", [
      enqueue("a"),
      op("remove"),
      user("b"),
    ], ["a", "b"]],
    ["handed over within a turn, new versions", [
      enqueue("a"),
      op("remove"),
      attachment("a"),
    ], ["a"]],
    [
      "handed over and typed again",
      [enqueue("yes"), op("remove"), user("yes")],
      ["yes", "yes"],
    ],
    ["taken back", [enqueue("a"), op("popAll", "a"), user("a b")], ["a b"]],
    ["still waiting", [user("x"), enqueue("a")], ["x", "a"]],
    ["lost after its turn came", [enqueue("a"), op("dequeue")], ["a"]],
    ["shell line", [
      enqueue("ls"),
      op("dequeue"),
      user("<bash-input>ls</bash-input>"),
    ], ["! ls"]],
    ["notification", [
      enqueue("<task-notification>x"),
      user("<task-notification>x"),
    ], []],
  ];
  for (const [name, entries, typed] of rows) {
    await t.step(name, () => {
      const text = entries.map((entry) => JSON.stringify(entry)).join("\n");
      const reading = readSlowlyFromText(text, { progress: true });
      assertEquals(reading.typedUserTexts.map(({ text }) => text), typed);
    });
  }
});

Deno.test("readSlowlyFromText() leaves out repeats, not other entries with the same uuid", () => {
  const entry = (content: string) =>
    JSON.stringify({ type: "user", uuid: "1", message: { content } });
  const reading = readSlowlyFromText(
    [entry("a"), entry("a"), entry("b")].join("\n"),
    { progress: true },
  );
  assertEquals(reading.typedUserTexts.map(({ text }) => text), ["a", "b"]);
  assertEquals(reading.repeats, 1);
});
