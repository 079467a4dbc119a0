import { bold } from "@std/fmt/colors";
import { UserError } from "../../base/errors.ts";
import { plural } from "../../base/format_count.ts";
import { mergeLeftover } from "../../capture/merge_store.ts";
import { countForeign } from "../../context/foreign_memory.ts";
import { withTilde } from "../../output/home_path.ts";
import { homeFolder } from "../../claude/folders.ts";
import { foreignStore } from "../../store/foreign_store.ts";
import { acceptStore } from "../../store/owner.ts";
import { isArchiveName, WRITTEN_NAMES } from "../../store/layout.ts";
import { listNames, readText, statFile } from "../../store/read_file.ts";
import type { Store } from "../../store/store.ts";
import { StoreFiles } from "../../store/store_files.ts";
import type { CommandCall, ExitCode } from "../command.ts";

const CLAIM = { who: "trust", waitMs: 10_000 };
/** What speaks or acts, the most important first. */
const SHOWN = [
  "config.json",
  "rules.md",
  ...WRITTEN_NAMES.filter((name) => name !== "rules").map((name) =>
    `${name}.md`
  ),
  "facts.json",
  "concepts.json",
  "memory.md",
];
const SHOWN_BYTES = 1024 * 1024;

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
  const store = await openStore();
  const theirs = foreignStore(store);
  if (theirs === undefined) return await mergeRest(call, store);
  if (invocation.switches.has("show")) return show(call, theirs);
  // What is in such a memory may ask the model to run this.
  if (world.env("CLAUDECODE") !== undefined) {
    throw new UserError("refused", "Only you can trust a memory", [
      "Run memory-keeper trust in a terminal, outside Claude Code",
    ]);
  }
  const { dir } = theirs.layout;
  const counts = countForeign(theirs);
  await acceptStore(world, new StoreFiles(store.project.home), dir);
  const merged = await mergeLeftover(await openStore(), CLAIM);
  output.result({ trusted: dir, ...counts, merged }, () =>
    [
      `The memory in ${withTilde(dir, homeFolder(world))} is yours from now ` +
      `on: ${plural(counts.sections, "section")}, ` +
      plural(counts.rules, "rule"),
      ...describeMerged(merged),
    ].join("\n"));
  return 0;
}

/** A hook that was at work while a store was trusted may have left something. */
async function mergeRest(
  { output }: CommandCall,
  store: Store,
): Promise<ExitCode> {
  const merged = await mergeLeftover(store, CLAIM);
  output.result(
    { trusted: null, merged },
    () =>
      ["The memory of this folder is yours already", ...describeMerged(merged)]
        .join("\n"),
  );
  return 0;
}

function describeMerged(
  { sessions, sections }: { sessions: number; sections: number },
): string[] {
  return sessions + sections === 0 ? [] : [
    `Merged what was kept meanwhile: ${plural(sessions, "session")}, ` +
    plural(sections, "section"),
  ];
}

function show({ output }: CommandCall, { layout }: Store): ExitCode {
  const archives = listNames(layout.dir).filter(isArchiveName);
  const files = [...SHOWN, ...archives].map((name) => `${layout.dir}/${name}`)
    .filter((path) => statFile(path)?.isFile)
    .map((path) => ({ file: path, text: readable(path) }));
  output.result(
    { foreign: layout.dir, files },
    () =>
      files.map(({ file, text }) => `${bold(file)}\n${text.trimEnd()}`)
        .join("\n\n") || `Nothing to show in ${layout.dir}`,
  );
  return 0;
}

function readable(path: string): string {
  try {
    return readText(path, SHOWN_BYTES) ?? "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
