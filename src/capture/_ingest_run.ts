/** One read of a transcript, from an offset to its current end. */

import { periodsOf } from "../base/off_period.ts";
import { createRedactor } from "../redact/create_redactor.ts";
import { KnownValues } from "../redact/known_values.ts";
import type { L1Entry } from "../session/log_entry.ts";
import {
  loadSessionState,
  type SessionState,
} from "../session/session_state.ts";
import { markBefore, readPart, statTranscript } from "../store/growing_file.ts";
import { TranscriptReader } from "../store/line_reader.ts";
import { loadOff } from "../store/off.ts";
import type { Store } from "../store/store.ts";
import { ForgottenWork } from "./_forgotten_work.ts";
import { RawCopy } from "./_raw_copy.ts";
import { SubagentWork } from "./_subagent_work.ts";
import type { IngestRequest } from "./ingest_session.ts";
import { Refiner } from "./refine/refiner.ts";

/** The session log is written whenever this much is buffered. */
const FLUSH_BYTES = 128 * 1024;
const AWAIT_STEP_MS = 10;
/** Reading is synchronous: pause this often so that timers can run. */
const BREATHE_MS = 50;

/** What belongs together on disk: bytes, and the state that describes them. */
interface Part {
  readonly l1: Uint8Array;
  readonly raw: Uint8Array;
  readonly state: Pick<
    SessionState,
    | "offset"
    | "mark"
    | "recent"
    | "queued"
    | "notices"
    | "hidden"
    | "longLines"
    | "secretLines"
    | "agents"
    | "toolUses"
    | "entries"
    | "l1Bytes"
    | "rawBytes"
  >;
}

export interface RunOutcome {
  readonly added: number;
  /** Whether everything that was there has been read. */
  readonly complete: boolean;
  readonly skipped: ReadonlyMap<string, number>;
  readonly redactions: ReadonlyMap<string, number>;
}

export class IngestRun {
  readonly #request: IngestRequest;
  readonly #redactor;
  readonly #refiner: Refiner;
  readonly #agents: SubagentWork;
  readonly #raw: RawCopy | undefined;
  readonly #forgotten: ForgottenWork | undefined;
  /** L1 that is not on disk yet: its bytes and the number of its entries. */
  #bytes = new Uint8Array(2 * FLUSH_BYTES);
  #used = 0;
  #waiting = 0;
  #state: Part["state"];
  #added = 0;
  /** The offset up to which everything is on disk. */
  #written: number;
  #breathedAt = performance.now();

  constructor(
    store: Store,
    request: IngestRequest,
    state: SessionState,
    readonly write: (part: Part) => void,
  ) {
    this.#request = request;
    this.#redactor = createRedactor(store, recallSecrets(store, state));
    const { sessionId } = request;
    const all = store.off ?? loadOff(store.layout);
    const off = periodsOf(all, sessionId, state.firstUuid);
    this.#agents = new SubagentWork(
      request.transcript,
      this.#redactor,
      state.agents,
      { off, isHiddenFrom: (begun) => this.#refiner.isHiddenFrom(begun) },
    );
    this.#refiner = new Refiner({
      redactor: this.#redactor,
      progress: !this.#agents.hasFiles,
      recent: state.recent,
      queued: state.queued ?? [],
      notices: state.notices,
      isOwnAgent: (id) => this.#agents.isLeftOut(id),
      offset: state.offset,
      off,
      hidden: state.hidden,
    });
    const { forgotten } = store.project;
    this.#forgotten = forgotten && new ForgottenWork(
      forgotten,
      { session: sessionId, firstUuid: state.firstUuid },
      () => logsOf(store, state),
    );
    this.#raw = store.config.keepRaw
      ? new RawCopy(
        this.#redactor,
        (line) => this.#forgotten?.isForgotten(line) ?? false,
      )
      : undefined;
    this.#state = state;
    this.#written = state.offset;
  }

  async run(): Promise<RunOutcome> {
    const { transcript, budget, copyFrom = 0 } = this.#request;
    const decoder = new TextDecoder();
    using reader = new TranscriptReader(
      transcript,
      this.#state.offset,
      (line, from, to) => {
        const isCopied = this.#refiner.line(line, from, to);
        if (isCopied && from >= copyFrom) {
          this.#raw?.line(decoder.decode(line), from);
        }
      },
      this.#state.longLines,
    );
    const from = this.#state.offset;
    let complete = true;
    while (reader.readChunk()) {
      this.#drain();
      if (this.#used >= FLUSH_BYTES) await this.#flush(reader);
      // Never stop before something is final or more of a long line is read, or
      // the next run would make no progress either.
      const isFurther = this.#state.offset > from || reader.isFurther;
      if (budget.passed && isFurther) {
        complete = false;
        break;
      }
      await this.#breathe();
    }
    if (complete) await this.#awaitTheRest(reader);
    if (complete && this.#request.close) this.#close(reader.unfinished);
    await this.#flush(reader);
    return {
      added: this.#added,
      complete,
      skipped: this.#refiner.skipped,
      redactions: this.#redactor.counts,
    };
  }

  /** Let other tasks run, so that a caller's timeout can fire. */
  async #breathe(): Promise<void> {
    const now = performance.now();
    if (now - this.#breathedAt < BREATHE_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#breathedAt = performance.now();
  }

  /** The transcript lags behind the hooks by a few hundredths of a second. */
  async #awaitTheRest(reader: TranscriptReader): Promise<void> {
    const { ms, lastWords } = this.#request.await ?? { ms: 0 };
    for (let waited = 0; waited < ms; waited += AWAIT_STEP_MS) {
      if (!this.#refiner.isWaitingFor(lastWords)) return;
      await new Promise((resolve) => setTimeout(resolve, AWAIT_STEP_MS));
      while (reader.readChunk()) this.#drain();
    }
  }

  #close(last: TranscriptReader["unfinished"]): void {
    if (last && this.#refiner.lastLine(last)) {
      this.#raw?.line(new TextDecoder().decode(last.bytes), last.from);
    }
    this.#refiner.close();
    this.#drain();
    this.#add(this.#agents.rest());
  }

  #drain(): void {
    const { pieces, offset, recent, queued, notices, hidden } = this.#refiner
      .take();
    this.#add(this.#agents.resolve(pieces));
    this.#state = {
      ...this.#state,
      offset,
      recent,
      queued: queued.length > 0 ? queued : undefined,
      notices,
      hidden: hidden.length > 0 ? hidden : undefined,
    };
  }

  /** Encoded into one reused buffer: strings would pile up in memory. */
  #add(found: readonly L1Entry[]): void {
    if (found.length === 0) return;
    const entries = found.map((one) => this.#forgotten?.entry(one) ?? one);
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
    const needed = this.#used + text.length * 3;
    if (this.#bytes.length < needed) {
      const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#used));
      this.#bytes = larger;
    }
    const rest = this.#bytes.subarray(this.#used);
    this.#used += new TextEncoder().encodeInto(text, rest).written;
    this.#waiting += entries.length;
    this.#added += entries.length;
    const used = entries.filter(isCounted).length;
    const toolUses = (this.#state.toolUses ?? 0) + used;
    this.#state = { ...this.#state, toolUses };
  }

  async #flush(reader: TranscriptReader): Promise<void> {
    this.#drain();
    const { offset, entries, l1Bytes, rawBytes } = this.#state;
    const count = this.#waiting;
    const l1 = this.#bytes.subarray(0, this.#used);
    this.#waiting = 0;
    this.#used = 0;
    const raw = await this.#raw?.take(offset) ?? new Uint8Array();
    const moved = offset !== this.#written || count > 0 || raw.length > 0 ||
      reader.isFurther;
    if (!moved) return;
    this.#written = offset;
    const longLines = reader.longLines().filter(({ from }) => from >= offset);
    const secretLines = this.#redactor.known.linesBefore(offset);
    this.#state = {
      ...this.#state,
      longLines: longLines.length > 0 ? longLines : undefined,
      secretLines: secretLines.length > 0 ? secretLines : undefined,
      mark: markBefore(this.#request.transcript, offset),
      agents: this.#agents.offsets,
      entries: entries + count,
      l1Bytes: l1Bytes + l1.length,
      rawBytes: rawBytes + raw.length,
    };
    this.write({ l1, raw, state: this.#state });
  }
}

/** Of the session, and of those whose beginning it shares. */
function logsOf({ layout }: Store, state: SessionState): string[] {
  const logs = [layout.l1(state.stem)];
  for (let id = state.forkOf; id !== undefined;) {
    const loaded = loadSessionState(layout, id);
    if (loaded.state !== "ok") break;
    const log = layout.l1(loaded.value.stem);
    if (logs.includes(log)) break;
    logs.push(log);
    id = loaded.value.forkOf;
  }
  return logs;
}

/** PostToolUse fires after a successful call outside of subagents. */
const isCounted = (entry: L1Entry) =>
  entry.role === "tool" && entry.result === "ok" && entry.agent === undefined;

const MAX_PARENTS = 8;

/**
 * What a session has shown to be secret before the place where reading goes on,
 * and what the sessions have whose beginning it shares.
 */
function recallSecrets(
  { layout }: Pick<Store, "layout">,
  state: SessionState,
): KnownValues {
  const inherited: string[] = [];
  let id = state.forkOf;
  for (let depth = 0; id !== undefined && depth < MAX_PARENTS; depth++) {
    const loaded = loadSessionState(layout, id);
    if (loaded.state !== "ok") break;
    inherited.push(
      ...learnAgain(new KnownValues(), loaded.value).valuesBefore(
        Infinity,
      ),
    );
    id = loaded.value.forkOf;
  }
  return learnAgain(new KnownValues(inherited), state);
}

/** Lines behind the offset are still to be read, and teach it then. */
function learnAgain(
  known: KnownValues,
  { transcript, offset, secretLines = [] }: SessionState,
): KnownValues {
  const end = Math.min(offset, statTranscript(transcript)?.size ?? 0);
  for (const line of secretLines) {
    if (line.to > end || !known.takes(line)) continue;
    known.learn(readPart(transcript, line.from, line.to - line.from), line);
  }
  return known;
}
