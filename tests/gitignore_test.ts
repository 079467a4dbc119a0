/** Memory is private from the first write: git never sees any of it. */

import { assert, assertEquals } from "@std/assert";
import { LAMP, rotationStore, THEN } from "./support/world/older_stores.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const COMMANDS = [
  "search lamp",
  "doctor",
  "report",
  "reindex",
  "dedupe-l1",
  "compress",
  "delta list",
];

Deno.test("an earlier tool's store gets its .gitignore with the first file that is written", async (t) => {
  const table: [name: string, act: (world: SealedWorld) => Promise<unknown>][] =
    [
      ...COMMANDS.map((line): typeof table[number] => [
        line,
        (world) => world.run(line.split(" "), { env: THEN }),
      ]),
      [
        "hook user-prompt-submit",
        (world) =>
          world.hook("user-prompt-submit", {
            ...payload("UserPromptSubmit", LAMP),
            prompt: "hello",
          }, { env: THEN }),
      ],
    ];
  for (const [name, act] of table) {
    await t.step(name, async () => {
      using world = new SealedWorld();
      rotationStore(world);
      const before = world.files();
      await act(world);
      const after = world.files();
      if (after.join() === before.join()) return;
      assert(after.includes(".gitignore"), after.join("\n"));
      assertEquals(world.read(".gitignore"), "*\n");
    });
  }
});
