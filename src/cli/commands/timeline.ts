import { compareTexts } from "../../base/compare_texts.ts";
import { bold, dim } from "@std/fmt/colors";
import { disarmForModel, oneLine } from "../../base/safe_text.ts";
import { describeAuthors } from "../../team/team_set.ts";
import {
  readTimeline,
  type TeamWork,
  type Timeline,
  type TimelineSession,
} from "../../search/timeline.ts";
import { framed, GIT_TRACKS_IT } from "../../context/frame.ts";
import { trackedBy } from "../../search/mark_tracked.ts";
import { attention } from "../../output/output.ts";
import {
  formatBytes,
  joinText,
  localTime,
  plural,
} from "../../output/words.ts";
import { type Here, hereOf } from "../../base/local_stamp.ts";
import { clipToWidth, padEnd } from "../../output/table.ts";
import {
  askStores,
  type OfProject,
  projectJson,
  projectLabel,
  renderLegend,
} from "../all_projects.ts";
import type { CommandCall } from "../command.ts";
import {
  readBounds,
  readNumber,
  readSession,
  sessionLabel,
} from "../search_options.ts";

const DEFAULT_LIMIT = 20;
const LINE_COLUMNS = 100;
const TIME_COLUMNS = "2026-02-01 18:27".length;

export async function run(call: CommandCall) {
  const { args, output, world } = call;
  const here = hereOf(world);
  const wanted = {
    limit: readNumber(args, "limit", DEFAULT_LIMIT, [1, 10_000]),
    session: readSession(args),
    ...readBounds(args, here),
  };
  const timelines = await askStores(
    call,
    async (store) => {
      const timeline = await readTimeline(store, wanted);
      const isTracked = trackedBy(store);
      const sessions = timeline.sessions.map((one) =>
        isTracked(one) ? { ...one, tracked: true } : one
      );
      return { ...timeline, sessions };
    },
  );
  const sessions = timelines.flatMap(({ answer, of }) =>
    answer.sessions.map((one) => ({ ...one, ...of }))
  ).toSorted((a, b) => compareTexts(b.started ?? "", a.started ?? ""))
    .slice(0, wanted.limit);
  const total = timelines.reduce((sum, { answer }) => sum + answer.total, 0);
  const team = timelines.flatMap(({ answer, of }) =>
    answer.team.map((one) => ({ ...one, ...of }))
  );
  const timeline = { sessions, total, team };
  output.result(
    {
      sessions: sessions.map((one) => ({ ...one, ...projectJson(one) })),
      total,
      ...(team.length > 0
        ? { team: team.map((one) => ({ ...one, ...projectJson(one) })) }
        : {}),
    },
    () => [
      render(timeline, here, output.width),
      ...renderLegend(sessions, world),
    ],
  );
  const isFiltered = ["session", "since", "until"]
    .some((name) => args.values.has(name));
  return sessions.length + team.length === 0 && isFiltered ? 1 : 0;
}

function render(
  { sessions, total, team }: Timeline,
  here: Here,
  width: number,
): string {
  if (sessions.length + team.length === 0) return "No session found";
  const more = total > sessions.length &&
    dim(`${total - sessions.length} earlier; --limit ${total} shows all`);
  const lines = [
    ...sessions.map((one) => ({
      at: one.started ?? "",
      text: renderSession(one, here, width),
    })),
    ...team.map((one) => ({
      at: one.started,
      text: renderTeamWork(one, here, width),
    })),
  ].toSorted((a, b) => compareTexts(b.at, a.at));
  return joinText([...lines.map(({ text }) => text), more]);
}

function renderTeamWork(
  { id, authors, started, branch, title, ...rest }: TeamWork & OfProject,
  here: Here,
  width: number,
): string {
  const room = Math.min(width - 2, LINE_COLUMNS);
  const facts = joinText(
    [oneLine(describeAuthors(authors)), branch || null],
    " · ",
  );
  const words = oneLine(disarmForModel(title ?? ""));
  const about = title ? `\n  ${clipToWidth(words, room)}` : "";
  const when = padEnd(localTime(started, here), TIME_COLUMNS);
  const head = `${when}  ${projectLabel(rest)}${bold(id)}`;
  return framed(`${head}  ${dim(facts)}${about}`);
}

function renderSession(
  one: TimelineSession & OfProject & { readonly tracked?: boolean },
  here: Here,
  width: number,
): string {
  const { session, started, branch, title, entries, bytes } = one;
  const facts = joinText([
    branch || null,
    one.damaged
      ? attention("log cannot be read")
      : plural(entries, "entry", "entries"),
    formatBytes(bytes),
    one.tracked && GIT_TRACKS_IT,
  ], " · ");
  const room = Math.min(width - 2, LINE_COLUMNS);
  const about = [...new Set([title, one.firstQuestion])]
    .filter((text) => text !== null)
    .map((text) => clipToWidth(text, room))
    .map((text, i) => `\n  ${i === 0 ? text : dim(text)}`);
  const when = padEnd(started ? localTime(started, here) : "?", TIME_COLUMNS);
  const text = `${when}  ${projectLabel(one)}${bold(sessionLabel(session))}  ${
    dim(facts)
  }${about.join("")}`;
  return one.tracked ? framed(text) : text;
}
