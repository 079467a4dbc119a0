/** What a shell offers where an id is wanted: ids with their titles. */

import { oneLine } from "../../base/safe_text.ts";
import { listSteps } from "../../control/undo.ts";
import { newestConcepts } from "../../knowledge/concepts.ts";
import { readConcepts, readFacts } from "../../knowledge/knowledge_files.ts";
import { newestOf, selectFacts } from "../../knowledge/select_facts.ts";
import { readUserRules } from "../../knowledge/user_rules.ts";
import { clipToWidth } from "../../output/table.ts";
import { readTimeline } from "../../search/timeline.ts";
import { listArchives } from "../../session/memory_index.ts";
import { waitingDeltas } from "../../session/waiting_deltas.ts";
import { type Store, storeExists } from "../../store/store.ts";
import type { CommandCall, IdKind } from "../command.ts";
import { tellStep } from "../tell_step.ts";
import { sessionLabel } from "../search_options.ts";

/** More would be no help, and each session's log has to be read. */
const MOST_SESSIONS = 30;
const TITLE_COLUMNS = 60;

type Row = readonly [id: string, title: string];

export async function run({ args, openStore, output }: CommandCall) {
  const kind = args.positionals[0] as IdKind;
  const store = await openStore();
  const rows = (storeExists(store) ? await LISTS[kind](store) : [])
    .map(([id, title]) => ({
      id,
      title: clipToWidth(oneLine(title), TITLE_COLUMNS),
    }));
  output.result(
    { ids: rows },
    () => rows.map(({ id, title }) => `${id}\t${title}`).join("\n"),
  );
}

const LISTS: Readonly<
  Record<IdKind, (store: Store) => readonly Row[] | Promise<readonly Row[]>>
> = {
  sessions: async (store) => {
    const { sessions } = await readTimeline(store, { limit: MOST_SESSIONS });
    return sessions.map(({ session, title, firstQuestion, started }) => [
      sessionLabel(session),
      `${started?.slice(0, 10) ?? "?"} ${title ?? firstQuestion ?? ""}`,
    ]);
  },
  facts: ({ layout }) => {
    const all = selectFacts(readFacts(layout), {});
    return newestOf(all, Infinity).map(({ fact }) => [fact.id, fact.content]);
  },
  concepts: ({ layout }) =>
    newestConcepts(readConcepts(layout), Infinity)
      .map(({ id, name }) => [id, name]),
  rules: ({ layout, project }) => {
    const { rules, solutions, core_logic } = readFacts(layout).permanent;
    return [
      ...readUserRules(project).map((rule, i): Row => [`g${i + 1}`, rule]),
      ...rules.map(({ id, content }): Row => [id, content]),
      ...solutions.map(({ id, problem }): Row => [id, problem]),
      ...core_logic.map(({ id, feature }): Row => [id, feature]),
    ];
  },
  archives: ({ layout }) =>
    listArchives(layout).map((name) => [
      name,
      name.replace(/^memory_(\d{4})(\d\d)(\d\d)_.*/, "until $1-$2-$3"),
    ]),
  deltas: (store) =>
    waitingDeltas(store).map(({ delta }) => [
      delta.id,
      `entries ${delta.from}-${delta.to}`,
    ]),
  steps: (store) =>
    listSteps(store).toReversed().map((step) => [
      step.id,
      `${step.who} ${tellStep(step)[0] ?? ""}`,
    ]),
  any: async (store) =>
    (await Promise.all(
      (["sessions", "facts", "rules", "concepts", "archives"] as const)
        .map((kind) => LISTS[kind](store)),
    )).flat(),
};
