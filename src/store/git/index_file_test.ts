import { assertEquals } from "@std/assert";
import { parseGitIndex, readGitIndex } from "./index_file.ts";

const HAS_GIT = (() => {
  try {
    return new Deno.Command("git", { args: ["--version"] }).outputSync()
      .success;
  } catch {
    return false;
  }
})();

function git(dir: string, ...args: string[]): void {
  const { success, stderr } = new Deno.Command("git", {
    args: ["-C", dir, "-c", "user.name=a", "-c", "user.email=a@b", ...args],
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  }).outputSync();
  assertEquals(success, true, new TextDecoder().decode(stderr));
}

Deno.test({
  name: "readGitIndex() knows what git tracks, in each version",
  ignore: !HAS_GIT,
  async fn(t) {
    const names = [
      "a",
      "aa/b.ts",
      "aa/bb.ts",
      "aa/한글.md",
      "src/x".padEnd(90, "y"),
    ]
      .map((name) => `${name}.txt`);
    for (const version of [2, 3, 4]) {
      await t.step(`version ${version}`, () => {
        const dir = Deno.makeTempDirSync();
        git(dir, "init", "-q");
        for (const name of names) {
          Deno.mkdirSync(`${dir}/${name}/..`.replace(/[^/]+\/\.\.$/, ""), {
            recursive: true,
          });
          Deno.writeTextFileSync(`${dir}/${name}`, name);
          Deno.utimeSync(`${dir}/${name}`, 1e9, 1e9);
        }
        git(dir, "add", ".");
        // Only an extended flag makes git write version 3.
        if (version === 3) {
          Deno.writeTextFileSync(`${dir}/new.txt`, "");
          git(dir, "add", "-N", "new.txt");
        }
        if (version === 4) git(dir, "update-index", "--index-version", "4");
        const index = readGitIndex(dir);
        if (!(index instanceof Map)) throw new Error("not read");
        const wanted = [...names, ...(version === 3 ? ["new.txt"] : [])];
        assertEquals([...index.keys()].sort(), wanted.sort());
        assertEquals(index.get("a.txt"), 1e12);
        Deno.removeSync(dir, { recursive: true });
      });
    }
  },
});

Deno.test("parseGitIndex() refuses what is no index", () => {
  const header = new Uint8Array(12 + 20);
  const view = new DataView(header.buffer);
  view.setUint32(0, 0x44495243);
  view.setUint32(4, 2);
  assertEquals(parseGitIndex(header)?.entries.size, 0);
  assertEquals(parseGitIndex(header.subarray(0, 31)), undefined, "no checksum");
  view.setUint32(8, 3);
  assertEquals(parseGitIndex(header), undefined, "cut off");
  view.setUint32(4, 9);
  assertEquals(parseGitIndex(header), undefined, "of another version");
  assertEquals(parseGitIndex(new Uint8Array(3)), undefined);
  assertEquals(
    parseGitIndex(new TextEncoder().encode("x".repeat(99))),
    undefined,
  );
});

Deno.test({
  name: "readGitIndex() knows other hashes and a split index",
  ignore: !HAS_GIT,
  async fn(t) {
    const names = ["one.txt", "some/folder/two.txt", "three.txt"];
    const rows: Record<string, { init: string[]; then: string[][] }> = {
      "SHA-256": { init: ["--object-format=sha256"], then: [] },
      "SHA-256, version 4": {
        init: ["--object-format=sha256"],
        then: [["update-index", "--index-version", "4"]],
      },
      "split": {
        init: [],
        then: [
          ["config", "core.splitIndex", "true"],
          ["update-index", "--split-index"],
        ],
      },
    };
    for (const [name, { init, then }] of Object.entries(rows)) {
      await t.step(name, () => {
        const dir = Deno.makeTempDirSync();
        git(dir, "init", "-q", ...init);
        const add = (path: string) => {
          const folder = `${dir}/${path}`.replace(/[^/]+$/, "");
          Deno.mkdirSync(folder, { recursive: true });
          Deno.writeTextFileSync(`${dir}/${path}`, path);
          git(dir, "add", path);
        };
        for (const path of names) add(path);
        for (const args of then) git(dir, ...args);
        add("later.txt");
        Deno.writeTextFileSync(`${dir}/one.txt`, "another text");
        git(dir, "add", "one.txt");
        const index = readGitIndex(dir);
        if (!(index instanceof Map)) throw new Error("not read");
        assertEquals([...index.keys()].sort(), [...names, "later.txt"].sort());
        const shared = [...Deno.readDirSync(`${dir}/.git`)]
          .filter((file) => file.name.startsWith("sharedindex."));
        assertEquals(shared.length > 0, name === "split");
        for (const file of shared) Deno.removeSync(`${dir}/.git/${file.name}`);
        if (name === "split") assertEquals(readGitIndex(dir), "unread");
        Deno.removeSync(dir, { recursive: true });
      });
    }
  },
});

Deno.test("readGitIndex() is undefined outside git", () => {
  const dir = Deno.makeTempDirSync();
  assertEquals(readGitIndex(dir), undefined);
  Deno.mkdirSync(`${dir}/.git/index`, { recursive: true });
  assertEquals(readGitIndex(dir), "unread");
  Deno.removeSync(dir, { recursive: true });
});
