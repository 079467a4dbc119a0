import { plural } from "../../base/format_count.ts";
import { bold, cyan, dim } from "@std/fmt/colors";
import { UserError } from "../../base/errors.ts";
import { FOUND_HERE } from "../../context/foreign_memory.ts";
import { framed } from "../../context/frame.ts";
import { searchMemory } from "../../search/search_memory.ts";
import type { Found, Hit, SearchRequest } from "../../search/search_request.ts";
import { renderReason, round } from "../../search/rank/explain.ts";
import { foreignStore } from "../../store/foreign_store.ts";
import { assertStoreExists, type Store } from "../../store/store.ts";
import type { CommandCall, ExitCode, Invocation } from "../command.ts";
import { readStdin } from "../read_stdin.ts";
import {
  hereOf,
  localTime,
  readBounds,
  readLayers,
  readNumber,
  readSession,
  sessionLabel,
  THEIRS,
} from "../search_options.ts";

const DEFAULT_LIMIT = 10;
const MOST_HITS = 1000;
const MOST_WORDINGS = 5;

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation: { switches }, output, openStore } = call;
  const request = await readRequest(call);
  const opened = await openStore();
  const theirs = foreignStore(opened);
  const store = theirs ? opened : assertStoreExists(opened);
  const start = performance.now();
  const isPattern = switches.has("regex");
  const { found, scanned, unread } = await search(store, request, isPattern);
  const foreign = theirs && (await search(theirs, request, isPattern)).found;
  const ms = Math.round(performance.now() - start);
  const notes = [
    ...found.notes,
    ...(scanned === null
      ? []
      : [`Searched the files without an index: ${scanned}`]),
    ...(unread === 0 ? [] : [
      `${plural(unread, "file")} not in the index yet; the next search ` +
      "goes on with them, memory-keeper reindex with all at once",
    ]),
  ];
  for (const note of notes) output.note(note);
  const withReasons = switches.has("explain");
  output.result(
    {
      query: request.text,
      hits: found.hits.map((hit) => jsonOf(hit, withReasons)),
      total: found.total,
      ms,
      deep: found.deep,
      ...(foreign
        ? { foreign: foreign.hits.map((hit) => jsonOf(asForeign(hit), false)) }
        : {}),
      ...(notes.length > 0 ? { notes } : {}),
    },
    () =>
      [
        render(found, request, withReasons),
        ...(foreign?.hits.length ? [renderForeign(foreign, request)] : []),
      ].join("\n\n"),
  );
  return found.hits.length + (foreign?.hits.length ?? 0) > 0 ? 0 : 1;
}

/** An id that `show` takes. */
const asForeign = (hit: Hit): Hit => ({ ...hit, id: `${THEIRS}${hit.id}` });

function renderForeign({ hits }: Found, request: SearchRequest): string {
  const blocks = hits.map((hit) => renderHit(asForeign(hit), request, false));
  return [bold(FOUND_HERE), framed(blocks.join("\n\n"))].join("\n");
}

async function search(
  store: Store,
  request: SearchRequest,
  isPattern: boolean,
): Promise<{ found: Found; scanned: string | null; unread: number }> {
  if (isPattern) {
    const { searchByPattern } = await import(
      "../../search/search_by_pattern.ts"
    );
    const found = await searchByPattern(store, request);
    return { found, scanned: null, unread: 0 };
  }
  const { value, scanned, unread } = await searchMemory(store, request);
  return { found: value, scanned, unread };
}

async function readRequest(
  { invocation, world }: CommandCall,
): Promise<SearchRequest> {
  const { positionals, switches } = invocation;
  const typed = positionals.join(" ");
  const text = typed === "-" ? (await readStdin()).trim() : typed;
  if (text.trim() === "") {
    throw new UserError("misuse", "There is nothing to search for", [
      'Say what you remember: memory-keeper search "redirect loop"',
    ]);
  }
  const also = invocation.values.get("also")?.split("\n") ?? [];
  if (also.length > MOST_WORDINGS) {
    throw new UserError("misuse", `More than ${MOST_WORDINGS} times "--also"`, [
      "Two or three other wordings are enough",
    ]);
  }
  if (switches.has("regex")) assertPlain(invocation);
  const here = hereOf(world);
  return {
    text,
    also,
    deep: switches.has("deep") || invocation.values.has("session"),
    layers: readLayers(invocation),
    limit: readNumber(invocation, "limit", DEFAULT_LIMIT, [1, MOST_HITS]),
    context: readNumber(invocation, "context", 0, [0, 50]),
    session: readSession(invocation),
    ...readBounds(invocation, here),
    here,
  };
}

/** An expression is matched line by line: there is no score to explain. */
function assertPlain({ switches, values }: Invocation): void {
  const given = switches.has("explain")
    ? "explain"
    : ["context", "also"].find((name) => values.has(name));
  if (given === undefined) return;
  throw new UserError("misuse", `"--regex" and "--${given}" together`, [
    given === "context"
      ? "Open a hit with its neighbours: memory-keeper show <id> --context 2"
      : given === "also"
      ? "Put both into one expression: (this|that)"
      : "A match of an expression has no score",
  ]);
}

function jsonOf(hit: Hit, withReasons: boolean) {
  const { id, layer, file, session, ts, score, snippet, entry } = hit;
  return {
    id,
    layer,
    file,
    session,
    ts,
    ...(hit.isRecorded ? { recorded: true } : {}),
    score: round(score),
    snippet,
    entry,
    ...(hit.context.length > 0 ? { context: hit.context } : {}),
    ...(withReasons && hit.reason ? { explain: hit.reason() } : {}),
  };
}

function render(
  { hits, total }: Found,
  request: SearchRequest,
  withReasons: boolean,
): string {
  if (hits.length === 0) return "Nothing found";
  const blocks = hits.map((hit) => renderHit(hit, request, withReasons));
  const rest = total - hits.length;
  const advice = hits.length >= MOST_HITS
    ? "narrow it down with --since, --layer or --session"
    : total > MOST_HITS
    ? `--limit ${MOST_HITS} shows the best of them`
    : `--limit ${total} shows all`;
  const more = rest > 0 ? [dim(`${rest} more; ${advice}`)] : [];
  return [...blocks, ...more].join("\n\n");
}

function renderHit(
  hit: Hit,
  { here }: SearchRequest,
  withReasons: boolean,
): string {
  const { id, layer, ts, session, snippet, marks, context, reason } = hit;
  const facts = [
    layer,
    ...(ts
      ? [`${hit.isRecorded ? "recorded " : ""}${localTime(ts, here)}`]
      : []),
    ...(session ? [`session ${sessionLabel(session)}`] : []),
  ];
  const reasons = withReasons && reason
    ? renderReason(reason(), hit.score)
    : [];
  return [
    `${cyan(id)}  ${dim(facts.join(" · "))}`,
    `  ${highlight(snippet, marks)}`,
    ...context.map(({ entry, who, text }) =>
      dim(`  #${entry} ${who}: ${text}`)
    ),
    ...reasons.map((line) => dim(`  ${line}`)),
  ].join("\n");
}

/** The words that were asked for, in bold on a terminal. */
function highlight(text: string, marks: Hit["marks"]): string {
  let [shown, at] = ["", 0];
  for (const [start, end] of marks) {
    shown += text.slice(at, start) + bold(text.slice(start, end));
    at = end;
  }
  return shown + text.slice(at);
}
