/** Kept text may hold escape sequences; no command hands them to a terminal. */

import { assert, assertEquals } from "@std/assert";
import { listSources } from "../scripts/read_imports.ts";
import { COMMANDS } from "../src/cli/commands.ts";
import { payload } from "./support/world/sealed_world.ts";
import { searchableWorld } from "./support/world/searchable_store.ts";

const ID = "3f2a9c11-0000-4000-8000-000000000052";
const CLIPBOARD = "\x1b]52;c;aGFja2Vk\x07";
const TITLE = "\x9d0;owned\x9c";
const HIDDEN = "\x1b[8mhidden\x1b[0m\x1b[2J";
const WORDS = `wharf ${CLIPBOARD}crane ${TITLE}dock ${HIDDEN}`;

const OBEYED = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Those that print what is kept. */
const READERS = [
  ["show", "d001"],
  ["facts", "show", "d001"],
  ["get", "project"],
  ["list"],
  ["concepts", "list"],
  ["doctor"],
  ["config", "list"],
  ["reflect"],
  ["show"],
  ["load"],
  ["search", "wharf crane"],
  ["search", "--json", "wharf crane"],
  ["search", "--regex", "wharf"],
  ["timeline"],
  ["facts", "list"],
  ["facts", "list", "--json"],
  ["status"],
  ["permanent", "list"],
  ["delta", "list"],
];

Deno.test("no command prints what a terminal would obey", async (t) => {
  using world = await searchableWorld();
  const log = "sessions/2026-03-02_0910_7b1d0e22.l1.jsonl";
  const entry = { ts: "2026-03-02T09:30:00Z", role: "user", text: WORDS };
  Deno.writeTextFileSync(
    `${world.store}/${log}`,
    `${JSON.stringify(entry)}\n`,
    { append: true },
  );
  Deno.writeTextFileSync(
    `${world.store}/memory.md`,
    `\n## 2026-03-02_0930\n\n${WORDS}\n`,
    { append: true },
  );
  const facts = {
    decisions: [{ id: "d001", date: "2026-03-02", content: WORDS }],
  };
  world.write("facts.json", JSON.stringify(facts));
  world.write("project.md", `${WORDS}\n`);
  world.write("config.json", JSON.stringify({ [WORDS]: WORDS }));
  for (const args of READERS) {
    await t.step(args.join(" "), async () => {
      const { stdout, stderr } = await world.run(args);
      const printed = stdout + stderr;
      assertEquals(printed.match(OBEYED) ?? [], [], JSON.stringify(printed));
    });
  }
  const { stdout } = await world.run(["search", "wharf crane"]);
  assert(stdout.includes("wharf"), stdout);
});

Deno.test("no command repeats what a terminal would obey", async (t) => {
  using world = await searchableWorld();
  const event = payload("UserPromptSubmit", ID, { prompt: WORDS });
  for (const { name, positionals = [] } of COMMANDS) {
    // It would wait for a payload, or print none of our words.
    if (name === "hook" || name === "install") continue;
    await t.step(name, async () => {
      const words = positionals.map(({ choices }) => choices?.[0] ?? WORDS);
      const { stdout, stderr } = await world.run(
        [...name.split(" "), ...words],
        { stdin: WORDS },
      );
      const printed = stdout + stderr;
      assertEquals(printed.match(OBEYED) ?? [], [], JSON.stringify(printed));
    });
  }
  await t.step("hook", async () => {
    const { stdout } = await world.hook("user-prompt-submit", event);
    assertEquals(stdout.match(OBEYED) ?? [], []);
  });
});

Deno.test("only the printer and the hooks' door write to a stream", async () => {
  const found: string[] = [];
  const PRINTERS = ["src/output/output.ts", "src/hooks/standard_streams.ts"];
  const sources = listSources("src");
  assert(PRINTERS.every((path) => sources.includes(path)));
  for (const path of sources) {
    if (path.endsWith("_test.ts") || PRINTERS.includes(path)) continue;
    const text = await Deno.readTextFile(path);
    if (/\bconsole\.|Deno\.std(?:out|err)\.write/.test(text)) found.push(path);
  }
  assertEquals(found, []);
});
