/** Installations that are killed anywhere, and several at once. */

import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import {
  EXE,
  exists,
  Folder,
  NEW,
  OLD,
} from "../support/world/install_folder.ts";
import { DEAD } from "../support/crash/crash_main.ts";

const CRASHING = fromFileUrl(
  new URL("../support/crash/crash_install.ts", import.meta.url),
);
const CONFIG = fromFileUrl(new URL("../../deno.json", import.meta.url));

async function runCrashing(
  folder: Folder,
  what: string,
  files: Record<string, string>,
  dieAt = 0,
): Promise<{ code: number; places: number }> {
  const path = `${folder.dir}/files.json`;
  Deno.writeTextFileSync(path, JSON.stringify(files));
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      "--config",
      CONFIG,
      "--allow-read",
      "--allow-write",
      "--allow-env",
      CRASHING,
      what,
      folder.to,
      path,
      String(dieAt),
    ],
    stderr: "inherit",
  }).output();
  return { code, places: Number(new TextDecoder().decode(stdout)) };
}

Deno.test("an installation killed anywhere: every file is old or new, the next run ends it", async () => {
  using counting = new Folder();
  await counting.install(OLD);
  const { places } = await runCrashing(counting, "install", NEW);
  assert(places > 15, `only ${places} places`);
  const all: Record<string, string> = { ...OLD, ...NEW };
  for (let dieAt = 1; dieAt <= places; dieAt++) {
    using folder = new Folder();
    await folder.install(OLD);
    const { code } = await runCrashing(folder, "install", NEW, dieAt);
    assertEquals(code, DEAD);
    const left = folder.files();
    for (const path of Object.keys(all)) {
      const was = (OLD as Record<string, string>)[path];
      const becomes = (NEW as Record<string, string>)[path];
      const now = left[path];
      assert(now === was || now === becomes, `${path} at ${dieAt}: ${now}`);
    }
    await folder.install(NEW);
    assertEquals(folder.files(), NEW, `killed at ${dieAt}`);
  }
});

Deno.test("an upgrade cut short, and then a third version: nothing of ours stays behind", async () => {
  const third = { [EXE]: "the third program", "plugin/only.md": "third" };
  using counting = new Folder();
  await counting.install(OLD);
  const { places } = await runCrashing(counting, "install", NEW);
  for (let dieAt = 5; dieAt <= places; dieAt += 5) {
    using folder = new Folder();
    await folder.install(OLD);
    await runCrashing(folder, "install", NEW, dieAt);
    await runCrashing(folder, "install", third, 6);
    await folder.install(third);
    assertEquals(folder.files(), third, `killed at ${dieAt}`);
  }
});

Deno.test("an uninstall killed anywhere is ended by the next", async () => {
  using counting = new Folder();
  await counting.install(NEW);
  const { places } = await runCrashing(counting, "uninstall", NEW);
  for (let dieAt = 1; dieAt <= places; dieAt++) {
    using folder = new Folder();
    await folder.install(NEW);
    assertEquals(
      (await runCrashing(folder, "uninstall", NEW, dieAt)).code,
      DEAD,
    );
    if (exists(`${folder.to}/install.json`)) {
      await folder.uninstall();
      assertEquals(exists(folder.to), false, `killed at ${dieAt}`);
    }
    assertEquals(exists(folder.to) ? folder.files() : {}, {});
  }
});

Deno.test("four installations at once end in one of the versions, whole", async () => {
  using folder = new Folder();
  const all = await Promise.all(
    [OLD, NEW, OLD, NEW].map((files) => runCrashing(folder, "install", files)),
  );
  assertEquals(all.map(({ code }) => code), [0, 0, 0, 0]);
  const found = folder.files();
  const isNew = found[EXE] === NEW[EXE];
  assertEquals(found, isNew ? NEW : OLD);
});
