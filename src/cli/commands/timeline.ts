import { bold, dim } from "@std/fmt/colors";
import {
  readTimeline,
  type Timeline,
  type TimelineSession,
} from "../../search/timeline.ts";
import { attention } from "../../output/output.ts";
import { formatBytes, plural } from "../../output/sizes.ts";
import type { Here } from "../../search/query/time_words.ts";
import { assertStoreExists } from "../../store/store.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import {
  hereOf,
  localTime,
  readBounds,
  readNumber,
  readSession,
  sessionLabel,
} from "../search_options.ts";

const DEFAULT_LIMIT = 20;
const LINE_CHARS = 100;

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
  output.result(timeline, () => render(timeline, here));
  const isFiltered = ["session", "since", "until"]
    .some((name) => invocation.values.has(name));
  return timeline.sessions.length === 0 && isFiltered ? 1 : 0;
}

function render({ sessions, total }: Timeline, here: Here): string {
  if (sessions.length === 0) return "No session found";
  const more = total > sessions.length
    ? [dim(`${total - sessions.length} earlier; --limit ${total} shows all`)]
    : [];
  return [...sessions.map((one) => renderSession(one, here)), ...more]
    .join("\n");
}

function renderSession(one: TimelineSession, here: Here): string {
  const { session, started, branch, title, entries, bytes } = one;
  const facts = [
    ...(branch ? [branch] : []),
    one.damaged
      ? attention("log cannot be read")
      : plural(entries, "entry", "entries"),
    formatBytes(bytes),
  ];
  const about = [...new Set([title, one.firstQuestion])]
    .filter((text) => text !== null)
    .map((text, i) => `\n  ${i === 0 ? shorten(text) : dim(shorten(text))}`);
  return `${started ? localTime(started, here) : "?"}  ` +
    `${bold(sessionLabel(session))}  ${dim(facts.join(" · "))}${
      about.join("")
    }`;
}

const shorten = (text: string) =>
  text.length > LINE_CHARS ? `${text.slice(0, LINE_CHARS - 1)}…` : text;
