/**
 * What is recalled for a prompt, made ready to be given: nothing the session
 * has been given already, and with each passage its age and which of the files
 * it names have changed since. Of what was given a small file of the session
 * keeps digests of its sentences, no words; it may be lost, and then a passage
 * may come twice.
 */

import { DAY_MS } from "../base/durations.ts";
import { isSystemError, UserError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { disarmForModel, oneLine } from "../base/safe_text.ts";
import type { World } from "../base/world.ts";
import type { Recollection } from "../search/recall_for_prompt.ts";
import { parentOf } from "../base/path_text.ts";
import { readQuiet } from "../store/quiet_list.ts";
import { listNames, readText, statFile } from "../store/read_file.ts";
import { type Store, storeExists } from "../store/store.ts";
import { fileNamesIn, WorkingTree } from "../store/working_tree.ts";
import { type TextUnit, textUnits } from "./_text_units.ts";
import { LocalClock } from "./local_clock.ts";
import { noteMoments } from "./moments.ts";
import { INTRODUCTION } from "./prompt_plan.ts";

const MAX_BYTES = 64 * 1024;
const MOST_UNITS = 2000;
/** A passage is known if so much of it was given. */
const KNOWN_SHARE = 0.8;
const MOST_FILES = 4;

/** Digests of sentences and lines. */
interface Given {
  /** What the session began with. */
  readonly start: readonly number[];
  readonly recalled: readonly number[];
}

/** A session begins; one that is resumed still has what it recalled. */
export function noteStart(
  store: Store,
  sessionId: string,
  text: string,
  { isResumed }: { readonly isResumed: boolean },
): void {
  if (!storeExists(store)) return;
  const recalled = isResumed ? readGiven(store, sessionId).recalled : [];
  const start = textUnits(text).map(({ digest }) => digest);
  writeGiven(store, sessionId, { start, recalled });
}

/** The session that was last given a text, as far as the notes tell. */
export function lastGiven(
  { layout }: Store,
  text: string,
): { readonly session: string; readonly at: Date } | undefined {
  const units = textUnits(disarmForModel(text)).map(({ digest }) => digest);
  const folder = parentOf(layout.given("x")) ?? layout.dir;
  const found = listNames(folder).flatMap((name) => {
    const session = /^(.+)\.json$/.exec(name)?.[1];
    if (session === undefined) return [];
    const { start, recalled } = readGiven({ layout }, session);
    const known = new Set([...start, ...recalled]);
    const at = statFile(`${folder}/${name}`)?.mtime;
    return at && units.some((one) => known.has(one)) ? [{ session, at }] : [];
  });
  return found.sort((a, b) => b.at.getTime() - a.at.getTime())[0];
}

/** `context` is what the session is given: only what is in there counts. */
export function noteRecalled(
  store: Store,
  world: World,
  sessionId: string,
  recollections: readonly Recollection[],
  context: string,
): void {
  const lines = recalledLines(context);
  const given = recollections.flatMap((one) => {
    const start = fold(one.text).slice(0, 80);
    const line = lines.find((line) => fold(line).includes(start));
    return line === undefined ? [] : [{ ...one, line }];
  });
  noteMoments(
    store,
    world,
    sessionId,
    given.map(({ source, line }, n) => ({
      kind: "recall",
      id: source,
      // All that is given counts: the words before them too.
      chars: line.length + 1 + (n === 0 ? INTRODUCTION.length : 0),
    })),
  );
  const shown = given.flatMap((one) => unitsOf(one))
    .map(({ digest }) => digest);
  if (shown.length === 0) return;
  const known = readGiven(store, sessionId);
  const recalled = [...new Set([...known.recalled, ...shown])];
  writeGiven(store, sessionId, { ...known, recalled });
}

/** One for each passage. */
function recalledLines(context: string): string[] {
  const at = context.indexOf(INTRODUCTION);
  const [block = ""] = at < 0 ? [] : context.slice(at).split("\n\n");
  return block.split("\n").slice(1);
}

/** Without what was given before, and with what is known of each. */
export function prepareRecalled(
  store: Store,
  world: World,
  sessionId: string,
  recollections: readonly Recollection[],
): Recollection[] {
  const { start, recalled } = readGiven(store, sessionId);
  const known = new Set([...start, ...recalled]);
  const tree = new WorkingTree(store.project.root);
  const clock = new LocalClock(world);
  const quiet = readQuiet(store);
  return recollections
    .filter((one) => !isKnown(one, known) && !quiet.includes(one.source))
    .map((one) => ({ ...one, ...describe(one, tree, clock) }));
}

/** A fact says it in its first line, a concept in the one below its name. */
function isKnown(one: Recollection, known: ReadonlySet<number>): boolean {
  const lines = one.text.split("\n");
  const said = one.source.startsWith("facts.json#")
    ? lines[0]
    : one.source.startsWith("concepts.json#")
    ? lines[1] ?? lines[0]
    : one.text;
  const judged = unitsOf({ text: said ?? "" });
  const total = lengthOf(judged);
  const seen = lengthOf(judged.filter(({ digest }) => known.has(digest)));
  return total > 0 && seen >= KNOWN_SHARE * total;
}

function describe(
  { text, date, at, isRecorded }: Recollection,
  tree: WorkingTree,
  clock: LocalClock,
): Pick<Recollection, "date" | "age" | "files"> {
  const time = new Date(at ?? Number.NaN);
  if (Number.isNaN(time.getTime())) return { date };
  // A day without a time lasts until its end, wherever it was.
  const isDay = at?.length === "2026-02-01".length;
  const since = time.getTime() + (isDay ? 1.5 * DAY_MS : 0);
  const age = clock.age(time);
  const found = fileNamesIn(text).map((name) => tree.find(name));
  const changed = found.flatMap((file) =>
    file.kind === "there" && tree.hasChanged(file, since)
      ? [`${file.path} has changed since`]
      : file.kind === "gone"
      ? [`${file.path} is gone`]
      : []
  );
  const files = [...new Set(changed)].slice(0, MOST_FILES);
  const when = isDay ? date : clock.exact(time);
  return {
    date: isRecorded ? `recorded ${when}` : when,
    ...(age ? { age: `${age} old` } : {}),
    files,
  };
}

function readGiven(
  { layout }: Pick<Store, "layout">,
  sessionId: string,
): Given {
  try {
    const raw: unknown = JSON.parse(
      readText(layout.given(sessionId), MAX_BYTES) ?? "null",
    );
    const { start, recalled } = isObject(raw) ? raw : {};
    return { start: numbersIn(start), recalled: numbersIn(recalled) };
  } catch (error) {
    if (isExpected(error)) return { start: [], recalled: [] };
    throw error;
  }
}

const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];

function writeGiven({ layout, files }: Store, id: string, given: Given): void {
  const start = given.start.slice(0, MOST_UNITS);
  const recalled = given.recalled.slice(-MOST_UNITS);
  try {
    const text = JSON.stringify({ start, recalled });
    files.writeUnsynced(layout.given(id), text);
  } catch (error) {
    if (!isExpected(error)) throw error;
    // Then something may be given twice.
  }
}

const unitsOf = ({ text }: Pick<Recollection, "text">) =>
  textUnits(disarmForModel(text));

const lengthOf = (units: readonly TextUnit[]) =>
  units.reduce((sum, { length }) => sum + length, 0);

/** As a prompt's context has it, in one case. */
const fold = (text: string) => oneLine(disarmForModel(text)).toLowerCase();

const isExpected = (error: unknown) =>
  error instanceof SyntaxError || error instanceof UserError ||
  isSystemError(error);
