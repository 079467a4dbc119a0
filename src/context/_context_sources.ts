/**
 * What the sections of a session's context are made from. Each file is read
 * once, and only if a section asks for it; one that cannot be read is named,
 * and the others are shown all the same.
 */

import { parseConcepts } from "../knowledge/concepts.ts";
import { type Facts, parseFacts } from "../knowledge/facts.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { hasConflict } from "../base/conflict_markers.ts";
import type { TeamTold } from "./_context_team.ts";
import { KnownLines } from "./_known_lines.ts";
import { newestDigest } from "../memory/newest_digest.ts";
import { type RecentMemory, recentMemory } from "../memory/recent_memory.ts";
import type { PlacedWork } from "../memory/unmerged_work.ts";
import { readWorkTimes, type WorkTimes } from "../memory/work_times.ts";
import { localStamp } from "../base/local_stamp.ts";
import { disarmForModel, oneLine } from "../base/safe_text.ts";
import { readClaudeTexts } from "../store/claude_files.ts";
import { loadJson, type Parse } from "../store/json_file.ts";
import type { MemoryIndex } from "../session/memory_index.ts";
import { Snapshot } from "../session/snapshot.ts";
import { type Waiting, waitingDeltas } from "../session/waiting_deltas.ts";
import { readText, statFile } from "../store/read_file.ts";
import { readTracked, type Tracked } from "../store/tracked_files.ts";
import type { SessionState } from "../session/session_state.ts";
import type { Store } from "../store/store.ts";
import type { World } from "../base/world.ts";
import { EvidenceCheck } from "../knowledge/evidence_check.ts";
import { noteDoubts } from "../knowledge/said_rules.ts";
import type { KnownItem } from "../knowledge/evidence_names.ts";
import { Deadline } from "../base/timeout.ts";

/** Twice as many as are shown: outdated ones step back. */
const NEWEST_DECISIONS = 10;
const EVIDENCE_MS = 20;
const NEWEST_ISSUES = 30;

export interface ShownFacts {
  readonly decisions: Facts["decisions"];
  /** Those that are not resolved. */
  readonly issues: Facts["issues"];
  readonly permanent: Facts["permanent"];
  /** How many decisions and open issues there are besides those. */
  readonly olderDecisions: number;
  readonly olderIssues: number;
}

/** After a year there are hundreds: what is not shown is not even read. */
function parseShown(
  raw: JsonObject,
  most: (count: number) => number,
): ShownFacts {
  const decisions = itemsOf(raw["decisions"]);
  const issues = itemsOf(raw["issues"]).filter((one) =>
    !isObject(one) || one["status"] !== "resolved"
  );
  const newest = {
    decisions: decisions.slice(-most(NEWEST_DECISIONS)),
    issues: issues.slice(-most(NEWEST_ISSUES)),
  };
  const facts = parseFacts({ ...raw, patterns: [], ...newest });
  return {
    decisions: facts.decisions,
    issues: facts.issues.filter(({ status }) => status === "open"),
    permanent: facts.permanent,
    olderDecisions: decisions.length - newest.decisions.length,
    olderIssues: issues.length - newest.issues.length,
  };
}

const itemsOf = (value: unknown) => Array.isArray(value) ? value : [];

/** Who asks. */
export interface Reader {
  /** Absent from the shell. */
  readonly sessionId: string | undefined;
  /** It was just compacted: it needs what it has recorded itself. */
  readonly isCompacted: boolean;
  /** More than this is never shown. */
  readonly maxUnits: number;
}

export class ContextSources {
  /** Names of files that are there and cannot be understood. */
  readonly unreadable = new Set<string>();
  /** Names of files in which git has left a conflict. */
  readonly torn = new Set<string>();
  /** Times of older sections, if they were computed. */
  settled: WorkTimes | undefined;
  /** Work of branches that are not merged into this checkout. */
  unmerged: ReadonlySet<PlacedWork> = new Set();
  /** What the team says; undefined where there is no team. */
  team: TeamTold | undefined;
  readonly #seen = new Map<string, unknown>();
  #check: EvidenceCheck | undefined;

  constructor(
    readonly store: Store,
    readonly world: World,
    readonly reader: Reader,
    readonly snapshot = new Snapshot(store),
  ) {}

  /** Most projects have no team, and load nothing for it. */
  async loadTeam(): Promise<void> {
    if (!this.#hasTeam()) return;
    const { TeamTold } = await import("./_context_team.ts");
    this.team = await TeamTold.load(this);
  }

  #hasTeam(): boolean {
    try {
      return statFile(this.store.layout.team)?.isDirectory === true;
    } catch {
      return false; // The store cannot be looked into; its sections say so.
    }
  }

  /** What a session is shown of the facts. */
  get facts(): ShownFacts {
    return this.#once("facts.json", () => {
      const parse = (raw: JsonObject) =>
        parseShown(raw, (count) => this.most(count));
      return this.#json("facts.json", this.store.layout.facts, parse) ??
        parse({});
    });
  }

  /** Before facts are shown: whether their evidence is still there. */
  checkEvidence(): void {
    const { decisions, issues, permanent } = this.facts;
    const { rules, core_logic, solutions } = permanent;
    const lists = [decisions, issues, rules, core_logic, solutions];
    if (lists.every((list) => list.length === 0)) return;
    const budget = new Deadline(EVIDENCE_MS);
    this.#check = new EvidenceCheck(this.store, this.world, budget);
  }

  /** Why a fact may be outdated, or "". */
  doubt(item: KnownItem): string {
    return this.#check?.doubt(item) ?? "";
  }

  /** A session keeps what it has found out; a command that reads does not. */
  keepEvidence(): void {
    if (this.reader.sessionId === undefined) return;
    this.#check?.save();
    const isUsers = ({ source }: { source: string }) => source === "user";
    if (!this.facts.permanent.rules.some(isUsers)) return;
    noteDoubts(this.store, (content) => this.doubt({ content }));
  }

  /** So many as a rule; all of them where all were asked for. */
  most(count: number): number {
    return this.reader.maxUnits === Infinity ? Infinity : count;
  }

  /** Which files of the store git tracks: others may have written them. */
  get tracked(): Tracked {
    return this.#once("tracked", () => readTracked(this.store.layout.dir));
  }

  get concepts() {
    return this.#once(
      "concepts.json",
      () =>
        this.#json("concepts.json", this.store.layout.concepts, parseConcepts),
    );
  }

  get memoryText(): string | undefined {
    return this.#once("memory text", () => {
      const text = this.text("memory.md", this.store.layout.memory);
      if (text !== undefined && hasConflict(text)) this.torn.add("memory.md");
      return text;
    });
  }

  get memory(): RecentMemory {
    const { isCompacted, maxUnits } = this.reader;
    return this.#once("memory.md", () =>
      recentMemory(
        this.memoryText ?? "",
        // The session's own sections may be anywhere.
        isCompacted ? Infinity : maxUnits,
      ));
  }

  get workTimes(): WorkTimes {
    return this.settled ??
      this.#once("times", () => readWorkTimes(this.store.layout));
  }

  /** The stem of the newest digest of another session, or "". */
  get digestStem(): string {
    return this.#once(
      "digest",
      () => newestDigest(this.store, this.own?.stem),
    );
  }

  /** What of that session still waits for a summary: its last stretch. */
  get waitingRest(): Waiting | undefined {
    return this.#once("rest", () =>
      waitingDeltas(this.store, this.snapshot)
        .findLast(({ state }) => state.stem === this.digestStem));
  }

  /** " (branch feature/x, not merged)", or "" for what this checkout has. */
  markUnmerged(work: PlacedWork | undefined): string {
    if (work === undefined || !this.unmerged.has(work)) return "";
    return ` (branch ${
      oneLine(disarmForModel(work.branch ?? ""))
    }, not merged)`;
  }

  /** A moment as the user's clock showed it, with its offset. */
  when(at: Date): string {
    return localStamp(at, this.world.localOffsetMinutes(at));
  }

  get index(): MemoryIndex {
    return this.snapshot.index;
  }

  /** What the store knows of the session that asks. */
  get own(): SessionState | undefined {
    const { sessionId } = this.reader;
    return sessionId === undefined ? undefined : this.snapshot.state(sessionId);
  }

  get known(): KnownLines {
    return this.#once(
      "known",
      () => new KnownLines(readClaudeTexts(this.world, this.store.project)),
    );
  }

  /** The text of a file in the store; undefined if there is none. */
  text(name: string, path: string): string | undefined {
    try {
      return readText(path);
    } catch {
      this.unreadable.add(name);
      return undefined;
    }
  }

  /** Quoted words as lines, without what a session sees anyway. */
  lines(text: string): string[] {
    const kept = this.known.without(disarmForModel(text).split("\n"))
      .join("\n").replace(/[^\S\n]+$/gm, "").replace(/\n{3,}/g, "\n\n").trim();
    return kept === "" ? [] : kept.split("\n");
  }

  /** How many of those lines a session sees anyway. */
  countKnown(text: string): number {
    const lines = disarmForModel(text).split("\n");
    return lines.length - this.known.without(lines).length;
  }

  /** One fact as a line; undefined if a session sees it anyway. */
  line(content: string, more: readonly string[] = []): string | undefined {
    const words = oneLine(disarmForModel(content));
    if (words === "" || this.known.has(words)) return undefined;
    const rest = more.map((part) => oneLine(disarmForModel(part)))
      .filter((part) => part !== "");
    return `- ${words}${rest.length > 0 ? ` (${rest.join("; ")})` : ""}`;
  }

  #json<T>(name: string, path: string, parse: Parse<T>): T | undefined {
    try {
      const loaded = loadJson(path, parse);
      if (loaded.state === "ok") {
        if (loaded.isJoined) this.torn.add(name);
        return loaded.value;
      }
      if (loaded.state === "damaged") this.unreadable.add(name);
    } catch {
      this.unreadable.add(name);
    }
    return undefined;
  }

  #once<T>(name: string, read: () => T): T {
    if (!this.#seen.has(name)) this.#seen.set(name, read());
    return this.#seen.get(name) as T;
  }
}
