/**
 * Fewer files to open at every start. The bundler makes a chunk for each set of
 * modules that the same parts of the program share, and there are seventy
 * parts: a hook's imports come in thirty small files. Here only the parts that
 * must be quick count. Chunks that several of them need are joined so that none
 * of them loads much it does not need.
 */

import { runProgram } from "./run_program.ts";

const DYNAMIC_IMPORT = /import\("\.\/([\w.-]+\.js)"\)/g;
/** In the bundler's output an import may follow any statement. */
const IMPORT = /(?<=^|[;}])import(?:\{([^}]*)\}from)?"\.\/([\w.-]+\.js)";/g;
const EXPORTS = /export\{([^}]*)\};\s*$/;

/** What people or Claude Code wait for most often, and how its files begin. */
const QUICK_PARTS = {
  main: ["main."],
  prompt: ["user_prompt_submit-"],
  start: ["session_start-"],
  stop: ["stop-", "pre_compact-", "post_compact-", "ingest_and_cut-"],
  end: ["session_end-"],
  failure: ["post_tool_use_failure-"],
  fix: ["fix_moment-"],
  recall: ["recall_for_prompt-"],
  freshen: ["freshen_search_index-"],
  passages: ["_read_passages-"],
  search: ["search-"],
  run: ["run-"],
  status: ["statusline-", "status-"],
} as const;

type Part = keyof typeof QUICK_PARTS;
const PARTS = Object.keys(QUICK_PARTS) as Part[];

export async function joinChunks(dir: string): Promise<void> {
  for (const joined of planGroups(await readChunks(dir))) {
    await joinGroup(dir, await readChunks(dir), joined);
  }
}

/** Chunks to be joined; the first of a group gives its name to the file. */
function planGroups(files: Files): string[][] {
  const names = [...files.keys()];
  // Dynamically imported chunks keep their file.
  const kept = new Set(names.flatMap((name) => lateImports(name, files)));
  const needs = new Map(PARTS.map((part) => {
    const roots = names.filter((name) =>
      QUICK_PARTS[part].some((beginning) => name.startsWith(beginning))
    );
    roots.forEach((root) => kept.add(root));
    return [part, new Set(roots.flatMap((root) => importedBy(root, files)))];
  }));
  const rootOf = (part: Part) =>
    names.filter((name) => name.startsWith(QUICK_PARTS[part][0]));
  const groups = new Map<string, string[]>([
    ["always", rootOf("main")],
    ["search", rootOf("search")],
  ]);
  for (const name of names.filter((name) => !kept.has(name))) {
    const needed = PARTS.filter((part) => needs.get(part)?.has(name));
    if (needed.length === 0) continue;
    const home = homeOf(needed);
    groups.set(home, [...groups.get(home) ?? [], name]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** A little too much in one file is cheaper than just enough in several. */
function homeOf(needed: readonly Part[]): string {
  const isFor = (...parts: Part[]) => parts.some((one) => needed.includes(one));
  const isOnlyFor = (...parts: Part[]) =>
    needed.every((one) => parts.includes(one));
  if (isFor("main")) return "always";
  if (needed.length === 1) return needed.join();
  if (isOnlyFor("freshen", "passages", "search")) return "documents";
  // Every command has the same entry.
  if (isOnlyFor("run", "search", "status") && isFor("run")) return "commands";
  if (isFor("run")) return "always";
  // A tool's result waits for it: nothing it does not need.
  if (isFor("failure")) return "failures";
  if (isFor("fix")) return "fixes";
  if (isFor("prompt")) return "events";
  // These are followed by what freshens the index.
  if (isOnlyFor("stop", "end", "freshen")) return "intake";
  if (isOnlyFor("stop", "end", "freshen", "status")) return "upkeep";
  if (isFor("start", "stop", "end", "status") && isFor("freshen", "search")) {
    return "events";
  }
  if (isFor("start")) return "starts";
  return isFor("recall") ? "recall" : needed.join();
}

async function readChunks(dir: string): Promise<Files> {
  const files = new Map<string, string>();
  for await (const { name, isFile } of Deno.readDir(dir)) {
    if (!isFile || !name.endsWith(".js")) continue;
    files.set(name, await Deno.readTextFile(`${dir}/${name}`));
  }
  return files;
}

async function joinGroup(
  dir: string,
  files: Files,
  joined: readonly string[],
): Promise<void> {
  const [root = ""] = joined;
  const others = [...files.keys()].filter((name) => !joined.includes(name));
  await Deno.writeTextFile(`${dir}/joined.js`, renderEntry(joined, files));
  await runProgram({
    command: Deno.execPath(),
    args: [
      "bundle",
      "--quiet",
      "--minify",
      ...others.map((name) => `--external=./${name}`),
      "--output",
      `${dir}/${root}`,
      `${dir}/joined.js`,
    ],
    env: { DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
    cwd: dir,
  });
  for (const [name, text] of files) {
    if (name === root) continue;
    if (joined.includes(name)) await Deno.remove(`${dir}/${name}`);
    else await Deno.writeTextFile(`${dir}/${name}`, redirect(text, joined));
  }
  await Deno.remove(`${dir}/joined.js`);
}

type Files = ReadonlyMap<string, string>;

function importedBy(root: string, files: Files): string[] {
  const found = new Set([root]);
  for (const name of found) {
    const text = files.get(name) ?? "";
    for (const [, , from = ""] of text.matchAll(IMPORT)) found.add(from);
  }
  return [...found];
}

function lateImports(name: string, files: Files): string[] {
  return Array.from(
    (files.get(name) ?? "").matchAll(DYNAMIC_IMPORT),
    ([, to = ""]) => to,
  );
}

/** A name `a` of the third chunk becomes `a_3` in the joined file. */
const renamed = (name: string, chunk: number) =>
  chunk === 0 ? name : `${name}_${chunk}`;

/**
 * Everything that any of them exports; the root's own names stay. The bundler
 * takes `import.meta.main` for false in what is imported, so a joined file that
 * has `main` starts it itself.
 */
function renderEntry(joined: readonly string[], files: Files): string {
  const main = joined.find((name) => name.startsWith(QUICK_PARTS.main[0]));
  const start = main === undefined
    ? ""
    : `import { main } from "./${main}";\n` +
      "if (import.meta.main) main();\n";
  return start + joined.map((chunk, i) => {
    const exported = EXPORTS.exec(files.get(chunk) ?? "")?.[1] ?? "";
    const names = exported.split(",").filter((part) => part !== "")
      .map((part) => part.split(" as ").at(-1) ?? part);
    const list = names.map((name) => `${name} as ${renamed(name, i)}`);
    return `export { ${list.join(", ")} } from "./${chunk}";\n`;
  }).join("");
}

/** Imports of joined chunks become imports of the joined file. */
function redirect(text: string, joined: readonly string[]): string {
  return text.replace(IMPORT, (whole, names: string | undefined, from) => {
    const chunk = joined.indexOf(from);
    if (chunk < 0) return whole;
    // An import without names only keeps an order of evaluation, which no
    // module here depends on.
    if (names === undefined) return "";
    const list = names.split(",").map((part) => {
      const [name = part, local = name] = part.split(" as ");
      return `${renamed(name, chunk)} as ${local}`;
    });
    return `import{${list.join(",")}}from"./${joined[0]}";`;
  });
}
