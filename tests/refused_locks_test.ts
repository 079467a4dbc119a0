/** A folder that refuses locks: everything is kept, and every line says so. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { setFaultHandler } from "../src/store/fault_point.ts";
import { user } from "./support/generator/entries.ts";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";

const ID = "3f2a9c11-0000-4000-8000-000000000028";

Deno.test("a folder that refuses locks keeps memory all the same", async () => {
  // In this process: a process of its own would not have the handler.
  using world = new SealedWorld("project", false);
  const transcript = `${world.dir}/${ID}.jsonl`;
  const lines = [user("the gate opens at dawn")];
  Deno.writeTextFileSync(
    transcript,
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  const event = (name: string, more = {}) =>
    payload(name, ID, { transcript_path: transcript, ...more });
  let refused = 0;
  setFaultHandler((point) => {
    if (point !== "flock") return;
    refused++;
    throw new Error("No locks available (os error 37)");
  });
  try {
    const start = await world.hook(
      "session-start",
      event("SessionStart", { source: "startup" }),
    );
    assertStringIncludes(start.stdout, "it is kept from this session on");
    await world.hook("stop", event("Stop"));
    assertEquals((await world.run(["save", "we open at dawn"])).code, 0);
    const { stdout } = await world.run(["status", "--json"]);
    assertEquals(JSON.parse(stdout).problem, null);
  } finally {
    setFaultHandler(undefined);
  }
  assert(refused > 0);
  const log = world.files().find((name) => name.endsWith(".l1.jsonl"));
  assertStringIncludes(world.read(log ?? "none"), "the gate opens at dawn");
  assertStringIncludes(world.read("memory.md"), "we open at dawn");
  assertEquals(
    world.read("logs/keeper.log").split("\n")
      .filter((line) => line.includes("failed")),
    [],
  );
});
