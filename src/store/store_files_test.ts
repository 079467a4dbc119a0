import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { runWorkers } from "../../tests/support/world/lock_worker.ts";
import { SealedWorld } from "../../tests/support/world/sealed_world.ts";
import { sized } from "../../tests/support/world/thorough.ts";
import {
  type FaultHandler,
  type FaultPoint,
  setFaultHandler,
} from "./fault_point.ts";
import { StoreFiles } from "./store_files.ts";

const POSIX_ONLY = { ignore: Deno.build.os === "windows" };

class Fault extends Error {}

function withFaults(handler: FaultHandler, body: () => void): void {
  setFaultHandler(handler);
  try {
    body();
  } finally {
    setFaultHandler(undefined);
  }
}

/** Fails at one point; "torn" lets the first bytes of a write through. */
function failAt(fails: FaultPoint, tornAt = 2): FaultHandler {
  return (point) => {
    if (point === fails) throw new Fault(fails);
    if (point === "write" && fails === "torn") return tornAt;
  };
}

const modeOf = (path: string) => (Deno.statSync(path).mode ?? 0) & 0o777;

Deno.test("StoreFiles.replace() makes the file and its folders", () => {
  using world = new SealedWorld();
  const files = new StoreFiles(world.project);
  files.replace(`${world.store}/a/b.json`, "new");
  assertEquals(world.read("a/b.json"), "new");
  files.replace(`${world.store}/a/b.json`, new TextEncoder().encode("가"));
  assertEquals(world.read("a/b.json"), "가");
  files.replace(`${world.store}/a/b.json`, "");
  assertEquals(world.read("a/b.json"), "");
  assertEquals(world.files(), ["a/b.json"]);
});

Deno.test({
  name: "StoreFiles makes files 0600 and folders 0700, whatever they were",
  ...POSIX_ONLY,
  fn() {
    using world = new SealedWorld();
    const files = new StoreFiles(world.project);
    const path = (name: string) => `${world.store}/${name}`;
    world.write("open.txt", "readable by all");
    Deno.chmodSync(path("open.txt"), 0o644);
    files.replace(path("open.txt"), "private");
    files.replace(path("deep/er/replaced"), "x");
    files.appendLines(path("lines/appended"), "x\n");
    files.appendAtomically(path("counted"), "x");
    files.writeUnsynced(path("scribbled"), "x");
    files.openLock(path("lock")).close();
    for (const file of world.files()) {
      assertEquals([file, modeOf(path(file))], [file, 0o600]);
    }
    for (const dir of ["deep", "deep/er", "lines"]) {
      assertEquals([dir, modeOf(path(dir))], [dir, 0o700]);
    }
  },
});

Deno.test("StoreFiles.replace() leaves the former text whole when it fails", async (t) => {
  for (const point of ["open", "write", "torn", "sync", "rename"] as const) {
    await t.step(`at "${point}"`, () => {
      using world = new SealedWorld();
      const files = new StoreFiles(world.project);
      world.write("a.json", "former");
      withFaults(failAt(point), () => {
        for (const name of ["a.json", "new.json"]) {
          const path = `${world.store}/${name}`;
          assertThrows(() => files.replace(path, "later"), Fault, point);
        }
      });
      assertEquals(world.read("a.json"), "former");
      assertEquals(world.files(), ["a.json"]);
    });
  }
});

Deno.test({
  name: "StoreFiles.replace() says it where a folder is a file",
  ...POSIX_ONLY,
  fn() {
    using world = new SealedWorld();
    world.write("sessions", "a file");
    const files = new StoreFiles(world.project);
    const error = assertThrows(() =>
      files.replace(`${world.store}/sessions/a.md`, "new")
    );
    assertMatch(String(error), /memory\/sessions" is not a folder$/);
  },
});

Deno.test("StoreFiles.replace() takes a temporary name of its own each time", () => {
  using world = new SealedWorld();
  const files = new StoreFiles(world.project);
  const opened: string[] = [];
  withFaults((point, path) => {
    if (point === "open") opened.push(path);
  }, () => {
    for (let i = 0; i < 50; i++) files.replace(`${world.store}/a.json`, `${i}`);
  });
  assertEquals(new Set(opened).size, 50);
  for (const path of opened) {
    const name = path.slice(world.store.length + 1);
    assertMatch(name, new RegExp(`^\\.a\\.json\\.${Deno.pid}-\\w{8}\\.tmp$`));
  }
  assertEquals(world.files(), ["a.json"]);
});

Deno.test("StoreFiles.appendLines() closes a line that was left torn", async (t) => {
  const half = new TextEncoder().encode("한").subarray(0, 2);
  const rows: [string, string | Uint8Array | undefined, string][] = [
    ["no file yet", undefined, "new\n"],
    ["an empty file", "", "new\n"],
    ["whole lines", "one\ntwo\n", "one\ntwo\nnew\n"],
    ["CRLF lines", "one\r\n", "one\r\nnew\n"],
    ["a torn line", "one\ntw", "one\ntw\nnew\n"],
    ["a line torn inside a letter", half, "\ufffd\nnew\n"],
  ];
  for (const [name, before, after] of rows) {
    await t.step(name, () => {
      using world = new SealedWorld();
      if (before !== undefined) world.write("l.jsonl", before);
      const path = `${world.store}/l.jsonl`;
      new StoreFiles(world.project).appendLines(path, "new\n");
      assertEquals(world.read("l.jsonl"), after);
    });
  }
});

Deno.test("StoreFiles.appendLines() takes back a write that fails", async (t) => {
  const rows: [string, string, FaultHandler][] = [
    ["before the first byte", "one\n", failAt("write")],
    ["half-way", "one\n", failAt("torn")],
    ["half-way behind a torn line", "one\ntw", failAt("torn", 1)],
    ["in a new file", "", failAt("torn")],
  ];
  for (const [name, before, handler] of rows) {
    await t.step(name, () => {
      using world = new SealedWorld();
      world.write("l.jsonl", before);
      const path = `${world.store}/l.jsonl`;
      const files = new StoreFiles(world.project);
      withFaults(handler, () => {
        assertThrows(() => files.appendLines(path, "new\n"), Fault);
      });
      assertEquals(world.read("l.jsonl"), before);
    });
  }
});

Deno.test("StoreFiles.appendLines() leaves whole lines when syncing fails", () => {
  using world = new SealedWorld();
  const files = new StoreFiles(world.project);
  const path = `${world.store}/l.jsonl`;
  withFaults(failAt("sync"), () => {
    assertThrows(() => files.appendLines(path, "one\n"), Fault);
  });
  files.appendLines(path, "two\n");
  assertEquals(world.read("l.jsonl"), "one\ntwo\n");
});

Deno.test("StoreFiles.appendAtomically() returns the size after the write", () => {
  using world = new SealedWorld();
  const files = new StoreFiles(world.project);
  const path = `${world.store}/.cache/count/s`;
  assertEquals(files.appendAtomically(path, "."), 1);
  assertEquals(files.appendAtomically(path, ".."), 3);
  assertEquals(files.appendAtomically(path, "한"), 6);
  files.truncate(path, 0);
  assertEquals(files.appendAtomically(path, "."), 1);
});

Deno.test("StoreFiles.appendAtomically() by many processes loses and mixes nothing", async () => {
  using world = new SealedWorld();
  const [processes, lines] = [sized(4, 8), 50];
  const outcomes = await runWorkers(
    Array.from({ length: processes }, (_, i) => ({
      task: "append",
      boundary: world.project,
      store: world.store,
      who: `w${i}`,
      times: lines,
    })),
  );
  const positions = outcomes.flatMap((text) => JSON.parse(text) as number[]);
  assertEquals(new Set(positions).size, processes * lines);
  const written = world.read("all.log").split("\n").slice(0, -1);
  assertEquals(written.length, processes * lines);
  for (let i = 0; i < processes; i++) {
    const own = written.filter((line) => line.startsWith(`w${i} `));
    assertEquals(own, Array.from({ length: lines }, (_, n) => `w${i} ${n}`));
  }
});

Deno.test("StoreFiles.truncate() cuts back and never fills up", () => {
  using world = new SealedWorld();
  const files = new StoreFiles(world.project);
  world.write("a", "0123456789");
  for (const [size, left] of [[12, 10], [4, 4], [4, 4], [0, 0]] as const) {
    files.truncate(`${world.store}/a`, size);
    assertEquals(world.read("a").length, left);
  }
  assertThrows(
    () => files.truncate(`${world.store}/missing`, 0),
    Deno.errors.NotFound,
  );
});

Deno.test("StoreFiles.writeUnsynced() overwrites the whole note", () => {
  using world = new SealedWorld();
  const files = new StoreFiles(world.project);
  files.writeUnsynced(`${world.store}/a.holder`, "a long note");
  files.writeUnsynced(`${world.store}/a.holder`, "short");
  assertEquals(world.read("a.holder"), "short");
});

Deno.test("StoreFiles.rename() replaces what is there", () => {
  using world = new SealedWorld();
  const files = new StoreFiles(world.project);
  world.write("a", "new");
  world.write("b", "old");
  files.rename(`${world.store}/a`, `${world.store}/b`);
  files.rename(`${world.store}/b`, `${world.store}/made/c`);
  assertEquals([world.files(), world.read("made/c")], [["made/c"], "new"]);
});

Deno.test("StoreFiles.remove() accepts a missing file and makes nothing", () => {
  using world = new SealedWorld();
  const files = new StoreFiles(world.project);
  world.write("a", "x");
  files.remove(`${world.store}/a`);
  files.remove(`${world.store}/a`);
  files.remove(`${world.store}/no/such/folder/a`);
  const left = Array.from(Deno.readDirSync(world.store), ({ name }) => name);
  assertEquals(left, ["state"], "the mark of its owner");
  assert(Deno.statSync(world.store).isDirectory);
});
