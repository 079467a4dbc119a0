/** Kept text may hold escape sequences; no command hands them to a terminal. */

import { assert, assertEquals } from "@std/assert";
import { searchableWorld } from "./support/world/searchable_store.ts";

const CLIPBOARD = "\x1b]52;c;aGFja2Vk\x07";
const TITLE = "\x9d0;owned\x9c";
const HIDDEN = "\x1b[8mhidden\x1b[0m\x1b[2J";
const WORDS = `wharf ${CLIPBOARD}crane ${TITLE}dock ${HIDDEN}`;

const COMMANDS = [
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
  for (const args of COMMANDS) {
    await t.step(args.join(" "), async () => {
      const { stdout, stderr } = await world.run(args);
      const printed = stdout + stderr;
      // deno-lint-ignore no-control-regex
      const found = printed.match(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g) ?? [];
      assertEquals(found, [], JSON.stringify(printed));
    });
  }
  const { stdout } = await world.run(["search", "wharf crane"]);
  assert(stdout.includes("wharf"), stdout);
});
