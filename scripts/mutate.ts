/**
 * Whether tests notice a defect: breaks seeded lines of `src`, one at a time, in
 * a copy of the tree, and runs the tests that load or start the file.
 *
 *     deno task mutate [--seed N] [--lines N] [--only PART-OF-A-PATH,...]
 *
 * It takes about half an hour and is not part of CI. Check each survivor: either a
 * test is missing, or the line has no visible effect.
 */

import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl } from "@std/path";
import { seededRandom } from "../tests/support/world/seeded_random.ts";
import { ImportGraph, listSources } from "./read_imports.ts";
import { type Mutation, mutationsOf } from "./mutations.ts";
import { filesOf } from "./test_tiers.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
/** For a test file; one that takes longer has not passed. */
const LIMIT_MS = 60_000;
/** Of the tests that reach a file, so many that are nearest to it. */
const MOST_TESTS = 12;
const BAR = 0.8;
const NOT_COPIED = new Set([".git", "dist", "node_modules"]);

interface Broken extends Mutation {
  readonly path: string;
}

/** So many mutations, no two of them of one file if that is possible. */
function choose(seed: number, count: number): Broken[] {
  const random = seededRandom(seed);
  const files = listSources("src").filter((path) =>
    !path.endsWith("_test.ts") && !path.endsWith(".d.ts")
  );
  const chosen: Broken[] = [];
  while (chosen.length < count && files.length > 0) {
    const [path = ""] = files.splice(Math.floor(random() * files.length), 1);
    const all = mutationsOf(Deno.readTextFileSync(path));
    const one = all[Math.floor(random() * all.length)];
    if (one) chosen.push({ path, ...one });
  }
  return chosen;
}

function copyTree(from: string, to: string): void {
  Deno.mkdirSync(to);
  for (const { name, isDirectory, isFile } of Deno.readDirSync(from)) {
    if (NOT_COPIED.has(name)) continue;
    if (isDirectory) copyTree(`${from}/${name}`, `${to}/${name}`);
    else if (isFile) Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}

/**
 * The tests that reach a file, the most related first: to itself, or to what
 * loads it, which may be its only face.
 */
function testsOf(path: string, graph: ImportGraph): string[] {
  const loaders = graph.loadersOf(path).filter((one) => one.startsWith("src/"));
  const closenessTo = (test: string) =>
    closenessOf(test, path) +
    Math.max(0, ...loaders.map((one) => closenessOf(test, one))) / 2;
  return filesOf("test").filter((test) => graph.reaches(test, path))
    .map((test) => ({ test, closeness: closenessTo(test) }))
    .sort((a, b) => b.closeness - a.closeness)
    .slice(0, MOST_TESTS).map(({ test }) => test);
}

function closenessOf(test: string, path: string): number {
  const name = path.slice(path.lastIndexOf("/") + 1, -".ts".length);
  const text = Deno.readTextFileSync(test);
  const words = name.split("_").filter((word) => word.length > 3);
  // `post_tool_use` is PostToolUse and post-tool-use as well.
  const flat = (text: string) => text.toLowerCase().replace(/[-_ ]/g, "");
  const whole = flat(text).split(flat(name)).length - 1;
  return words.reduce(
    (sum, word) =>
      sum + (test.includes(word) ? 20 : 0) +
      Math.min(20, text.split(word).length - 1),
    (text.includes(`/${name}.ts"`) ? 100 : 0) + Math.min(80, 4 * whole),
  );
}

/** Whether a test passes in a tree; one that hangs does not. */
async function passes(dir: string, test: string): Promise<boolean> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--quiet", "--no-check", "--allow-all", "--fail-fast", test],
    cwd: dir,
    env: { NO_COLOR: "1", TZ: "UTC" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  const { success } = await child.status;
  clearTimeout(limit);
  return success;
}

/** The first test that passes in the whole tree and not in the broken one. */
async function firstToNotice(
  { whole, broken }: { whole: string; broken: string },
  tests: readonly string[],
): Promise<string | undefined> {
  for (const test of tests) {
    if (await passes(broken, test)) continue;
    if (await passes(whole, test)) return test;
  }
  return undefined;
}

if (import.meta.main) {
  const { seed = 1, lines = 40, only = "" } = parseArgs(Deno.args);
  Deno.chdir(ROOT);
  const graph = new ImportGraph(
    ["main.ts", ...["src", "scripts", "tests"].flatMap(listSources)],
  );
  const parent = Deno.makeTempDirSync({ prefix: "memory-keeper-mutate-" });
  const trees = { whole: `${parent}/whole`, broken: `${parent}/broken` };
  for (const tree of Object.values(trees)) copyTree(ROOT, tree);
  const survivors: string[] = [];
  const chosen = choose(Number(seed), Number(lines)).filter(({ path }) =>
    String(only).split(",").some((part) => path.includes(part))
  );
  for (const [i, { path, line, before, after, text }] of chosen.entries()) {
    const tests = testsOf(path, graph);
    Deno.writeTextFileSync(`${trees.broken}/${path}`, text);
    const noticed = await firstToNotice(trees, tests);
    Deno.copyFileSync(`${trees.whole}/${path}`, `${trees.broken}/${path}`);
    const what = `${path}:${line}: ${before} → ${after}`;
    if (noticed === undefined) survivors.push(what);
    console.log(
      `${i + 1}/${chosen.length} ${
        noticed ?? `SURVIVED ${tests.length} tests`
      }` +
        `\n    ${what}`,
    );
  }
  Deno.removeSync(parent, { recursive: true });
  const noticed = chosen.length - survivors.length;
  console.log(`\n${survivors.map((one) => `survived: ${one}`).join("\n")}`);
  console.log(`\n${noticed} of ${chosen.length} noticed`);
  Deno.exit(noticed >= BAR * chosen.length ? 0 : 1);
}
