import { assert, assertEquals, assertThrows } from "@std/assert";
import { SealedWorld } from "../../tests/support/world/sealed_world.ts";
import { UserError } from "../base/errors.ts";
import { StoreFiles } from "./store_files.ts";

const POSIX_ONLY = { ignore: Deno.build.os === "windows" };

/** Every act that writes to `path`. */
const WRITES: Record<string, (files: StoreFiles, path: string) => unknown> = {
  replace: (files, path) => files.replace(path, "x"),
  appendLines: (files, path) => files.appendLines(path, "x\n"),
  appendAtomically: (files, path) => files.appendAtomically(path, "x"),
  writeUnsynced: (files, path) => files.writeUnsynced(path, "x"),
  openLock: (files, path) => files.openLock(path).close(),
  truncate: (files, path) => files.truncate(path, 0),
};

/** Moving and removing, which touch the folder and not the content. */
const MOVES: typeof WRITES = {
  "rename from": (files, path) => files.rename(path, `${path}.aside`),
  "rename to": (files, path) => {
    const from = `${files.boundary}/from`;
    Deno.writeTextFileSync(from, "x");
    files.rename(from, path);
  },
  remove: (files, path) => files.remove(path),
};

function assertRefused(body: () => unknown, message: string): void {
  const error = assertThrows(body, UserError, message);
  assertEquals([error.kind, error.hints.length], ["store", 1]);
}

/** A world with a folder outside of the project that must stay as it is. */
class LinkedWorld extends SealedWorld {
  readonly outside = `${this.dir}/outside`;

  constructor() {
    super();
    Deno.mkdirSync(this.store, { recursive: true });
    Deno.mkdirSync(this.outside);
    Deno.writeTextFileSync(`${this.outside}/secret`, "theirs");
  }

  link(target: string, name: string): string {
    Deno.symlinkSync(target, `${this.store}/${name}`);
    return `${this.store}/${name}`;
  }

  assertOutsideUntouched(): void {
    const entries = Array.from(Deno.readDirSync(this.outside), (e) => e.name);
    assertEquals(entries, ["secret"]);
    assertEquals(Deno.readTextFileSync(`${this.outside}/secret`), "theirs");
  }
}

Deno.test({
  name: "StoreFiles follows a link that stays inside the project",
  ...POSIX_ONLY,
  fn() {
    using world = new LinkedWorld();
    const files = new StoreFiles(world.project);
    Deno.writeTextFileSync(`${world.project}/real.md`, "old");
    const link = world.link("../../real.md", "memory.md");
    const real = () => Deno.readTextFileSync(`${world.project}/real.md`);
    files.replace(link, "new\n");
    assertEquals(real(), "new\n");
    files.appendLines(link, "line\n");
    assertEquals(real(), "new\nline\n");
    assert(Deno.lstatSync(link).isSymlink);
    assertEquals(
      Array.from(Deno.readDirSync(world.project), (e) => e.name).sort(),
      [".claude", "real.md"],
    );
  },
});

Deno.test({
  name: "StoreFiles refuses a link that leads out of the project",
  ...POSIX_ONLY,
  async fn(t) {
    for (const [name, act] of Object.entries(WRITES)) {
      await t.step(`${name}: the file is the link`, () => {
        using world = new LinkedWorld();
        const link = world.link(`${world.outside}/secret`, "memory.md");
        const files = new StoreFiles(world.project);
        assertRefused(() => act(files, link), "leads out of the project");
        world.assertOutsideUntouched();
      });
    }
    for (const [name, act] of Object.entries({ ...WRITES, ...MOVES })) {
      await t.step(`${name}: its folder is the link`, () => {
        using world = new LinkedWorld();
        const dir = world.link(world.outside, "sessions");
        const files = new StoreFiles(world.project);
        const path = `${dir}/secret`;
        assertRefused(() => act(files, path), "leads out of the project");
        world.assertOutsideUntouched();
      });
    }
    await t.step("a missing folder behind the link is not made", () => {
      using world = new LinkedWorld();
      const dir = world.link(world.outside, "sessions");
      const files = new StoreFiles(world.project);
      assertRefused(
        () => files.replace(`${dir}/a/b/c`, "x"),
        "leads out of the project",
      );
      world.assertOutsideUntouched();
    });
    await t.step("a folder next to the project with a longer name", () => {
      using world = new LinkedWorld();
      Deno.mkdirSync(`${world.project}2`);
      const dir = world.link(`${world.project}2`, "sessions");
      const files = new StoreFiles(world.project);
      assertRefused(() => files.replace(`${dir}/a`, "x"), "leads out");
      assertEquals(world.files(`${world.project}2`), []);
    });
  },
});

Deno.test({
  name: "StoreFiles refuses a link that leads nowhere",
  ...POSIX_ONLY,
  async fn(t) {
    for (const [name, act] of Object.entries(WRITES)) {
      await t.step(name, () => {
        using world = new LinkedWorld();
        const link = world.link(`${world.outside}/missing`, "memory.md");
        const files = new StoreFiles(world.project);
        assertRefused(() => act(files, link), "leads nowhere");
        world.assertOutsideUntouched();
      });
    }
    await t.step("in the place of a folder", () => {
      using world = new LinkedWorld();
      const dir = world.link(`${world.outside}/missing`, "sessions");
      const files = new StoreFiles(world.project);
      assertThrows(() => files.replace(`${dir}/a`, "x"));
      world.assertOutsideUntouched();
    });
  },
});

Deno.test({
  name: "StoreFiles refuses what is not a regular file",
  ...POSIX_ONLY,
  async fn(t) {
    const acts = { ...WRITES, ...MOVES };
    for (const [name, act] of Object.entries(acts)) {
      if (name === "remove") continue;
      for (const kind of ["fifo", "folder"]) {
        await t.step(`${name}: a ${kind}`, () => {
          using world = new LinkedWorld();
          const path = `${world.store}/memory.md`;
          if (kind === "folder") Deno.mkdirSync(path);
          else makeFifo(path);
          const files = new StoreFiles(world.project);
          assertRefused(() => act(files, path), "not a regular file");
        });
      }
    }
    await t.step("replace: a link to a folder inside", () => {
      using world = new LinkedWorld();
      const link = world.link("..", "memory.md");
      const files = new StoreFiles(world.project);
      assertRefused(() => files.replace(link, "x"), "not a regular file");
    });
  },
});

Deno.test({
  name: "StoreFiles.remove() and rename() take the link, not what it leads to",
  ...POSIX_ONLY,
  fn() {
    using world = new LinkedWorld();
    const files = new StoreFiles(world.project);
    files.remove(world.link(`${world.outside}/secret`, "a"));
    files.rename(
      world.link(`${world.outside}/secret`, "b"),
      `${world.store}/c`,
    );
    world.assertOutsideUntouched();
    assertEquals(world.files(), ["c"]);
    assert(Deno.lstatSync(`${world.store}/c`).isSymlink);
  },
});

function makeFifo(path: string): void {
  const { success } = new Deno.Command("mkfifo", { args: [path] }).outputSync();
  assert(success);
}
