import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { ImportGraph, loadedBy } from "./read_imports.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));

Deno.test("loadedBy() sees every way to name a file", () => {
  const text = `
import { a } from "./a.ts";
import "../b.ts";
import p from "@std/path";
const c = () => import("./deep/c.ts");
const d = new URL("d.ts", import.meta.url);
`;
  assertEquals(loadedBy("src/x/y.ts", text), [
    "src/x/a.ts",
    "src/b.ts",
    "src/x/deep/c.ts",
    "src/x/d.ts",
  ]);
});

Deno.test("ImportGraph.reaches() follows imports as far as they go", () => {
  const graph = new ImportGraph(
    [
      "main.ts",
      "src/start/program.ts",
      "src/hooks/door.ts",
      "src/hooks/table.ts",
    ],
    ROOT,
  );
  assertEquals(graph.reaches("main.ts", "src/hooks/post_tool_use.ts"), true);
  assertEquals(graph.reaches("src/hooks/table.ts", "main.ts"), false);
  assertEquals(graph.loadersOf("src/hooks/door.ts"), ["src/start/program.ts"]);
});
