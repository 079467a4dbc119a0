/** From what a person writes to what is to be forgotten. */

import { UserError } from "../base/errors.ts";
import { normalText } from "../base/normal_text.ts";
import { parseMemory } from "../memory/memory_text.ts";
import { sessionIdsByShortId } from "../search/index/search_sources.ts";
import { showHit } from "../search/show_hit.ts";
import { findSession, type KnownSession } from "../session/session_log.ts";
import { readTombstones } from "../store/tombstones.ts";
import { shortOf } from "../store/layout.ts";
import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import { findItemCalled, wordsOf } from "../team/find_item.ts";
import { NO_TARGET, type Target } from "./_wanted.ts";

interface TargetRequest {
  /** A text, or an id as search and facts show them. */
  readonly words: string;
  readonly session?: string | undefined;
  /** ISO 8601; `until` is the first moment that is kept. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

const ITEM = /^(?:[dpirs]|cl?)\d{3,}$/;
const DOCUMENT = /^[^\s#]+\.(?:md|json|jsonl)(?:\.gz)?#[\w.]+$/;
/** An entry by its session's id, as `show`, `why` and `quiet` take it. */
const ENTRY = /^[0-9a-f]{8}[0-9a-f-]{0,28}#\d+$/;
/** Fewer letters are in nearly every sentence. */
const LEAST_CHARS = 2;

export async function findTarget(
  store: Store,
  asked: TargetRequest,
): Promise<Target> {
  const { words, session, since, until } = asked;
  if (session !== undefined) {
    return { ...NO_TARGET, sessions: [sessionCalled(store, session)] };
  }
  if (since !== undefined || until !== undefined) {
    const times = [{ from: since ?? "", to: until ?? "9999" }];
    return { ...NO_TARGET, times };
  }
  if (ITEM.test(words)) return await itemTarget(store, words);
  const shared = findItemCalled(store.layout, words);
  if (shared) {
    return { ...NO_TARGET, phrases: [phraseOf(wordsOf(shared.item))] };
  }
  if (DOCUMENT.test(words) || ENTRY.test(words)) {
    return await documentTarget(store, words);
  }
  const isShortId = /^[0-9a-f]{8}$/.test(words) &&
    sessionIdsByShortId(store.layout).has(words);
  if (isWholeId(words) || isShortId) {
    return { ...NO_TARGET, sessions: [sessionCalled(store, words)] };
  }
  assertNoOtherId(words);
  return { ...NO_TARGET, phrases: [phraseOf(words)] };
}

/** Taken as a text, an unknown id would hide these letters from now on. */
function assertNoOtherId(words: string): void {
  const refuse = (what: string, hint: string) => {
    throw new UserError("refused", `"${words}" is ${what}`, [hint]);
  };
  if (/^g\d+$/.test(words)) {
    refuse(
      "a rule for every project",
      `Remove it with "memory-keeper rules remove ${words}", or forget its words`,
    );
  }
  if (/^[^\s#:]+\.md:\d+$/.test(words)) {
    refuse("a line", "Name its section, such as memory.md#3, or its words");
  }
}

function phraseOf(words: string): string {
  const phrase = normalText(words);
  if ([...phrase].length >= LEAST_CHARS) return phrase;
  throw new UserError("misuse", `"${words}" is too short to be looked for`, [
    "Write more of the text, an id, --session or --since",
  ]);
}

const isWholeId = (name: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name);

/** One that was forgotten half-way has no files of its own any more. */
function sessionCalled(store: Store, name: string): KnownSession {
  try {
    const { sessionId, stem } = findSession(store, name);
    // Without a state only the name of its files tells which it is.
    const id = isWholeId(sessionId) ? sessionId : shortOf(stem);
    return { sessionId: id, stem };
  } catch (error) {
    const { forgotten, keptOut } = store.layout;
    const { sessions } = readTombstones(forgotten, keptOut);
    const known = sessions.find((id) => id.startsWith(name));
    if (known === undefined || !(error instanceof UserError)) throw error;
    return { sessionId: known, stem: "" };
  }
}

/** Its words are removed wherever they occur. */
async function itemTarget(store: Store, id: string): Promise<Target> {
  const shown = await showHit(store, id, 0);
  const first = shown.entries[0]?.text.split("\n")[0] ?? "";
  const isConcept = /^c\d/.test(id);
  const phrases = isConcept ? [] : [phraseOf(first)];
  return { ...NO_TARGET, ids: [id], phrases };
}

/** An entry, or a section with its entries; of other files their text. */
async function documentTarget(store: Store, id: string): Promise<Target> {
  const shown = await showHit(store, id, 0);
  const key = shown.id.slice(shown.id.lastIndexOf("#") + 1);
  if (ITEM.test(key)) return await itemTarget(store, key);
  const text = shown.entries[0]?.text ?? "";
  const { file, layer, session } = shown;
  if (layer === "l1") {
    const stem = file.replace(/^.*\//, "").replace(/\.l1\.jsonl$/, "");
    const at = Number(key);
    const span = { sessionId: session ?? stem, stem, from: at, to: at + 1 };
    return { ...NO_TARGET, spans: [span] };
  }
  if (layer === "memory" || layer === "archive") {
    const whole = readText(`${store.layout.dir}/${file}`) ?? "";
    const section = parseMemory(whole).sections[Number(key) - 1];
    const { session: short, from, to } = section ?? {};
    if (short !== undefined && from !== undefined && to !== undefined) {
      const sessionId = sessionIdsByShortId(store.layout).get(short) ?? short;
      const { stem } = sessionCalled(store, sessionId);
      return { ...NO_TARGET, spans: [{ sessionId, stem, from, to }] };
    }
  }
  return { ...NO_TARGET, phrases: [phraseOf(text)] };
}
