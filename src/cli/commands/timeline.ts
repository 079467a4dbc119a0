import { bold, dim } from "@std/fmt/colors";
import {
  readTimeline,
  type Timeline,
  type TimelineSession,
} from "../../search/timeline.ts";
import { attention } from "../../output/output.ts";
import { formatBytes, plural } from "../../output/sizes.ts";
import { type Here, hereOf } from "../../base/local_stamp.ts";
import { clipToWidth, padEnd } from "../../output/table.ts";
import { localTime } from "../../output/times.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import {
  readBounds,
  readNumber,
  readSession,
  sessionLabel,
} from "../search_options.ts";

const DEFAULT_LIMIT = 20;
const LINE_COLUMNS = 100;
const TIME_COLUMNS = "2026-02-01 18:27".length;

export async function run(
  { invocation, openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const here = hereOf(world);
  const wanted = {
    limit: readNumber(invocation, "limit", DEFAULT_LIMIT, [1, 10_000]),
    session: readSession(invocation),
    ...readBounds(invocation, here),
  };
  const store = assertStoreExists(await openStore());
  const timeline = await readTimeline(store, wanted);
  output.result(timeline, () => render(timeline, here, output.width));
  const isFiltered = ["session", "since", "until"]
    .some((name) => invocation.values.has(name));
  return timeline.sessions.length === 0 && isFiltered ? 1 : 0;
}

function render(
  { sessions, total }: Timeline,
  here: Here,
  width: number,
): string {
  if (sessions.length === 0) return "No session found";
  const more = total > sessions.length
    ? [dim(`${total - sessions.length} earlier; --limit ${total} shows all`)]
    : [];
  return [...sessions.map((one) => renderSession(one, here, width)), ...more]
    .join("\n");
}

function renderSession(
  one: TimelineSession,
  here: Here,
  width: number,
): string {
  const { session, started, branch, title, entries, bytes } = one;
  const facts = [
    ...(branch ? [branch] : []),
    one.damaged
      ? attention("log cannot be read")
      : plural(entries, "entry", "entries"),
    formatBytes(bytes),
  ];
  const room = Math.min(width - 2, LINE_COLUMNS);
  const about = [...new Set([title, one.firstQuestion])]
    .filter((text) => text !== null)
    .map((text) => clipToWidth(text, room))
    .map((text, i) => `\n  ${i === 0 ? text : dim(text)}`);
  const when = padEnd(started ? localTime(started, here) : "?", TIME_COLUMNS);
  return `${when}  ${bold(sessionLabel(session))}  ${dim(facts.join(" · "))}${
    about.join("")
  }`;
}
