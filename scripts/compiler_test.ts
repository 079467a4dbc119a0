import { assertEquals } from "@std/assert";
import { loadsVmQuickly } from "./compiler.ts";

Deno.test("loadsVmQuickly() is true before Deno 2.9", () => {
  const rows: [version: string, quickly: boolean][] = [
    ["2.4.2", true],
    ["2.8.3", true],
    ["2.9.0", false],
    ["2.10.1", false],
    ["3.0.0", false],
    ["", false],
  ];
  for (const [version, quickly] of rows) {
    assertEquals(loadsVmQuickly(version), quickly, version);
  }
});
