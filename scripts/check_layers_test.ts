import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { findWrongEdges, readGraph } from "./check_layers.ts";

const ROOT = new URL("../", import.meta.url).href;

Deno.test("findWrongEdges() finds none in this house", async () => {
  const graph = await readGraph(fromFileUrl(new URL("main.ts", ROOT)));
  assertEquals(findWrongEdges(graph, ROOT), []);
});

Deno.test("findWrongEdges() names a planted wrong import", async () => {
  const house = await Deno.makeTempDir();
  try {
    const plant = async (path: string, text: string) => {
      const file = `${house}/${path}`;
      await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), {
        recursive: true,
      });
      await Deno.writeTextFile(file, text);
    };
    await plant("deno.json", "{}");
    await plant("main.ts", 'import "./src/memory/plan.ts";\n');
    await plant("src/memory/plan.ts", 'import "../store/disk.ts";\n');
    await plant("src/store/disk.ts", "export {};\n");
    const root = new URL(`file://${house}/`).href;
    const graph = await readGraph(`${house}/main.ts`);
    assertEquals(findWrongEdges(graph, root), [
      {
        from: "main.ts",
        to: "src/memory/plan.ts",
        why: "main may not import from memory",
      },
      {
        from: "src/memory/plan.ts",
        to: "src/store/disk.ts",
        why: "memory may not import from store",
      },
    ]);
  } finally {
    await Deno.remove(house, { recursive: true });
  }
});
