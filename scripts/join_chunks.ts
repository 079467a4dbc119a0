/**
 * Less to read at every start. The bundler makes a chunk for each set of modules
 * that the same parts of the program share, so a hook's code comes in a hundred
 * small files. A file costs about as much time as half a kilobyte of code that
 * is loaded and not needed: chunks are joined where that makes the usual starts
 * cheaper, and only there.
 */

import { runProgram } from "./run_program.ts";

const DYNAMIC_IMPORT = /import\("\.\/([\w.-]+\.js)"\)/g;
/** In the bundler's output an import may follow any statement. */
const IMPORT = /(?<=^|[;}])import(?:\{([^}]*)\}from)?"\.\/([\w.-]+\.js)";/g;
const EXPORTS = /export\{([^}]*)\};\s*$/;

const MAIN = "main.";
const DOOR = "door-";
const PROMPT = ["user_prompt_submit-", "recall_for_prompt-"];

/** What is started most: how often, and how the names of its files begin. */
const STARTS: readonly (readonly [number, ...string[]])[] = [
  [20, MAIN],
  [2, MAIN, DOOR],
  [2, MAIN, DOOR, "post_tool_use_failure-"],
  [1, MAIN, DOOR, "post_tool_use_failure-", "fix_moment-"],
  [4, MAIN, DOOR, ...PROMPT],
  [2, MAIN, DOOR, ...PROMPT, "_read_passages-", "recall_notes-"],
  [4, MAIN, DOOR, "stop-", "ingest_and_cut-", "freshen_search_index-"],
  [2, MAIN, DOOR, "session_start-", "settle_work_times-", "plain_terminal-"],
  [1, MAIN, DOOR, "session_end-", "freshen_search_index-"],
  [4, MAIN, "run-", "scribe-"],
  [4, MAIN, "run-", "statusline-"],
  [2, MAIN, "run-", "search-"],
  [1, MAIN, "run-", "status-"],
];

/** What opening one more file costs, as code that takes as long to parse. */
const FILE_BYTES = 600;

type Files = ReadonlyMap<string, string>;

/** Chunks that become one file; the first gives it its name. */
interface Group {
  readonly chunks: readonly string[];
  readonly bytes: number;
  /** A bit for each start that needs a chunk of it. */
  readonly starts: number;
  /** Imported dynamically, so its name must stay. */
  readonly isNamed: boolean;
}

export async function joinChunks(dir: string): Promise<void> {
  await dropBareImports(dir);
  const files = await readChunks(dir);
  const groups = planGroups(files).map(({ chunks }) => chunks);
  const joined = await bundleGroups(dir, groups, files);
  for (const [name, text] of files) {
    const group = groups.find((chunks) => chunks.includes(name));
    if (group && name !== group[0]) await Deno.remove(`${dir}/${name}`);
    else {
      const own = joined.get(name) ?? redirect(text, [name], groups);
      const found = own.replaceAll(`"./${OTHER}`, '"./');
      await Deno.writeTextFile(`${dir}/${name}`, found);
    }
  }
}

/**
 * An import without names only keeps an order of evaluation, which no module
 * here depends on, and loads code for nothing.
 */
async function dropBareImports(dir: string): Promise<void> {
  for (const [name, text] of await readChunks(dir)) {
    const needed = text.replace(
      IMPORT,
      (whole, names?: string) => names === undefined ? "" : whole,
    );
    await Deno.writeTextFile(`${dir}/${name}`, needed);
  }
}

function planGroups(files: Files): Group[] {
  let groups = singleGroups(files);
  for (;;) {
    const best = bestJoin(groups, files);
    if (best === undefined) break;
    groups = [...groups.filter((one) => !best.parts.includes(one)), best.whole];
  }
  return groups.filter(({ chunks }) => chunks.length > 1);
}

function singleGroups(files: Files): Group[] {
  const names = [...files.keys()];
  const named = new Set(names.flatMap((name) => lateImports(name, files)));
  const startsOf = new Map<string, number>();
  for (const [at, [, ...beginnings]] of STARTS.entries()) {
    const roots = names.filter((name) =>
      beginnings.some((beginning) => name.startsWith(beginning))
    );
    for (
      const name of new Set(roots.flatMap((one) => importedBy(one, files)))
    ) {
      startsOf.set(name, (startsOf.get(name) ?? 0) | 1 << at);
    }
  }
  return names.filter((name) => startsOf.has(name)).map((name) => ({
    chunks: [name],
    bytes: files.get(name)?.length ?? 0,
    starts: startsOf.get(name) ?? 0,
    isNamed: name.startsWith(MAIN) || named.has(name),
  }));
}

interface Join {
  readonly parts: readonly Group[];
  readonly whole: Group;
}

/** The two whose join saves most; undefined if none saves anything. */
function bestJoin(groups: readonly Group[], files: Files): Join | undefined {
  const joins = groups.flatMap((one, i) =>
    groups.slice(i + 1).flatMap((other) => {
      if (one.isNamed && other.isNamed) return [];
      const parts = other.isNamed ? [other, one] : [one, other];
      const whole = {
        chunks: parts.flatMap(({ chunks }) => chunks),
        bytes: one.bytes + other.bytes,
        starts: one.starts | other.starts,
        isNamed: one.isNamed || other.isNamed,
      };
      const saved = costOf(one) + costOf(other) - costOf(whole);
      return saved > 0 ? [{ parts, whole, saved }] : [];
    })
  ).sort((a, b) => b.saved - a.saved);
  return joins.find(({ parts: [one, other] }) =>
    one && other && !meetElsewhere(one, other, groups, files)
  );
}

function costOf({ starts, bytes }: Group): number {
  const times = STARTS.reduce(
    (sum, [weight], at) => starts & 1 << at ? sum + weight : sum,
    0,
  );
  return times * (FILE_BYTES + bytes);
}

/** Whether one imports the other through a third: joined, that is a cycle. */
function meetElsewhere(
  one: Group,
  other: Group,
  groups: readonly Group[],
  files: Files,
): boolean {
  const groupOf = new Map(
    groups.flatMap((group) => group.chunks.map((name) => [name, group])),
  );
  const next = (group: Group) =>
    group.chunks.flatMap((name) => importsOf(name, files))
      .flatMap((name) => groupOf.get(name) ?? []);
  const reaches = (from: Group, to: Group) => {
    const seen = new Set(next(from).filter((group) => group !== to));
    seen.delete(from);
    for (const group of seen) {
      for (const further of next(group)) {
        if (further === to) return true;
        if (further !== from) seen.add(further);
      }
    }
    return false;
  };
  return reaches(one, other) || reaches(other, one);
}

async function readChunks(dir: string): Promise<Files> {
  const files = new Map<string, string>();
  for await (const { name, isFile } of Deno.readDir(dir)) {
    if (!isFile || !name.endsWith(".js")) continue;
    files.set(name, await Deno.readTextFile(`${dir}/${name}`));
  }
  return files;
}

/** How a file of another group is called while groups are bundled. */
const OTHER = "@";

/** Each group as one file, by the name it gets. */
async function bundleGroups(
  dir: string,
  groups: readonly (readonly string[])[],
  files: Files,
): Promise<Files> {
  if (groups.length === 0) return new Map();
  const work = `${dir}/groups`;
  await Deno.mkdir(`${work}/chunks`, { recursive: true });
  for (const chunks of groups) {
    for (const name of chunks) {
      const text = redirect(files.get(name) ?? "", chunks, groups);
      await Deno.writeTextFile(`${work}/chunks/${name}`, text);
    }
    await Deno.writeTextFile(
      `${work}/${chunks[0]}`,
      renderEntry(chunks, files),
    );
  }
  await runProgram(Deno.execPath(), [
    "bundle",
    "--quiet",
    "--minify",
    ...[...files.keys()].map((name) => `--external=./${OTHER}${name}`),
    "--outdir",
    `${work}/joined`,
    ...groups.map(([root]) => `${work}/${root}`),
  ], { env: { DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" }, cwd: dir });
  const joined = await readChunks(`${work}/joined`);
  await Deno.remove(work, { recursive: true });
  return joined;
}

function importsOf(name: string, files: Files): string[] {
  return Array.from(
    (files.get(name) ?? "").matchAll(IMPORT),
    ([, , from = ""]) => from,
  );
}

/** With the chunk itself. */
function importedBy(root: string, files: Files): string[] {
  const found = new Set([root]);
  for (const name of found) {
    for (const from of importsOf(name, files)) found.add(from);
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
  const main = joined.find((name) => name.startsWith(MAIN));
  const start = main === undefined
    ? ""
    : `import { main } from "./chunks/${main}";\n` +
      "if (import.meta.main) main();\n";
  return start + joined.map((chunk, i) => {
    const exported = EXPORTS.exec(files.get(chunk) ?? "")?.[1] ?? "";
    const names = exported.split(",").filter((part) => part !== "")
      .map((part) => part.split(" as ").at(-1) ?? part);
    const list = names.map((name) => `${name} as ${renamed(name, i)}`);
    return `export { ${list.join(", ")} } from "./chunks/${chunk}";\n`;
  }).join("");
}

/** What a chunk of a group imports from others, by their names afterwards. */
function redirect(
  text: string,
  own: readonly string[],
  groups: readonly (readonly string[])[],
): string {
  const late = text.replace(DYNAMIC_IMPORT, `import("./${OTHER}$1")`);
  return late.replace(IMPORT, (whole, names: string, from: string) => {
    if (own.includes(from)) return whole;
    const group = groups.find((chunks) => chunks.includes(from)) ?? [from];
    const list = names.split(",").map((part) => {
      const [name = part, local = name] = part.split(" as ");
      return `${renamed(name, group.indexOf(from))} as ${local}`;
    });
    return `import{${list.join(",")}}from"./${OTHER}${group[0]}";`;
  });
}
