import { assertEquals } from "@std/assert";
import {
  STILL_WORLD,
  TemporaryStore,
} from "../../tests/support/world/in_process.ts";
import { planClear } from "./clear_memory.ts";

Deno.test({
  name: "planClear() names a link, not the files it leads to",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using temporary = await TemporaryStore.create();
    const { dir, store } = temporary;
    Deno.mkdirSync(`${dir}/others`);
    Deno.writeTextFileSync(`${dir}/others/letters.txt`, "not ours");
    Deno.symlinkSync(`${dir}/others`, `${store.layout.dir}/sessions`);
    const { files } = planClear(store, STILL_WORLD, "all");
    assertEquals(files, ["config.json", "sessions"]);
  },
});
