/**
 * Imports in this house point one way. Reads the module graph from Deno itself
 * and names every edge that goes the wrong way; exits 1 if there is one.
 *
 *     deno task layers [ENTRY]
 */

import { fromFileUrl } from "@std/path";
import { runProgram } from "./run_program.ts";

const PURE = ["transcript", "memory", "knowledge", "search"];

/** Which rooms a room may import from, beside itself and the ground floor. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  main: ["hooks", "cli"],
  hooks: ["summary", "context", "keeper", "store", "claude", ...PURE],
  cli: ["summary", "keeper", "store", "claude", "output", ...PURE],
  summary: ["keeper", "store", "claude", ...PURE],
  context: ["keeper", "store", "claude", ...PURE],
  keeper: ["store", "claude", "report", ...PURE],
  store: ["claude", ...PURE],
  claude: [],
  output: [],
  report: ["output", ...PURE],
  transcript: PURE,
  memory: PURE,
  knowledge: PURE,
  search: PURE,
  /** Files directly in src/: shapes and errors every room may use. */
  ground: [],
};

/** Packages that stay out of a room, because a hook would load them. */
const NO_PACKAGES = ["main", "hooks", "ground", "claude", ...PURE];

interface ModuleGraph {
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly {
      readonly specifier: string;
      readonly code?: { readonly specifier?: string };
      readonly type?: { readonly specifier?: string };
    }[];
  }[];
}

export interface WrongEdge {
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

export async function readGraph(entry: string): Promise<ModuleGraph> {
  const text = await runProgram({
    command: Deno.execPath(),
    args: ["info", "--json", entry],
    env: { DENO_NO_UPDATE_CHECK: "1" },
  });
  return JSON.parse(text);
}

export function findWrongEdges(graph: ModuleGraph, root: string): WrongEdge[] {
  const wrong: WrongEdge[] = [];
  for (const { specifier, dependencies = [] } of graph.modules) {
    const from = roomOf(specifier, root);
    if (from === undefined) continue;
    for (const { code, type, specifier: written } of dependencies) {
      const target = code?.specifier ?? type?.specifier ?? written;
      const why = objection(from, target, root);
      if (why === undefined) continue;
      const short = (url: string) => url.replace(root, "");
      wrong.push({ from: short(specifier), to: short(target), why });
    }
  }
  return wrong;
}

function objection(
  from: string,
  target: string,
  root: string,
): string | undefined {
  const to = roomOf(target, root);
  if (to === undefined) {
    return target.startsWith("npm:") && NO_PACKAGES.includes(from)
      ? `${from} must not load packages`
      : undefined;
  }
  if (to === from || to === "ground" || DOORS[from]?.includes(to)) {
    return undefined;
  }
  return `${from} may not import from ${to}`;
}

/** The room of a module of ours; undefined for everything else. */
function roomOf(specifier: string, root: string): string | undefined {
  if (!specifier.startsWith(root) || specifier.endsWith(".d.ts")) {
    return undefined;
  }
  const path = specifier.slice(root.length);
  if (path === "main.ts") return "main";
  const [, room] = /^src\/(\w+)\//.exec(path) ?? [];
  if (room !== undefined) return room;
  return path.startsWith("src/") ? "ground" : undefined;
}

if (import.meta.main) {
  const root = new URL("../", import.meta.url).href;
  const entry = Deno.args[0] ?? fromFileUrl(new URL("main.ts", root));
  const wrong = findWrongEdges(await readGraph(entry), root);
  for (const { from, to, why } of wrong) {
    console.error(`${from} → ${to}: ${why}`);
  }
  if (wrong.length > 0) Deno.exit(1);
  console.log("layers: every import points the right way");
}
