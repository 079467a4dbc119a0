/**
 * Imports in this house point one way. Reads every module of src, scripts and
 * tests, and names each import that goes the wrong way; exits 1 if there is one.
 *
 *     deno task layers [FOLDER]
 */

import { fromFileUrl } from "@std/path";
import {
  type Import,
  importsOf,
  readSources,
  type Source,
} from "./read_imports.ts";

/** The rooms from left to right. A room imports from its left, and from itself. */
export const ROOMS: readonly (readonly string[])[] = [
  ["base"],
  ["claude", "output"],
  ["store"],
  ["redact"],
  ["session"],
  ["digest", "memory", "knowledge"],
  ["team"],
  ["search"],
  ["capture", "summary"],
  ["legacy"],
  ["context", "doctor", "report", "install"],
  ["control"],
  ["hooks", "cli"],
  ["start"],
];

/** Imports between rooms that are side by side, and why there are any. */
const EDGES: readonly { from: string; to: string; why: string }[] = [
  {
    from: "capture",
    to: "summary",
    why: "a session that is read to its end gets its digest and last delta",
  },
  {
    from: "doctor",
    to: "context",
    why: "compares the blocks and rules with what a session is given",
  },
  {
    from: "doctor",
    to: "install",
    why: "compares the installed files with their manifest",
  },
];

const LEGACY = {
  door: "src/legacy/door.ts",
  guests: ["hooks", "cli", "doctor"],
};

/** What may load a package. A hook must not: it would cost time at each event. */
const MAY_LOAD_PACKAGES = [
  "src/cli/",
  "src/output/",
  // Loaded when there is a configuration file, or one is changed.
  "src/store/_jsonc.ts",
  // The tokenizer, loaded when an estimate is not enough.
  "src/memory/count_tokens.ts",
  // The runtime's own zlib, loaded when git's objects are read.
  "src/store/git/_pack.ts",
  // The same, loaded when all files of a store are looked through.
  "src/control/_store_tree.ts",
];

/**
 * Pure files: nothing they load may come from store. Names are written without
 * `_`; a name that ends in / is a folder.
 */
const PURE: Readonly<Record<string, string>> = {
  redact: "find_secrets private_regions redaction_patterns redactor " +
    "secret_pattern secret_trigger secret_value user_patterns",
  session: "counted_prompt log_entry log_lines",
  digest: "/",
  memory: "memory_text recent_memory rotation tier_text tiers",
  knowledge: "assign_concept concepts evidence facts join_facts " +
    "item_fields item_ids knowledge merge_facts name_similarity permanent " +
    "proposed_fact rebuild_knowledge reflection " +
    "salvage_items select_facts session_facts statement statement_sides " +
    "trips",
  team: "looks_private team_item team_names team_set",
  search: "rank/ passage snippet query/query query/time_words index/doc_id " +
    "index/documents index/held_units index/layers " +
    "index/log_turns index/place_list index/unit_words",
  capture: "missing_lines plan_dedupe refine/",
  summary: "agent_answer answer_parts archive_summary delta_text " +
    "quotable_entries text_parts",
  legacy: "local_clock older_delta " +
    "older_traces shift_headers shift_names split_memory",
  context: "context_plan known_lines marked_block moment_budget prompt_plan " +
    "rules_text",
  report: "fit_report local_time markdown markup page_links " +
    "page_style plan_growth " +
    "render_growth render_knowledge render_report render_timeline " +
    "report_data",
};

/** Private files that tests of other folders import, where the public ones show too little. */
const OPEN_TO_TESTS = [
  "src/capture/_recover_cut.ts",
  "src/context/_compaction_item.ts",
  "src/control/_layers.ts",
  "src/search/index/_held_units.ts",
  "src/search/index/_place_list.ts",
  "src/search/index/_update_search_index.ts",
  "src/store/_config.ts",
  "src/store/_jsonc.ts",
  "src/summary/_agent_answer.ts",
  "src/summary/_archive_summary.ts",
  "src/summary/_delta_text.ts",
  "src/summary/_quotable_entries.ts",
  "src/summary/_scribe_texts.ts",
];

const README_MAX_LINES = 10;

export interface Breach {
  readonly at: string;
  readonly why: string;
}

/** All breaches in these files; their paths begin at the repository's root. */
export function findBreaches(sources: readonly Source[]): Breach[] {
  const files = new Map(
    sources.map(({ path, text }) => [path.replaceAll("\\", "/"), text]),
  );
  const imports = [...files]
    .filter(([path]) => /\.[jt]s$/.test(path) && !path.endsWith(".d.ts"))
    .flatMap(([path, text]) => importsOf(path, text));
  return [
    ...imports.flatMap((one) => {
      const why = objection(one);
      return why === undefined ? [] : [{ at: `${one.from} → ${one.to}`, why }];
    }),
    ...findImpure([...files.keys()], imports),
    ...findBadRooms(files),
  ];
}

function objection({ from, to, isPackage }: Import): string | undefined {
  if (isPackage) return objectToPackage(from);
  const isTest = from.endsWith("_test.ts");
  const isOutside = !from.startsWith("src/") && from !== "main.ts";
  if (isPrivate(to) && !from.startsWith(folderOf(to))) {
    return (isTest || isOutside) && OPEN_TO_TESTS.includes(to)
      ? undefined
      : `only ${folderOf(to)} may import what begins with _`;
  }
  return isTest || isOutside ? undefined : objectToRoom(from, to);
}

function objectToPackage(from: string): string | undefined {
  const isOurs = from === "main.ts" || from.startsWith("src/");
  const isFree = !isOurs || from.endsWith("_test.ts") ||
    MAY_LOAD_PACKAGES.some((name) => from.startsWith(name));
  return isFree ? undefined : "may not load a package";
}

function objectToRoom(from: string, to: string): string | undefined {
  const [here, there] = [roomOf(from), roomOf(to)];
  if (there === undefined || here === there) return undefined;
  if (there === "legacy" && here !== undefined) {
    if (!LEGACY.guests.includes(here)) {
      return `only ${LEGACY.guests.join(", ")} may import from legacy`;
    }
    if (to !== LEGACY.door) return `legacy has one door: ${LEGACY.door}`;
  }
  const level = levelOf(there);
  const own = here === undefined ? ROOMS.length : levelOf(here);
  if (level < own) return undefined;
  const isNamed = EDGES.some((edge) => edge.from === here && edge.to === there);
  if (level > own) return `${here} is to the left of ${there}`;
  return isNamed ? undefined : `${here} and ${there} are side by side`;
}

export function findStale(sources: readonly Source[]): Breach[] {
  const paths = sources.map(({ path }) => path.replaceAll("\\", "/"));
  const named = [
    ...pureNames().filter((name) => filesOf(name, paths).length === 0),
    ...[...OPEN_TO_TESTS, LEGACY.door].filter((path) => !paths.includes(path)),
    ...MAY_LOAD_PACKAGES.filter((name) =>
      !paths.some((path) => path.startsWith(name))
    ),
  ];
  return named.map((at) => ({
    at,
    why: "is named in check_layers.ts and missing",
  }));
}

const pureNames = () =>
  Object.entries(PURE).flatMap(([room, names]) =>
    names.split(" ").map((name) => `src/${room}/${name}`.replace("//", "/"))
  );

/** A folder's modules, or the one of this name, private or not. */
const filesOf = (name: string, paths: readonly string[]) =>
  paths.filter((path) =>
    path.endsWith(".ts") && !path.endsWith("_test.ts") &&
    (name.endsWith("/")
      ? path.startsWith(name)
      : bareName(path) === `${name}.ts`)
  );

function findImpure(
  paths: readonly string[],
  imports: readonly Import[],
): Breach[] {
  return pureNames().flatMap((name) => filesOf(name, paths))
    .flatMap((path): Breach[] => {
      const way = wayToStore(path, imports);
      return way === undefined ? [] : [{
        at: way.join(" → "),
        why: `${path} is pure and may not reach store`,
      }];
    });
}

function wayToStore(
  path: string,
  imports: readonly Import[],
  seen = new Set<string>(),
): string[] | undefined {
  if (roomOf(path) === "store") return [path];
  seen.add(path);
  for (const { from, to, isType, isPackage } of imports) {
    if (from !== path || isType || isPackage || seen.has(to)) continue;
    const rest = wayToStore(to, imports, seen);
    if (rest !== undefined) return [path, ...rest];
  }
  return undefined;
}

function findBadRooms(files: ReadonlyMap<string, string>): Breach[] {
  const found = new Set([...files.keys()].map(roomOf));
  return [...found].flatMap((room): Breach[] => {
    if (room === undefined) return [];
    const at = `src/${room}`;
    if (levelOf(room) < 0) return [{ at, why: "is not a room of ROOMS" }];
    const text = files.get(`${at}/README.md`);
    const lines = text?.trimEnd().split("\n").length ?? 0;
    return lines > 0 && lines <= README_MAX_LINES ? [] : [{
      at: `${at}/README.md`,
      why: `must be there, with ${README_MAX_LINES} lines at most`,
    }];
  });
}

const levelOf = (room: string) =>
  ROOMS.findIndex((level) => level.includes(room));

/** The room of a path; undefined outside of src, "" for files in src itself. */
const roomOf = (path: string): string | undefined =>
  /^src\/README\.md$/.test(path)
    ? undefined
    : /^src\/(?:(\w+)\/)?/.exec(path)?.slice(1).map((room) => room ?? "")[0];

const folderOf = (path: string) => path.replace(/[^/]*$/, "");
const isPrivate = (path: string) => /\/_[^/]*$/.test(path);
const bareName = (path: string) => path.replace(/\/_([^/]*)$/, "/$1");

if (import.meta.main) {
  const root = Deno.args[0] ?? fromFileUrl(new URL("../", import.meta.url));
  const sources = readSources(root);
  const breaches = [...findBreaches(sources), ...findStale(sources)];
  for (const { at, why } of breaches) console.error(`${at}: ${why}`);
  if (breaches.length > 0) Deno.exit(1);
  console.log("layers: every import points the right way");
}
