import { bold } from "@std/fmt/colors";
import { UserError } from "../../base/errors.ts";
import { plural } from "../../base/format_count.ts";
import {
  mergeCopy,
  type Merged,
  mergeLeftover,
} from "../../capture/merge_store.ts";
import { forgetMerged } from "../../control/forget_again.ts";
import { countForeign } from "../../context/foreign_memory.ts";
import { FOUND_HERE, framed } from "../../context/frame.ts";
import { oneLine } from "../../base/safe_text.ts";
import { formatBytes, joinText, withTilde } from "../../output/words.ts";
import { homeFolder } from "../../claude/folders.ts";
import {
  type BroughtSetting,
  broughtSettings,
  copyTracked,
  leaveBroughtTimes,
} from "../../store/trust_changes.ts";
import { foreignStore } from "../../store/foreign_store.ts";
import { resetGitignore } from "../../store/gitignore.ts";
import { acceptStore } from "../../store/owner.ts";
import {
  isArchiveName,
  isSummaryName,
  storeLayout,
  WRITTEN_FILES,
} from "../../store/layout.ts";
import type { World } from "../../base/world.ts";
import { reopenStore, type Store, withStoreLock } from "../../store/store.ts";
import { StoreFiles } from "../../store/store_files.ts";
import { claimOf, type CommandCall } from "../command.ts";
import { readPart } from "../../store/growing_file.ts";
import { type Surveyed, surveyFolder } from "../../store/survey_folder.ts";

const CLAIM = claimOf("trust");

export async function run(call: CommandCall) {
  const { args, openStore, output, world } = call;
  const store = await openStore();
  const theirs = foreignStore(store);
  const isLook = args.switches.has("show");
  if (theirs === undefined) return await mergeRest(call, store, isLook);
  if (isLook) return await show(call, theirs);
  // What is in such a memory may ask the model to run this.
  if (world.env("CLAUDECODE") !== undefined) {
    throw new UserError("refused", "Only you can trust a memory", [
      "Run memory-keeper trust in a terminal, outside Claude Code",
    ]);
  }
  const { dir } = theirs.layout;
  const counts = countForeign(theirs);
  const settings = await broughtSettings(store.project);
  const { storage, share } = { ...store.config, ...settingsJson(settings) };
  const inProject = {
    ...store,
    layout: storeLayout(dir),
    files: new StoreFiles(store.project.home),
  };
  // The mark comes last: until then everything can be done again.
  const opened = await resetGitignore(inProject, share);
  const left = leaveBroughtTimes(inProject.files, inProject.layout);
  const copied = storage === "home" && await mergeCopy(store, dir, CLAIM);
  await acceptStore(world, inProject.files, dir);
  const mine = await openStore();
  const apart = await withStoreLock(mine, CLAIM, () => copyTracked(mine));
  const merged = await merge(reopenStore(mine), world, copied);
  const home = homeFolder(world);
  const result = {
    trusted: dir,
    ...counts,
    merged,
    settings: settingsJson(settings),
    ...(copied ? { copiedTo: store.layout.dir } : {}),
    ...(opened.length > 0 ? { hiddenFromGit: opened } : {}),
    ...(left.length > 0 ? { notTakenOver: left } : {}),
    ...(apart.length > 0 ? { keptApart: apart } : {}),
  };
  output.result(result, () => [
    `The memory in ${withTilde(dir, home)} is yours from now on: ` +
    `${plural(counts.sections, "section")}, ${plural(counts.rules, "rule")}`,
    ...(copied
      ? [
        `Copied it to ${
          withTilde(store.layout.dir, home)
        }, where your memory ` +
        'of this project is kept (storage: "home")',
      ]
      : describeMerged(merged)),
    ...describeSettings(settings, "Its settings are in effect"),
    opened.length > 0 &&
    `Its .gitignore showed git ${opened.join(", ")}; it no longer does`,
    apart.length > 0 &&
    `Git tracks ${apart.join(", ")}: what is new goes to local copies`,
    left.length > 0 &&
    `Not taken over, when it was to keep nothing: ${left.join(", ")}`,
  ]);
}

const settingsJson = (settings: readonly BroughtSetting[]) =>
  Object.fromEntries(settings.map(({ name, then }) => [name, then]));

const MOST_VALUE_CHARS = 200;

function describeSettings(settings: readonly BroughtSetting[], title: string) {
  const said = (value: unknown) =>
    JSON.stringify(value).slice(0, MOST_VALUE_CHARS);
  return settings.length === 0 ? [] : [
    `${title}:`,
    ...settings.map(({ name, now, then }) =>
      `  ${name} ${said(then)} instead of ${said(now)}`
    ),
  ];
}

/** What was forgotten in either memory is in neither. */
async function merge(
  store: Store,
  world: World,
  copied: Merged | false = false,
): Promise<Merged> {
  const merged = copied || await mergeLeftover(store, CLAIM);
  await forgetMerged(store, world, CLAIM);
  return merged;
}

/** A hook that was at work while a store was trusted may have left something. */
async function mergeRest(
  { output, world }: CommandCall,
  store: Store,
  isLook: boolean,
) {
  const merged = isLook
    ? { sessions: 0, sections: 0 }
    : await merge(store, world);
  output.result({ trusted: null, merged }, () => [
    "The memory of this folder is yours already",
    ...describeMerged(merged),
  ]);
}

function describeMerged(
  { sessions, sections }: { sessions: number; sections: number },
): string[] {
  return sessions + sections === 0 ? [] : [
    `Merged what was kept meanwhile: ${plural(sessions, "session")}, ` +
    plural(sections, "section"),
  ];
}

async function show({ output }: CommandCall, { layout, project }: Store) {
  const { files, more } = broughtFiles(layout.dir);
  const settings = await broughtSettings(project);
  const title = "Settings that memory-keeper trust would bring into effect";
  output.result(
    { foreign: layout.dir, files, more, settings: settingsJson(settings) },
    () =>
      joinText([
        `${FOUND_HERE}; each line of it begins with "|"`,
        ...files.map(renderFile),
        more > 0 && `And ${plural(more, "more file")}`,
        ...[describeSettings(settings, title).join("\n")].filter(Boolean),
      ], "\n\n"),
  );
}

/** A model may read it as well: each of its lines is marked. */
function renderFile({ file, bytes, text, left }: BroughtFile): string {
  const size = left > 0
    ? `${formatBytes(bytes)}, ${formatBytes(left)} not shown`
    : formatBytes(bytes);
  return joinText([
    `${bold(oneLine(file))} (${size})`,
    text.trim() !== "" && framed(text.trimEnd()),
  ]);
}

const SHOWN_FIRST = [
  "config.json",
  "off.json",
  "forgotten.json",
  "forgetting.json",
  "rules.md",
  ...WRITTEN_FILES,
  "facts.json",
  "concepts.json",
  "memory.md",
];
const SHOWN_FOLDERS = ["delta/", "state/", "sessions/", "team/"];
/** What only this program makes; it is not used before it is made again. */
const LEFT_OUT =
  /^(?:\.cache|logs|state\/owner)(?:\/|$)|\.(?:lock|holder|held|tmp)$/;

const MOST_LOOKED_AT = 20_000;
const MOST_SHOWN = 300;
const FILE_BYTES = 20_000;
const ALL_BYTES = 200_000;

interface BroughtFile {
  readonly file: string;
  readonly bytes: number;
  /** Its beginning, if it is longer. */
  readonly text: string;
  /** How many bytes are not shown. */
  readonly left: number;
}

interface Brought {
  readonly files: readonly BroughtFile[];
  /** How many more there are, at least. */
  readonly more: number;
}

/** The files of a foreign store, as many as a person can read. */
function broughtFiles(dir: string): Brought {
  const found: Surveyed[] = [];
  let looked = 0;
  for (const one of surveyFolder(dir, (path) => !LEFT_OUT.test(path))) {
    if (++looked > MOST_LOOKED_AT) break;
    if (!one.info.isDirectory) found.push(one);
  }
  found.sort((a, b) => rankOf(a.path) - rankOf(b.path));
  let room = ALL_BYTES;
  const files = found.slice(0, MOST_SHOWN).map(({ path, info }) => {
    const file = `${dir}/${path}`;
    const wanted = Math.min(info.size, FILE_BYTES, room);
    const text = info.isFile && !path.endsWith(".gz")
      ? beginningOf(file, wanted)
      : "";
    const shown = text === "" ? 0 : wanted;
    room -= shown;
    return { file, bytes: info.size, text, left: info.size - shown };
  });
  return { files, more: found.length - files.length };
}

function rankOf(path: string): number {
  const first = SHOWN_FIRST.indexOf(path);
  if (first >= 0) return first;
  if (isArchiveName(path) || isSummaryName(path)) return SHOWN_FIRST.length;
  const folder = SHOWN_FOLDERS.findIndex((name) => path.startsWith(name));
  return SHOWN_FIRST.length + 1 + (folder < 0 ? SHOWN_FOLDERS.length : folder);
}

function beginningOf(path: string, bytes: number): string {
  try {
    return new TextDecoder().decode(readPart(path, 0, bytes));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
