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
} from "../../store/brought_settings.ts";
import { leaveBroughtTimes } from "../../store/brought_kept_out.ts";
import { foreignStore } from "../../store/foreign_store.ts";
import { resetGitignore } from "../../store/gitignore.ts";
import { acceptStore } from "../../store/owner.ts";
import { storeLayout } from "../../store/layout.ts";
import type { World } from "../../base/world.ts";
import { reopenStore, type Store, withStoreLock } from "../../store/store.ts";
import { copyTracked } from "../../store/copy_tracked.ts";
import { StoreFiles } from "../../store/store_files.ts";
import { type BroughtFile, broughtFiles } from "../brought_files.ts";
import type { CommandCall } from "../command.ts";

const CLAIM = { who: "trust", waitMs: 10_000 };
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
