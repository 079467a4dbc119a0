import { assert, assertEquals, assertRejects } from "@std/assert";
import { SealedWorld } from "../../tests/support/world/sealed_world.ts";
import { LockTimeoutError } from "../base/errors.ts";
import { setFaultHandler } from "./fault_point.ts";
import { storeLayout } from "./layout.ts";
import { tryLock, withLock } from "./lock.ts";
import { StoreFiles } from "./store_files.ts";

/** How a network folder refuses a lock. */
const REFUSALS = {
  ENOLCK: "No locks available (os error 37)",
  ENOSYS: "Function not implemented (os error 38)",
  EOPNOTSUPP: "Operation not supported (os error 95)",
  EACCES: "Permission denied (os error 13)",
};

class RefusingWorld extends SealedWorld {
  readonly writer = new StoreFiles(this.project);
  readonly path = storeLayout(this.store).storeLock;
  readonly held = this.path.replace(".lock", ".held");

  constructor(message = REFUSALS.ENOLCK) {
    super();
    setFaultHandler((point) => {
      if (point === "flock") throw new Error(message);
    });
  }

  lock<T>(body: () => T | Promise<T>, waitMs = 60_000): Promise<T> {
    return withLock(
      this.writer,
      { path: this.path, who: "test", waitMs },
      body,
    );
  }

  override [Symbol.dispose](): void {
    setFaultHandler(undefined);
    super[Symbol.dispose]();
  }
}

Deno.test("withLock() lets one in at a time where locks are refused", async (t) => {
  for (const [name, message] of Object.entries(REFUSALS)) {
    await t.step(name, async () => {
      using world = new RefusingWorld(message);
      let [inside, most, all] = [0, 0, 0];
      const enter = () =>
        world.lock(async () => {
          most = Math.max(most, ++inside);
          await new Promise((resolve) => setTimeout(resolve, 1));
          inside--;
          all++;
        });
      await Promise.all(Array.from({ length: 8 }, enter));
      assertEquals([inside, most, all], [0, 1, 8]);
      assert(!world.files().some((file) => file.endsWith(".held")));
    });
  }
});

Deno.test("withLock() names who holds a lock file", async () => {
  using world = new RefusingWorld();
  await world.lock(async () => {
    assertEquals(await tryLock(world.writer, world.path), "held");
    const error = await assertRejects(
      () => world.lock(() => {}, 1),
      LockTimeoutError,
    );
    assert(error.message.includes(`process ${Deno.pid}`), error.message);
  });
  assertEquals(await tryLock(world.writer, world.path), "refused");
});

Deno.test("withLock() takes a lock file over that was not renewed", async () => {
  using world = new RefusingWorld();
  Deno.mkdirSync(`${world.store}/state`, { recursive: true });
  Deno.writeTextFileSync(world.held, "1 of a process that died");
  const before = new Date(Date.now() - 3_600_000);
  Deno.utimeSync(world.held, before, before);
  let most = 0;
  let inside = 0;
  const enter = () =>
    world.lock(async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 1));
      inside--;
    });
  await Promise.all(Array.from({ length: 8 }, enter));
  assertEquals(most, 1);
  assert(!world.files().some((file) => file.endsWith(".held")));
});

Deno.test("withLock() leaves another's lock file alone when it is done", async () => {
  using world = new RefusingWorld();
  await world.lock(() => {
    // As if the store had been moved away and another had begun in its place.
    Deno.writeTextFileSync(world.held, "another's");
  });
  assertEquals(Deno.readTextFileSync(world.held), "another's");
});
