import { plural } from "../../base/format_count.ts";
import { bold, cyan, dim } from "@std/fmt/colors";
import { UserError } from "../../base/errors.ts";
import { disarmForModel, oneLine } from "../../base/safe_text.ts";
import { hereOf } from "../../base/local_stamp.ts";
import { attention } from "../../output/output.ts";
import { joinText, listParts, localTime } from "../../output/words.ts";
import { markOutdated } from "../../search/mark_outdated.ts";
import { FOUND_HERE, framed, GIT_TRACKS_IT } from "../../context/frame.ts";
import { markTracked } from "../../search/mark_tracked.ts";
import { searchMemory } from "../../search/search_memory.ts";
import {
  EXACT_NOTES,
  type Found,
  type Hit,
  type SearchRequest,
} from "../../search/search_request.ts";
import { renderReason, round } from "../../search/rank/explain.ts";
import { readTimeHint } from "../../search/query/time_hint.ts";
import { describeAuthors } from "../../team/team_set.ts";
import { foreignStore } from "../../store/foreign_store.ts";
import type { Store } from "../../store/store.ts";
import {
  askStores,
  type OfProject,
  projectJson,
  projectLabel,
  renderLegend,
} from "../all_projects.ts";
import type { CommandCall, Invocation } from "../command.ts";
import { readStdin } from "../read_stdin.ts";
import {
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

export async function run(call: CommandCall) {
  const { args: { switches }, output, world } = call;
  const request = await readRequest(call);
  const theirs = switches.has("all")
    ? undefined
    : foreignStore(await call.openStore());
  const start = performance.now();
  const isPattern = switches.has("regex");
  const { found, scanned, unread } = joinAnswers(
    await askStores(call, async (store) => {
      const answer = await search(store, request, isPattern);
      const found = await markOutdated(store, world, answer.found);
      return { ...answer, found: markTracked(store, found) };
    }),
    request.limit,
  );
  const foreign = theirs && (await search(theirs, request, isPattern)).found;
  const ms = Math.round(performance.now() - start);
  const notes = listParts([
    ...found.notes,
    scanned !== null && `Searched the files without an index: ${scanned}`,
    unread > 0 &&
    `${plural(unread, "file")} not in the index yet; the next search ` +
      "goes on with them, memory-keeper reindex with all at once",
    found.hits.length === 0 &&
    readTimeHint(request.text, request.here)?.fits &&
    'What was done at a time: memory-keeper timeline --since "last week"',
  ]);
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
    () => [
      render(found, request, withReasons),
      ...renderLegend(found.hits, world),
      foreign?.hits.length ? ["", renderForeign(foreign, request)] : null,
    ],
  );
  return found.hits.length + (foreign?.hits.length ?? 0) > 0 ? 0 : 1;
}

/** An id that `show` takes. */
const asForeign = (hit: Hit): Hit => ({ ...hit, id: `${THEIRS}${hit.id}` });

function renderForeign({ hits }: Found, request: SearchRequest): string {
  const blocks = hits.map((hit) => renderHit(asForeign(hit), request, false));
  return [bold(FOUND_HERE), framed(blocks.join("\n\n"))].join("\n");
}

interface Answer {
  readonly found: Found;
  readonly scanned: string | null;
  readonly unread: number;
}

const FUSED = "Each project ranks its own hits: here are the first of each, " +
  "then the second ones";

/**
 * The best of all projects, by rank alone: how much a word says differs from
 * project to project, and so do scores. Those that only have similar words say
 * nothing where another has the words themselves.
 */
function joinAnswers(
  all: readonly { readonly answer: Answer; readonly of: OfProject }[],
  limit: number,
): Omit<Answer, "found"> & { found: Found & { hits: readonly AnyHit[] } } {
  const isExact = ({ answer: { found } }: typeof all[number]) =>
    found.hits.length > 0 &&
    found.notes.every((note) => EXACT_NOTES.includes(note));
  const answers = all.some(isExact) ? all.filter(isExact) : all;
  const hits = answers.flatMap(({ answer, of }) =>
    answer.found.hits.map((hit, rank) => ({ rank, hit: { ...hit, ...of } }))
  ).sort((a, b) => a.rank - b.rank || b.hit.score - a.hit.score)
    .slice(0, limit).map(({ hit }) => hit);
  const found = answers.filter(({ answer }) => answer.found.hits.length > 0);
  const sum = (count: (answer: Answer) => number) =>
    answers.reduce((total, { answer }) => total + count(answer), 0);
  return {
    found: {
      hits,
      total: sum(({ found }) => found.total),
      deep: answers.some(({ answer }) => answer.found.deep),
      notes: [
        ...new Set(answers.flatMap(({ answer }) => answer.found.notes)),
        ...(found.length > 1 ? [FUSED] : []),
      ],
    },
    scanned: answers.find(({ answer }) => answer.scanned)?.answer.scanned ??
      null,
    unread: sum(({ unread }) => unread),
  };
}

type AnyHit = Hit & OfProject;

async function search(
  store: Store,
  request: SearchRequest,
  isPattern: boolean,
): Promise<Answer> {
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
  { args, world }: CommandCall,
): Promise<SearchRequest> {
  const { positionals, switches } = args;
  const typed = positionals.join(" ");
  const text = typed === "-" ? (await readStdin()).trim() : typed;
  if (text.trim() === "") {
    throw new UserError("misuse", "There is nothing to search for", [
      'Say what you remember: memory-keeper search "redirect loop"',
    ]);
  }
  const also = args.values.get("also")?.split("\n") ?? [];
  if (also.length > MOST_WORDINGS) {
    throw new UserError("misuse", `More than ${MOST_WORDINGS} times "--also"`, [
      "Two or three other wordings are enough",
    ]);
  }
  if (switches.has("regex")) assertPlain(args);
  const here = hereOf(world);
  return {
    text,
    also,
    deep: switches.has("deep") || args.values.has("session"),
    layers: readLayers(args),
    limit: readNumber(args, "limit", DEFAULT_LIMIT, [1, MOST_HITS]),
    context: readNumber(args, "context", 0, [0, 50]),
    session: readSession(args),
    ...readBounds(args, here),
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

function jsonOf(hit: AnyHit, withReasons: boolean) {
  const { id, layer, file, session, ts, score, snippet, entry } = hit;
  return {
    ...projectJson(hit),
    id,
    layer,
    file,
    session,
    ...(hit.author === undefined ? {} : { author: hit.author }),
    ...(hit.authors ? { authors: hit.authors } : {}),
    ...(hit.alsoBy ? { alsoBy: hit.alsoBy } : {}),
    ts,
    ...(hit.isRecorded ? { recorded: true } : {}),
    ...(hit.isTracked ? { tracked: true } : {}),
    score: round(score),
    snippet,
    entry,
    ...(hit.doubt ? { doubt: hit.doubt } : {}),
    ...(hit.context.length > 0 ? { context: hit.context } : {}),
    ...(withReasons && hit.reason ? { explain: hit.reason() } : {}),
  };
}

/** None where no one knows who. */
const authorsOf = ({ author, authors }: Hit) =>
  authors ?? (author ? [author] : []);

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

function renderHit(hit: AnyHit, { here }: SearchRequest, withReasons: boolean) {
  const { id, layer, ts, session, snippet, marks, context, reason } = hit;
  const said = ts ? localTime(ts, here) : null;
  const label = session ? sessionLabel(session) : "";
  const facts = joinText([
    layer,
    hit.author === undefined ? null : oneLine(describeAuthors(authorsOf(hit))),
    said && hit.isRecorded ? `recorded ${said}` : said,
    // The names of logs and digests have it already.
    !id.includes(label) && `session ${label}`,
    hit.alsoBy &&
    oneLine(disarmForModel(`also ${describeAuthors(hit.alsoBy)}`)),
    hit.isTracked && GIT_TRACKS_IT,
    hit.doubt ? attention(hit.doubt) : null,
  ], " · ");
  const isTeams = layer === "team";
  const words = isTeams ? disarmForModel(snippet) : snippet;
  const reasons = withReasons ? reason?.() : undefined;
  const block = joinText([
    `${projectLabel(hit)}${cyan(id)}  ${dim(facts)}`,
    `  ${highlight(words, words === snippet ? marks : [])}`,
    context.map(({ entry, who, text }) => dim(`  #${entry} ${who}: ${text}`)),
    reasons && renderReason(reasons, hit.score).map((line) => dim(`  ${line}`)),
  ]);
  return hit.isTracked || isTeams ? framed(block) : block;
}

function highlight(text: string, marks: Hit["marks"]): string {
  let [shown, at] = ["", 0];
  for (const [start, end] of marks) {
    shown += text.slice(at, start) + bold(text.slice(start, end));
    at = end;
  }
  return shown + text.slice(at);
}
