import { assertEquals, assertStringIncludes } from "@std/assert";
import { TemporaryStore } from "../../tests/support/world/in_process.ts";
import { ensureStore } from "./store.ts";
import { findWriteProblem } from "./write_problem.ts";

Deno.test("findWriteProblem() leaves a store as it was", async () => {
  await using temporary = await TemporaryStore.create();
  const { store } = temporary;
  ensureStore(store);
  const names = () =>
    Array.from(Deno.readDirSync(store.layout.dir), ({ name }) => name).sort();
  findWriteProblem(store);
  const before = names();
  assertEquals(findWriteProblem(store), undefined);
  assertEquals(names(), before);
  assertEquals(Array.from(Deno.readDirSync(store.layout.states)), []);
});

for (const kind of ["a folder", "a link to a folder"]) {
  Deno.test({
    name: `findWriteProblem() names ${kind} in the place of a file`,
    ignore: Deno.build.os === "windows" && kind !== "a folder",
    fn: async () => {
      await using temporary = await TemporaryStore.create();
      const { store } = temporary;
      ensureStore(store);
      const { memory, facts } = store.layout;
      Deno.mkdirSync(kind === "a folder" ? memory : `${store.layout.dir}/x`);
      if (kind !== "a folder") Deno.symlinkSync(`${store.layout.dir}/x`, facts);
      const { message = "" } = findWriteProblem(store) ?? {};
      assertStringIncludes(message, kind === "a folder" ? memory : facts);
    },
  });
}
