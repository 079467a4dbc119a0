import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import {
  finish,
  type Job,
  runWorkers,
  startHolder,
  startWorker,
} from "../../tests/support/world/lock_worker.ts";
import { SealedWorld } from "../../tests/support/world/sealed_world.ts";
import { sized } from "../../tests/support/world/thorough.ts";
import { setFaultHandler } from "./fault_point.ts";
import { storeLayout } from "./layout.ts";
import { readHolder, withLock } from "./lock.ts";
import { StoreFiles } from "./store_files.ts";

const POSIX_ONLY = { ignore: Deno.build.os === "windows" };

const WORKERS = sized(8, 32);

const jobIn = (world: SealedWorld, job: Partial<Job>): Job => ({
  task: "add",
  boundary: world.project,
  store: world.store,
  who: "test",
  ...job,
});

const holderIn = (world: SealedWorld) =>
  startHolder(jobIn(world, { who: "rotate" }));

async function end(holder: Deno.ChildProcess): Promise<void> {
  holder.kill("SIGKILL");
  await finish(holder);
}

Deno.test("withLock() lets one process in at a time", async () => {
  using world = new SealedWorld();
  const jobs = Array.from(
    { length: WORKERS },
    (_, i) => jobIn(world, { who: `w${i}` }),
  );
  const outcomes = await runWorkers(jobs);
  assertEquals(outcomes.filter((text) => text !== ""), []);
  assertEquals(world.read("number"), String(WORKERS));
});

Deno.test("withLock() lets one caller of a process in at a time", async () => {
  using world = new SealedWorld();
  const files = new StoreFiles(world.project);
  const path = storeLayout(world.store).storeLock;
  let [inside, most] = [0, 0];
  const enter = () =>
    withLock(files, { path, who: "test", waitMs: 60_000 }, async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 1));
      inside--;
    });
  await Promise.all(Array.from({ length: 8 }, enter));
  assertEquals([inside, most], [0, 1]);
});

Deno.test("withLock() lets in one of those who get locks and those who do not", async () => {
  using world = new SealedWorld();
  const files = new StoreFiles(world.project);
  const path = storeLayout(world.store).storeLock;
  let [asked, inside, most, granted] = [0, 0, 0, 0];
  setFaultHandler((point) => {
    if (point !== "flock") return;
    if (asked++ % 2 === 0) throw new Error("No locks available (os error 37)");
    granted++;
  });
  const enter = () =>
    withLock(files, { path, who: "test", waitMs: 60_000 }, async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 1));
      inside--;
    });
  try {
    await enter();
    await Promise.all(Array.from({ length: 8 }, enter));
  } finally {
    setFaultHandler(undefined);
  }
  assertEquals([inside, most, granted], [0, 1, 4]);
  await enter();
  assertEquals(world.files().filter((name) => name.endsWith(".held")), []);
});

Deno.test("withLock() returns the body's result, or throws its error", async () => {
  using world = new SealedWorld();
  const files = new StoreFiles(world.project);
  const path = storeLayout(world.store).storeLock;
  const request = { path, who: "test", waitMs: 60_000 };
  assertEquals(await withLock(files, request, () => 7), 7);
  const failing = () => {
    throw new RangeError("body");
  };
  await assertRejects(
    () => withLock(files, request, failing),
    RangeError,
    "body",
  );
  assertEquals(
    await withLock(files, request, () => "free again"),
    "free again",
  );
});

Deno.test({
  name: "withLock() has a free lock however late a request is answered",
  ignore: !("tryLockSync" in Deno.FsFile.prototype),
  fn: async () => {
    using world = new SealedWorld();
    const path = storeLayout(world.store).storeLock;
    const { lock } = Deno.FsFile.prototype;
    Deno.FsFile.prototype.lock = () => new Promise(() => {});
    try {
      const request = { path, who: "test", waitMs: 0 };
      const files = new StoreFiles(world.project);
      assertEquals(await withLock(files, request, () => "done"), "done");
    } finally {
      Deno.FsFile.prototype.lock = lock;
    }
  },
});

Deno.test("withLock() notes who holds the lock", async () => {
  using world = new SealedWorld();
  const files = new StoreFiles(world.project);
  const path = storeLayout(world.store).storeLock;
  assertEquals(readHolder(path), undefined);
  await withLock(files, { path, who: "config set", waitMs: 60_000 }, () => {
    const holder = JSON.parse(world.read("state/store.holder"));
    assertEquals(Object.keys(holder), ["pid", "what", "since"]);
    assertEquals([holder.pid, holder.what], [Deno.pid, "config set"]);
    assertEquals(new Date(holder.since).toISOString(), holder.since);
    assertEquals(
      readHolder(path),
      `process ${Deno.pid} (config set, since ${holder.since})`,
    );
  });
  assertEquals(world.files(), ["state/store.holder", "state/store.lock"]);
});

Deno.test("readHolder() ignores a note it cannot read", async (t) => {
  using world = new SealedWorld();
  const path = storeLayout(world.store).storeLock;
  for (const note of ["", "{", "null", "7".repeat(5000)]) {
    await t.step(JSON.stringify(note.slice(0, 10)), () => {
      world.write("state/store.holder", note);
      assertEquals(readHolder(path), undefined);
    });
  }
});

Deno.test("withLock() works where its holder cannot be noted", async () => {
  using world = new SealedWorld();
  world.write("state/store.holder/in-its-place", "");
  const path = storeLayout(world.store).storeLock;
  const request = { path, who: "test", waitMs: 60_000 };
  const files = new StoreFiles(world.project);
  assertEquals(await withLock(files, request, () => "done"), "done");
});

Deno.test("withLock() gives up at its deadline and names the holder", async () => {
  using world = new SealedWorld();
  const holder = await holderIn(world);
  const [answer] = await runWorkers([jobIn(world, { waitMs: 200 })]);
  assertMatch(
    answer ?? "",
    new RegExp(
      `^LockTimeoutError: Cannot lock ".+/state/store\\.lock" within 200 ms: ` +
        `held by process ${holder.pid} \\(rotate, since .+Z\\)$`,
    ),
  );
  await end(holder);
  assertEquals(world.files().includes("number"), false);
});

Deno.test("withLock() is free when its holder ends", async () => {
  using world = new SealedWorld();
  const holder = await holderIn(world);
  const waiting = startWorker(jobIn(world, {}));
  await finish(holder);
  assertEquals(await finish(waiting), "");
  assertEquals(world.read("number"), "1");
});

Deno.test("withLock() is free when its holder is killed", async () => {
  using world = new SealedWorld();
  const holder = await holderIn(world);
  const waiting = startWorker(jobIn(world, {}));
  await end(holder);
  assertEquals(await finish(waiting), "");
  assertEquals(world.read("number"), "1");
});

Deno.test({
  name: "withLock() waits no longer for a holder that is stopped",
  ...POSIX_ONLY,
  async fn() {
    using world = new SealedWorld();
    const holder = await holderIn(world);
    holder.kill("SIGSTOP");
    try {
      const [answer] = await runWorkers([jobIn(world, { waitMs: 200 })]);
      assertMatch(answer ?? "", /^LockTimeoutError: /);
      assertMatch(answer ?? "", new RegExp(`held by process ${holder.pid} `));
    } finally {
      holder.kill("SIGCONT");
      await finish(holder);
    }
    assertEquals(await runWorkers([jobIn(world, {})]), [""]);
    assertEquals(world.read("number"), "1");
  },
});
