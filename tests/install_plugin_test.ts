/** Installing into a folder, with whatever may be there already. */

import {
  assert,
  assertEquals,
  assertFalse,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { UserError } from "../src/base/errors.ts";
import { planInstall } from "../src/install/install_plugin.ts";
import { planUninstall } from "../src/install/uninstall_plugin.ts";
import { setFaultHandler } from "../src/store/fault_point.ts";
import {
  openInstallFiles,
  putProgram,
  stageFiles,
} from "../src/install/install_files.ts";
import { STILL_WORLD } from "./support/world/in_process.ts";
import {
  bytes,
  EXE,
  exists,
  Folder,
  NEW,
  OLD,
} from "./support/world/install_folder.ts";

const POSIX_ONLY = { ignore: Deno.build.os === "windows" };

const changesOf = (
  { changes }: { changes: readonly { path: string; change: string }[] },
) => Object.fromEntries(changes.map(({ path, change }) => [path, change]));

Deno.test("installPlugin() writes everything, then nothing more", async () => {
  using folder = new Folder();
  assertEquals(
    changesOf(await folder.install(OLD)),
    Object.fromEntries(Object.keys(OLD).map((path) => [path, "new"])),
  );
  assertEquals(folder.files(), OLD);
  const before = Deno.statSync(`${folder.to}/${EXE}`);
  if (POSIX_ONLY.ignore === false) {
    assertEquals((before.mode ?? 0) & 0o777, 0o700);
  }
  const again = await folder.install(OLD);
  assert(again.changes.every(({ change }) => change === "same"));
  assertEquals(Deno.statSync(`${folder.to}/${EXE}`).ino, before.ino);
});

Deno.test({
  name: "installPlugin() refuses a folder that is a broken link",
  ...POSIX_ONLY,
  fn: async () => {
    using folder = new Folder();
    Deno.mkdirSync(`${folder.dir}/share`);
    Deno.symlinkSync(`${folder.dir}/nowhere`, folder.to);
    const error = await assertRejects(() => folder.install(OLD), UserError);
    assertMatch(error.message, /is a link that leads nowhere$/);
    assertMatch(error.hints.join(), /--to/);
  },
});

Deno.test("installPlugin() upgrades: new, replaced and removed files", async () => {
  using folder = new Folder();
  await folder.install(OLD);
  assertEquals(changesOf(await planInstall(folder.to, bytes(NEW))), {
    [EXE]: "replaced",
    ".claude-plugin/marketplace.json": "same",
    "plugin/hooks/hooks.json": "replaced",
    "plugin/skills/fresh/SKILL.md": "new",
    "plugin/agents/gone.md": "removed",
  });
  assertEquals(folder.files(), OLD);
  await folder.install(NEW);
  assertEquals(folder.files(), NEW);
});

Deno.test("installPlugin() keeps what the user changed", async () => {
  using folder = new Folder();
  await folder.install(OLD);
  folder.write("plugin/hooks/hooks.json", "my hooks");
  folder.write("plugin/agents/gone.md", "my agent");
  folder.write("plugin/agents/mine.md", "another of mine");
  const { changes } = await folder.install(NEW);
  const kept = changes.find(({ keptAs }) => keptAs)?.keptAs ?? "";
  assertMatch(kept, /^plugin\/hooks\/hooks\.json\.kept-\d{14}$/);
  assertEquals(folder.files(), {
    ...NEW,
    [kept]: "my hooks",
    "plugin/agents/gone.md": "my agent",
    "plugin/agents/mine.md": "another of mine",
  });
});

Deno.test("installPlugin() goes on when its manifest is damaged", async () => {
  using folder = new Folder();
  await folder.install(OLD);
  for (const text of ["{", "[]", '{"files":{"../../x":"0"}}']) {
    folder.write("install.json", text);
    await assertRejects(
      folder.uninstall,
      UserError,
      "Cannot tell what is ours",
    );
    await folder.install(OLD);
    assertEquals(folder.files(), OLD);
  }
});

Deno.test("installPlugin() refuses a folder with files that are not ours", async () => {
  using folder = new Folder();
  folder.write("plugin/hooks/hooks.json", "another one's");
  const before = folder.files();
  await assertRejects(() => folder.install(NEW), UserError, "is not ours");
  assertEquals(folder.files(), before);
  assertFalse(exists(`${folder.to}/.install.lock`));
});

Deno.test("installPlugin() shares a folder with other things", async () => {
  using folder = new Folder();
  folder.write("notes.txt", "mine");
  await folder.install(NEW);
  await folder.uninstall();
  assertEquals(folder.files(), { "notes.txt": "mine" });
});

Deno.test("installPlugin() names what is in its way", async (t) => {
  await t.step("a file in place of the folder", async () => {
    using folder = new Folder();
    Deno.mkdirSync(`${folder.dir}/share`);
    Deno.writeTextFileSync(folder.to, "");
    await assertRejects(() => folder.install(NEW), UserError, "not a folder");
  });
  await t.step("a file in place of its parent", async () => {
    using folder = new Folder();
    Deno.writeTextFileSync(`${folder.dir}/share`, "");
    const error = await assertRejects(() => folder.install(NEW), UserError);
    assertStringIncludes(error.message, `${folder.dir}/share" is not a folder`);
  });
  await t.step({
    name: "a read-only folder",
    ...POSIX_ONLY,
    fn: async () => {
      using folder = new Folder();
      Deno.mkdirSync(folder.to, { recursive: true });
      Deno.chmodSync(folder.to, 0o555);
      await assertRejects(() => folder.install(NEW), UserError, "read-only");
      Deno.chmodSync(folder.to, 0o755);
    },
  });
  await t.step({
    name: "a link that leads out",
    ...POSIX_ONLY,
    fn: async () => {
      using folder = new Folder();
      Deno.mkdirSync(folder.to, { recursive: true });
      Deno.mkdirSync(`${folder.dir}/elsewhere`);
      Deno.symlinkSync(`${folder.dir}/elsewhere`, `${folder.to}/plugin`);
      const error = await assertRejects(() => folder.install(NEW), UserError);
      assertStringIncludes(error.message, "leads out of the installation");
      assertEquals(Array.from(Deno.readDirSync(`${folder.dir}/elsewhere`)), []);
    },
  });
});

Deno.test({
  name: "installPlugin() follows a folder that is itself a link",
  ...POSIX_ONLY,
  fn: async () => {
    using folder = new Folder();
    Deno.mkdirSync(`${folder.dir}/share`);
    Deno.mkdirSync(`${folder.dir}/disk`);
    Deno.symlinkSync(`${folder.dir}/disk`, folder.to);
    await folder.install(NEW);
    assertEquals(folder.files(`${folder.dir}/disk`), NEW);
    await folder.uninstall();
    assertEquals(folder.files(`${folder.dir}/disk`), {});
  },
});

Deno.test("installPlugin() leaves the old version whole when the disk is full", async () => {
  using folder = new Folder();
  await folder.install(OLD);
  setFaultHandler((point, path) => {
    if (point === "write" && path.includes("memory-keeper.")) {
      throw new Error("No space left on device (os error 28)");
    }
  });
  try {
    await assertRejects(() => folder.install(NEW), Error, "No space left");
  } finally {
    setFaultHandler(undefined);
  }
  assertEquals(folder.files(), OLD);
  await folder.install(NEW);
  assertEquals(folder.files(), NEW);
});

/** The new program lies whole next to the old one. */
async function stagedProgram(folder: Folder) {
  await folder.install(OLD);
  const files = openInstallFiles(folder.to);
  const target = `${folder.to}/${EXE}`;
  const content = bytes(NEW).get(EXE) as Uint8Array;
  const [staged] = await stageFiles(files, [[target, content, 0o700]]);
  assert(staged);
  return { files, staged, target };
}

Deno.test("putProgram() leaves nothing of the old program on Windows", async () => {
  using folder = new Folder();
  const { files, staged, target } = await stagedProgram(folder);
  putProgram(files, staged, true);
  assertEquals(Deno.readTextFileSync(target), NEW[EXE]);
  assertEquals(Object.keys(folder.files()).sort(), Object.keys(OLD).sort());
});

Deno.test("putProgram() brings the old program back when the new one cannot take its place", async () => {
  using folder = new Folder();
  const { files, staged, target } = await stagedProgram(folder);
  Deno.removeSync(staged.temporary);
  assertThrows(() => putProgram(files, staged, true), Deno.errors.NotFound);
  assertEquals(Deno.readTextFileSync(target), OLD[EXE]);
});

Deno.test("installPlugin() clears a program that was running when it made way", async () => {
  using folder = new Folder();
  await folder.install(OLD);
  folder.write(`${EXE}.old-0a1b2c3d`, "the one before");
  await folder.install(NEW);
  assertFalse(exists(`${folder.to}/${EXE}.old-0a1b2c3d`));
});

Deno.test("stageFiles() changes nothing when a file cannot be written", async () => {
  using folder = new Folder();
  await folder.install(OLD);
  setFaultHandler((point, path) => {
    if (point === "sync" && path.includes("SKILL.md")) {
      throw new Error("No space left on device (os error 28)");
    }
  });
  try {
    await assertRejects(() => folder.install(NEW), Error, "No space left");
  } finally {
    setFaultHandler(undefined);
  }
  assertEquals(folder.files(), OLD);
  const list = Deno.readTextFileSync(`${folder.to}/install.json`);
  assertFalse(list.includes("pending"), list);
});

Deno.test("uninstallPlugin() removes only what install made", async () => {
  using folder = new Folder();
  await assertRejects(folder.uninstall, UserError, "Nothing is installed");
  assertFalse(exists(folder.to), "not even a lock is left");
  await folder.install(NEW);
  folder.write("plugin/hooks/hooks.json", "my hooks");
  const plan = await planUninstall(folder.to, STILL_WORLD);
  assertEquals(plan.left, ["plugin/hooks/hooks.json"]);
  assertEquals(folder.files()[EXE], NEW[EXE]);
  assertEquals(await folder.uninstall(), plan);
  assertEquals(folder.files(), { "plugin/hooks/hooks.json": "my hooks" });
  Deno.removeSync(folder.to, { recursive: true });
  await folder.install(NEW);
  await folder.uninstall();
  assertFalse(exists(folder.to));
});
