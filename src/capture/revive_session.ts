/**
 * A transcript that `claude --resume` opens, made from our log, for a session
 * that Claude Code has deleted. What was said is in it word for word; what
 * tools did is told in a line each. Its entries have ids by which we know them:
 * a session that goes on is not ingested twice.
 */

import { UserError } from "../base/errors.ts";
import { isInside, parentOf } from "../base/path_text.ts";
import { claudeFolder } from "../claude/folders.ts";
import { toolAction } from "../digest/tool_actions.ts";
import type { L1Entry } from "../session/log_entry.ts";
import { findSession, readSessionLog } from "../session/session_log.ts";
import { loadSessionState } from "../session/session_state.ts";
import { statFile } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { foldersFor } from "./project_transcripts.ts";
import { REVIVED_ID } from "./refine/raw_fields.ts";

const NOTE = "[Revived by Memory Keeper from its log: what was said is word " +
  "for word, what tools did and printed is shortened.]";
const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OUTPUT_CHARS = 120;

interface Revived {
  readonly session: string;
  readonly transcript: string;
  readonly entries: number;
}

export async function reviveSession(
  store: Store,
  world: World,
  named: string,
): Promise<Revived> {
  const { sessionId, stem } = findSession(store, named);
  if (!SESSION_ID.test(sessionId)) {
    throw new UserError("misuse", `"${named}" is not a session's whole id`, [
      "Claude Code resumes sessions by their whole ids",
    ]);
  }
  const loaded = loadSessionState(store.layout, sessionId);
  const known = loaded.state === "ok" ? loaded.value.transcript : "";
  const [folder] = foldersFor(store.project, world);
  // An imported one may have been anywhere, where nothing is resumed.
  const projects = `${claudeFolder(world)}/projects`;
  const former = parentOf(known) ?? "";
  const wasThere = isInside(former, projects) && statFile(former)?.isDirectory;
  const transcript = wasThere ? known : `${folder}/${sessionId}.jsonl`;
  if (folder === undefined || statFile(transcript) !== undefined) {
    throw new UserError("refused", "Claude Code still has this session", [
      `Run "claude --resume ${sessionId}"`,
    ]);
  }
  const place = { sessionId, cwd: store.project.root };
  const lines = transcriptLines(await readSessionLog(store, stem), place);
  if (lines.length === 0) {
    throw new UserError("refused", "Nothing was said in this session", [
      `"memory-keeper show ${sessionId}" has what is kept of it`,
    ]);
  }
  Deno.mkdirSync(parentOf(transcript) ?? folder, { recursive: true });
  Deno.writeTextFileSync(transcript, lines.join(""), {
    createNew: true,
    mode: 0o600,
  });
  return { session: sessionId, transcript, entries: lines.length };
}

interface Said {
  readonly role: "user" | "assistant";
  readonly ts: string;
  readonly texts: string[];
}

/** Pure: the lines of the transcript, from the first prompt on. */
export function transcriptLines(
  entries: readonly L1Entry[],
  place: { readonly sessionId: string; readonly cwd: string },
): string[] {
  const said: Said[] = [];
  for (const entry of entries) {
    // The API takes no empty message: of what was forgotten nothing is left.
    if (entry.agent !== undefined || textOf(entry) === "") continue;
    const role = entry.role === "user" || entry.role === "summary"
      ? "user"
      : "assistant";
    if (said.length === 0 && role === "assistant") continue;
    const last = said.at(-1);
    if (last?.role === role) last.texts.push(textOf(entry));
    else said.push({ role, ts: entry.ts ?? "", texts: [textOf(entry)] });
  }
  said[0]?.texts.unshift(NOTE);
  const idOf = (n: number) =>
    `${REVIVED_ID}${n.toString(16).padStart(12, "0")}`;
  return said.map(({ role, ts, texts }, n) => {
    const text = texts.join("\n\n");
    const line = {
      parentUuid: n === 0 ? null : idOf(n - 1),
      isSidechain: false,
      userType: "external",
      ...place,
      version: "2.1.163",
      type: role,
      message: role === "user" ? { role, content: text } : answer(n, text),
      uuid: idOf(n),
      timestamp: ts,
    };
    return `${JSON.stringify(line)}\n`;
  });
}

function textOf(entry: L1Entry): string {
  if (entry.role !== "tool") return entry.text ?? "";
  const output = (entry.error ?? entry.output ?? "").replace(/\s+/g, " ");
  const result = output === "" ? "" : `: ${output.slice(0, OUTPUT_CHARS)}`;
  return `[${toolAction(entry)} → ${entry.result ?? "no result"}${result}]`;
}

const answer = (n: number, text: string) => ({
  id: `msg_revived_${n}`,
  type: "message",
  role: "assistant",
  model: "revived",
  content: [{ type: "text", text }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 0, output_tokens: 0 },
});
