import { assertEquals } from "@std/assert";
import { evidenceNames } from "./evidence_names.ts";

Deno.test("evidenceNames() finds files and names out of the code", () => {
  assertEquals(
    evidenceNames({
      content: "Round last in src/tide.ts",
      evidence: "`roundUp()` and MAX_TIDE are called by high_water, not by iOS",
      files: ["lib/moon.ts"],
    }),
    {
      files: ["lib/moon.ts", "src/tide.ts"],
      identifiers: ["roundUp", "MAX_TIDE", "high_water"],
    },
  );
  assertEquals(evidenceNames({ content: "Always use tabs, never spaces" }), {
    files: [],
    identifiers: [],
  });
});

Deno.test("evidenceNames() leaves alone what tells of an end", () => {
  for (
    const content of [
      "src/tide.ts was removed",
      "Renamed highWater to high_water",
      "src/tide.ts를 삭제했다",
    ]
  ) {
    assertEquals(evidenceNames({ content }), { files: [], identifiers: [] });
  }
  const { files } = evidenceNames({ content: "The dropdown is in src/a.ts" });
  assertEquals(files, ["src/a.ts"]);
});
