/**
 * What subagents did. Each subagent's transcript is ingested where the main
 * transcript says that the agent has ended, the remaining ones when the session
 * ends.
 */

import { UserError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { listNames, readText } from "../store/read_file.ts";
import { statTranscript, subagentsDir } from "../store/growing_file.ts";
import { TranscriptReader } from "../store/line_reader.ts";
import type { L1Entry } from "../session/log_entry.ts";
import type { Redactor } from "../redact/redactor.ts";
import { isOwnAgent } from "../claude/agents.ts";
import { agentLabel } from "../claude/hand_back.ts";
import type { OffPeriod } from "../base/off_period.ts";
import { Refiner } from "./refine/refiner.ts";
import type { Piece } from "./refine/slots.ts";
import { readBeginning } from "./transcript_beginning.ts";

const META_MAX_BYTES = 1024 * 1024;

/** What of the agents' work is not kept. */
interface HiddenWork {
  readonly off: readonly OffPeriod[];
  /** Whether an agent that began then is not kept at all. */
  readonly isHiddenFrom: (begun: () => Date | undefined) => boolean;
}

const NOTHING_HIDDEN: HiddenWork = { off: [], isHiddenFrom: () => false };

export class SubagentWork {
  readonly #dir: string;
  readonly #folder: string;
  readonly #offsets: Map<string, number>;

  constructor(
    transcript: string,
    readonly redactor: Redactor,
    offsets: Readonly<Record<string, number>>,
    readonly hidden: HiddenWork = NOTHING_HIDDEN,
  ) {
    this.#dir = subagentsDir(transcript);
    this.#folder = transcript.replace(/[\\/][^\\/]*$/, "");
    this.#offsets = new Map(Object.entries(offsets));
  }

  /** Agent id → how much of its transcript has been ingested. */
  get offsets(): Record<string, number> {
    return Object.fromEntries(this.#offsets);
  }

  /** Whether agents have files, so that `progress` lines would double them. */
  get hasFiles(): boolean {
    return this.#names().length > 0;
  }

  /** The entries of pieces, each subagent's work in its place. */
  resolve(pieces: readonly Piece[]): L1Entry[] {
    return pieces.flatMap((piece) =>
      piece.kind === "entry" ? [piece.entry] : this.#placed(piece)
    );
  }

  /** Whether neither an agent's work nor the news of its end is kept. */
  isLeftOut(id: string): boolean {
    const path = this.#pathOf(id);
    return path !== undefined &&
      (isOwnAgent(this.#typeAt(path)) || this.#isHidden(path));
  }

  #isHidden(path: string): boolean {
    return this.hidden.isHiddenFrom(() => readBeginning(path)?.startedAt);
  }

  /** The work of agents that never reported their end. */
  rest(): L1Entry[] {
    return this.#names().flatMap((name) =>
      this.#workOf(name.slice("agent-".length, -".jsonl".length), Infinity)
    );
  }

  #names(): string[] {
    return listNames(this.#dir).filter((name) =>
      /^agent-[\w-]+\.jsonl$/.test(name)
    );
  }

  #placed(piece: Extract<Piece, { kind: "agent" }>): L1Entry[] {
    const { id, from, words } = piece;
    if (this.#pathOf(id) !== undefined) return this.#workOf(id, from);
    const said = words?.();
    return said ? [said] : [];
  }

  /** What the session knew to be secret where it called the agent, the agent's words know too. */
  #workOf(id: string, calledAt: number): L1Entry[] {
    const path = this.#pathOf(id);
    if (path === undefined) return [];
    const from = this.#offsets.get(id) ?? 0;
    if ((statTranscript(path)?.size ?? 0) <= from) return [];
    const type = this.#typeAt(path);
    if (isOwnAgent(type) || this.#isHidden(path)) return [];
    const agent = agentLabel(id, type ?? "");
    const refiner = new Refiner({
      redactor: this.redactor.forAgent(calledAt),
      progress: false,
      offset: from,
      off: this.hidden.off,
      agent,
    });
    using reader = new TranscriptReader(path, from, (line, start, end) => {
      refiner.line(line, start, end);
    });
    while (reader.readChunk());
    const last = reader.unfinished;
    if (last) refiner.lastLine(last);
    refiner.close();
    const { pieces, offset } = refiner.take();
    this.#offsets.set(id, offset);
    return this.resolve(pieces);
  }

  /** Up to 2.0.76 agents wrote next to the session's file, not into its folder. */
  #pathOf(id: string): string | undefined {
    return [this.#dir, this.#folder].map((dir) => `${dir}/agent-${id}.jsonl`)
      .find((path) => statTranscript(path) !== undefined);
  }

  #typeAt(path: string): string | undefined {
    return this.#typeOf(path) ?? attributedType(path);
  }

  #typeOf(path: string): string | undefined {
    const meta = path.replace(/\.jsonl$/, ".meta.json");
    try {
      const raw: unknown = JSON.parse(readText(meta, META_MAX_BYTES) ?? "{}");
      const type = isObject(raw) ? raw["agentType"] : undefined;
      return typeof type === "string" ? type : undefined;
    } catch (error) {
      // Not a file, or not JSON: then the agent's own entries show its type.
      if (error instanceof SyntaxError || error instanceof UserError) {
        return undefined;
      }
      throw error;
    }
  }
}

const ATTRIBUTION = /"attributionAgent":"([^"\\]+)"/;

/** Newer versions also name the agent in its answers. */
function attributedType(path: string): string | undefined {
  const decoder = new TextDecoder();
  let type: string | undefined;
  using reader = new TranscriptReader(path, 0, (line) => {
    type ??= ATTRIBUTION.exec(decoder.decode(line))?.[1];
  });
  reader.readChunk();
  return type;
}
