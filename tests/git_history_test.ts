/** Ancestry from git's files, compared with what git itself says. */

import { assert, assertEquals } from "@std/assert";
import { History } from "../src/store/git/history.ts";
import { git, gitTest } from "./support/world/git.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";
import { seededRandom } from "./support/world/seeded_random.ts";

interface Shape {
  readonly name: string;
  readonly seed: number;
  readonly commits: number;
  /** How far back a parent may be. */
  readonly reach: number;
  readonly merges: number;
  /** Clocks that differ by so many seconds. */
  readonly skew: number;
}

/** One with short branches, one with long-lived ones, as large projects have. */
const SHAPES: readonly Shape[] = [
  { name: "short", seed: 1, commits: 260, reach: 4, merges: 0.3, skew: 0 },
  { name: "long", seed: 2, commits: 260, reach: 40, merges: 0.5, skew: 9e5 },
];

/** A history for `git fast-import`: each commit has a branch of its own. */
function history({ seed, commits, reach, merges, skew }: Shape): string {
  const random = seededRandom(seed);
  const lines: string[] = [];
  for (let n = 1; n <= commits; n++) {
    const earlier = () => n - 1 - Math.floor(random() * Math.min(reach, n - 1));
    const count = n === 1 ? 0 : random() < merges ? random() < 0.2 ? 4 : 2 : 1;
    const parents = [...new Set(Array.from({ length: count }, earlier))];
    const seconds = 1_770_000_000 + n * 60 +
      Math.round((random() - 0.5) * skew);
    lines.push(
      `commit refs/heads/c${n}`,
      `mark :${n}`,
      `committer A <a@b.c> ${seconds} +0000`,
      "data 2",
      `c${n % 10}`,
      ...parents.map((parent, i) => `${i === 0 ? "from" : "merge"} :${parent}`),
    );
  }
  return `${lines.join("\n")}\ndone\n`;
}

async function importHistory(dir: string, shape: Shape): Promise<void> {
  const child = new Deno.Command("git", {
    args: ["-C", dir, "fast-import", "--quiet", "--done"],
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "", HOME: dir },
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(history(shape)));
  await writer.close();
  const { success, stderr } = await child.output();
  assert(success, new TextDecoder().decode(stderr));
}

/** Every commit against some heads; how many were asked and told apart. */
function compare(world: SealedWorld, folder: string, heads: readonly number[]) {
  const run = (...args: string[]) => git(world, folder, ...args);
  const refs = run("for-each-ref", "--format=%(objectname) %(refname)")
    .split("\n").map((line) => line.split(" refs/heads/c"));
  const tips = refs.map(([hash = ""]) => hash);
  using read = new History(`${world.dir}/${folder}`);
  let [within, apart] = [0, 0];
  for (const n of heads) {
    const head = refs.find(([, name]) => name === `${n}`)?.[0] ?? "";
    const reached = new Set(run("rev-list", head).split("\n"));
    for (const tip of tips) {
      const told = read.contains(tip, head, () => false);
      assertEquals(told, reached.has(tip), `${tip} in ${head} of ${folder}`);
      if (told) within++;
      else apart++;
    }
  }
  return { within, apart };
}

for (const shape of SHAPES) {
  gitTest(
    `contains() says what git says: ${shape.name} branches`,
    async (t) => {
      using world = new SealedWorld();
      const [folder, heads] = ["repository", [260, 200, 31]];
      Deno.mkdirSync(`${world.dir}/${folder}`);
      git(world, folder, "init", "-q");
      await importHistory(`${world.dir}/${folder}`, shape);
      const ways: readonly [string, readonly (readonly string[])[]][] = [
        ["as imported", []],
        ["packed, with packed references", [
          ["repack", "-q", "-a", "-d", "-f", "--depth=20"],
          ["pack-refs", "--all"],
        ]],
        ["with a commit graph", [["commit-graph", "write", "--reachable"]]],
        ["with a chain of graphs, and commits in none", [
          ["commit-graph", "write", "--reachable", "--split=no-merge"],
        ]],
      ];
      for (const [name, steps] of ways) {
        await t.step(name, () => {
          for (const step of steps) git(world, folder, ...step);
          const { within, apart } = compare(world, folder, heads);
          assert(
            within > 100 && apart > 100,
            `${within} within, ${apart} apart`,
          );
        });
      }
      await t.step("new commits above a chain of graphs", () => {
        git(world, folder, "checkout", "-q", "-B", "c261", "c260");
        git(world, folder, "commit", "-q", "--allow-empty", "-m", "above");
        git(world, folder, "commit-graph", "write", "--reachable", "--split");
        git(world, folder, "checkout", "-q", "-B", "c262", "c261");
        git(world, folder, "commit", "-q", "--allow-empty", "-m", "in none");
        compare(world, folder, [262, 261, 260]);
      });
      await t.step("a shallow clone hides nothing", () => {
        const url = `file://${world.dir}/${folder}`;
        git(world, ".", "clone", "-q", "--depth=3", "-b", "c262", url, "few");
        using read = new History(`${world.dir}/few`);
        const head = git(world, "few", "rev-parse", "HEAD");
        const first = git(world, folder, "rev-parse", "c1");
        const parent = git(world, "few", "rev-parse", "HEAD~1");
        assertEquals(read.contains(parent, head, () => false), true);
        assertEquals(read.contains(first, head, () => false), undefined);
      });
    },
  );
}

gitTest(
  "contains() tells nothing where git's files are torn, or time is short",
  async () => {
    using world = new SealedWorld();
    const folder = "repository";
    const dir = `${world.dir}/${folder}`;
    Deno.mkdirSync(dir);
    git(world, folder, "init", "-q");
    const [short] = SHAPES;
    await importHistory(dir, { ...short!, commits: 40 });
    const [head, first] = ["c40", "c1"].map((name) =>
      git(world, folder, "rev-parse", name)
    ) as [string, string];
    const ask = (isLate = () => false) => {
      using read = new History(dir);
      return read.contains(first, head, isLate);
    };
    assertEquals(ask(() => true), undefined);
    assertEquals(ask(), true);
    git(world, folder, "commit-graph", "write", "--reachable");
    const graph = `${dir}/.git/objects/info/commit-graph`;
    Deno.chmodSync(graph, 0o644);
    for (const length of [0, 7, 30, 1200, 2000]) {
      Deno.truncateSync(graph, length);
      // Either the objects still tell, or nothing does; never the wrong answer.
      assert(ask() !== false, `cut to ${length}`);
    }
    Deno.removeSync(graph);
    git(world, folder, "repack", "-q", "-a", "-d");
    const packs = `${dir}/.git/objects/pack`;
    for (const { name } of Deno.readDirSync(packs)) {
      Deno.chmodSync(`${packs}/${name}`, 0o644);
      if (name.endsWith(".pack")) Deno.truncateSync(`${packs}/${name}`, 500);
    }
    assertEquals(ask(), undefined);
    for (const { name } of Deno.readDirSync(packs)) {
      if (name.endsWith(".idx")) Deno.truncateSync(`${packs}/${name}`, 1100);
    }
    assertEquals(ask(), undefined);
  },
);
