import { assert, assertEquals } from "@std/assert";
import { GLOBAL_FLAGS } from "../command.ts";
import { COMMANDS } from "../commands.ts";
import { completionPoints, isIdKind, valueFlags } from "./points.ts";
import { renderCompletions, type Shell } from "./render.ts";

const SHELLS: readonly Shell[] = ["bash", "zsh", "fish", "powershell"];

Deno.test("an option takes a value in every command or in none", () => {
  const takes = new Map<string, boolean>();
  for (const { name, flags = [] } of COMMANDS) {
    for (const flag of [...flags, ...GLOBAL_FLAGS]) {
      const now = flag.value !== undefined;
      assertEquals(takes.get(flag.name) ?? now, now, `${name} --${flag.name}`);
      takes.set(flag.name, now);
    }
  }
});

Deno.test("every script names every command and option", async (t) => {
  for (const shell of SHELLS) {
    await t.step(shell, () => {
      const script = renderCompletions(shell);
      for (const { words, flags } of completionPoints()) {
        const wanted = [...words, ...flags].map(({ word }) =>
          shell === "fish" ? word.replace(/^--/, "-l ") : word
        );
        assertEquals(wanted.filter((word) => !script.includes(word)), []);
      }
    });
  }
});

Deno.test("the script for PowerShell has no key twice", () => {
  // PowerShell refuses a table with two keys that differ only in case.
  for (
    const [table] of renderCompletions("powershell").matchAll(/@\{[^{}]*\}/g)
  ) {
    const keys = Array.from(
      table.matchAll(/'((?:[^']|'')*)' = /g),
      ([, key]) => key?.toLowerCase(),
    );
    assertEquals(keys.length, new Set(keys).size, table);
  }
});

Deno.test("every script asks for ids where they are wanted", async (t) => {
  const points = completionPoints();
  const kinds = [
    ...points.map(({ paths }) => paths),
    ...valueFlags(points).values(),
  ].filter(isIdKind);
  for (const shell of SHELLS) {
    await t.step(shell, () => {
      const script = renderCompletions(shell);
      assert(script.includes("memory-keeper ids "), "nothing asks for ids");
      for (const kind of new Set(kinds)) assert(script.includes(kind), kind);
    });
  }
});
