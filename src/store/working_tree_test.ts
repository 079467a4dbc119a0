import { assertEquals } from "@std/assert";
import { fileNamesIn, WorkingTree } from "./working_tree.ts";

Deno.test("fileNamesIn() finds names as people write them", () => {
  const rows: [string, string[]][] = [
    ["Fixed src/tide.ts and tide_test.ts.", ["src/tide.ts", "tide_test.ts"]],
    ["see `./a/b.d.ts:40`, (docs/x-y.md)", ["./a/b.d.ts", "docs/x-y.md"]],
    ["at /home/u/p/src/tide.ts", ["/home/u/p/src/tide.ts"]],
    ["https://example.com/a/b.html is no file", []],
    ["and/or, 1.5 times, that. The end.", []],
    ["src\\tide.ts", ["src\\tide.ts"]],
  ];
  for (const [text, names] of rows) {
    assertEquals(fileNamesIn(text), names, text);
  }
});

/** An index of version 2 with these paths and times in seconds. */
function writeIndex(dir: string, entries: Record<string, number>): void {
  const names = Object.keys(entries).sort();
  const parts = names.map((name) => {
    const bytes = new TextEncoder().encode(name);
    const entry = new Uint8Array(8 * (Math.floor((62 + bytes.length) / 8) + 1));
    new DataView(entry.buffer).setUint32(8, entries[name] ?? 0);
    entry.set(bytes, 62);
    return entry;
  });
  const header = new Uint8Array(12);
  const view = new DataView(header.buffer);
  view.setUint32(0, 0x44495243);
  view.setUint32(4, 2);
  view.setUint32(8, names.length);
  Deno.mkdirSync(`${dir}/.git`, { recursive: true });
  const checksum = new Uint8Array(20);
  const all = [header, ...parts, checksum].flatMap((part) => [...part]);
  Deno.writeFileSync(`${dir}/.git/index`, new Uint8Array(all));
}

class TreeWorld implements Disposable {
  readonly dir = Deno.makeTempDirSync();

  file(path: string, seconds: number): void {
    const full = `${this.dir}/${path}`;
    Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(full, "x");
    Deno.utimeSync(full, seconds, seconds);
  }

  find = (name: string) => new WorkingTree(this.dir).find(name).kind;

  hasChanged(name: string, since: number): boolean {
    const tree = new WorkingTree(this.dir);
    const found = tree.find(name);
    if (found.kind !== "there") throw new Error(`${name} is not there`);
    return tree.hasChanged(found, since * 1000);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.dir, { recursive: true });
  }
}

Deno.test("WorkingTree.find() calls gone only what was a file of the project", () => {
  using world = new TreeWorld();
  world.file("src/tide.ts", 1000);
  const rows = [
    ["src/tide.ts", "there"],
    ["./src/tide.ts", "there"],
    [`${world.dir}/src/tide.ts`, "there"],
    ["src/moon.ts", "gone"],
    ["lib/moon.ts", "unknown"],
    ["moon.ts", "unknown"],
    ["tide.ts", "unknown"],
    ["../src/moon.ts", "unknown"],
    ["/etc/moon.conf", "unknown"],
  ] as const;
  for (const [name, kind] of rows) assertEquals(world.find(name), kind, name);
});

Deno.test("WorkingTree.find() asks git's index as well", () => {
  using world = new TreeWorld();
  world.file("pkg/a/src/tide.ts", 1000);
  world.file("src/x.ts", 1000);
  writeIndex(world.dir, { "pkg/a/src/tide.ts": 1000, "lib/moon.ts": 1000 });
  const rows = [
    ["tide.ts", "there"],
    ["src/tide.ts", "there"],
    ["lib/moon.ts", "gone"],
    ["src/y.ts", "gone"],
    ["sun.ts", "unknown"],
  ] as const;
  for (const [name, kind] of rows) assertEquals(world.find(name), kind, name);
  Deno.writeTextFileSync(`${world.dir}/.git/index`, "no index");
  assertEquals(world.find("src/y.ts"), "unknown", "where it cannot be read");
});

Deno.test("WorkingTree.hasChanged() tells an edit from a checkout", () => {
  using world = new TreeWorld();
  const all = ["a.ts", "b.ts", "c.ts", "d.ts"];
  for (const name of all) world.file(name, 5000);
  assertEquals(world.hasChanged("a.ts", 5000), false);
  assertEquals(world.hasChanged("a.ts", 4000), true, "without git");
  writeIndex(world.dir, Object.fromEntries(all.map((name) => [name, 5000])));
  assertEquals(world.hasChanged("a.ts", 4000), false, "git wrote all of them");
  world.file("a.ts", 9000);
  assertEquals(world.hasChanged("a.ts", 4000), true, "edited after that");
  writeIndex(world.dir, { "a.ts": 9000, "b.ts": 1, "c.ts": 2, "d.ts": 3 });
  assertEquals(world.hasChanged("a.ts", 4000), true, "edited and added");
});
