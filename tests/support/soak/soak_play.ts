/**
 * Years of work on one project, day after day: sessions that end, die, are
 * resumed or forked, run without hooks; summaries that are answered or not,
 * searches, rotation, folding, and transcripts that Claude Code deletes.
 */

import type { Random } from "../generator/words.ts";
import {
  type GrowingOptions,
  GrowingTranscript,
} from "../world/growing_transcript.ts";
import { SoakClient } from "./soak_client.ts";
import { answerOf, archiveAnswer } from "./soak_answers.ts";
import { Lateness } from "./soak_dates.ts";

const DAY_MINUTES = 24 * 60;
/** Claude Code's own limit. */
const KEPT_DAYS = 30;
/** A session this old is not gone back to. */
const RESUMED_DAYS = 20;
/** Of a day: with hooks, and without, as scripts or another tool run them. */
const MOST_WATCHED = 5;
const MOST_UNSEEN = 20;
const MOST_DAYS_OFF = 3;

/** Small transcripts: noise is tested elsewhere and costs time here. */
const FEATURES = {
  attachments: false,
  snapshots: false,
  progress: false,
  systemEntries: false,
  thinking: false,
  agents: false,
  ownAgents: false,
  images: false,
  unknownTypes: false,
} as const;

/** How often a hooks module runs; without one the model is asked. */
const WITH_MODULE = 0.6;

interface Known {
  readonly transcript: GrowingTranscript;
  /** A hooks module runs in it. */
  readonly hasModule: boolean;
  /** When it was last worked in. */
  atMs: number;
  /** How often it was opened; the first time may be kept as a log only. */
  sittings: number;
}

export class SoakPlay {
  readonly sessions: Known[] = [];
  readonly counts = {
    ended: 0,
    died: 0,
    resumed: 0,
    forked: 0,
    unseen: 0,
    commits: 0,
    byModule: 0,
    archives: 0,
    searches: 0,
  };
  /** What the agents' answers said that were committed. */
  readonly committed: string[] = [];
  readonly #lateness = new Lateness();
  #recent: Known[] = [];
  #agents = 0;

  constructor(readonly client: SoakClient, readonly random: Random) {
    Deno.mkdirSync(this.attic);
  }

  /** How many sections were written long after their work. */
  get late(): number {
    return this.#lateness.count;
  }

  /** Where a deleted transcript is kept for the checker only. */
  get attic(): string {
    return `${this.client.world.dir}/attic`;
  }

  /** Every transcript there ever was. */
  transcripts(): string[] {
    return this.sessions.map(({ transcript: { id, path } }) => {
      const kept = this.#recent.some((known) => known.transcript.id === id);
      return kept ? path : `${this.attic}/${id}.jsonl`;
    });
  }

  /** A day with some sessions, maybe a search; then maybe days without. */
  async day(): Promise<void> {
    const { client, random } = this;
    const morning = client.nowMs;
    for (let left = random.int(MOST_UNSEEN + 1); left > 0; left--) {
      this.#unseen();
    }
    for (let left = random.int(MOST_WATCHED) + 1; left > 0; left--) {
      await this.#session();
      this.#lateness.look(client);
      client.later(20 + random.int(90));
    }
    this.#deleteOld();
    if (random.chance(0.3)) await this.#search();
    if (random.chance(0.1)) await client.command(["compress"]);
    if (random.chance(0.3)) {
      await client.command(["import", "--from", client.transcripts]);
    }
    await client.reference();
    const days = 1 + random.int(MOST_DAYS_OFF + 1);
    const rest = days * DAY_MINUTES - (client.nowMs - morning) / 60_000;
    client.later(Math.max(1, rest));
  }

  async #session(): Promise<void> {
    const { random } = this;
    const kind = random.next();
    const earlier = this.#recent.filter(({ atMs }) =>
      this.client.nowMs - atMs < RESUMED_DAYS * DAY_MINUTES * 60_000
    );
    if (kind < 0.1 && earlier.length > 0) {
      return await this.#resume(random.pick(earlier));
    }
    if (kind < 0.16 && earlier.length > 0) {
      return await this.#fork(random.pick(earlier));
    }
    const known = this.#begin(
      new GrowingTranscript(
        this.client.transcripts,
        this.#options(),
      ),
    );
    await this.#start(known, "startup");
    if (kind < 0.3) return await this.#die(known);
    await this.#work(known);
    await this.#end(known);
  }

  /** No hook tells of it: the next session finds its transcript. */
  #unseen(): void {
    const { client } = this;
    const transcript = new GrowingTranscript(
      client.transcripts,
      this.#options(),
    );
    const known = this.#begin(transcript);
    for (const { steps } of this.#turns(known, 1)) {
      transcript.append(steps.flatMap(({ lines }) => lines));
    }
    client.later(2);
    this.counts.unseen++;
  }

  #options(): GrowingOptions {
    const { random, client } = this;
    return {
      seed: this.sessions.length,
      sessionId: random.uuid(),
      startedAt: client.now,
      cwd: client.world.project,
      subagents: "none",
      features: FEATURES,
    };
  }

  #begin(transcript: GrowingTranscript): Known {
    const known = {
      transcript,
      hasModule: this.random.chance(WITH_MODULE),
      atMs: this.client.nowMs,
      sittings: 0,
    };
    this.sessions.push(known);
    this.#recent.push(known);
    return known;
  }

  #turns(known: Known, count: number, features = {}) {
    known.atMs = this.client.nowMs;
    known.sittings++;
    return known.transcript.turns(count, this.client.now, features);
  }

  /** A prompt, tool calls, an answer; and what was asked for is done. */
  async #work(known: Known, features = {}): Promise<void> {
    const { client, random } = this;
    const { transcript } = known;
    const turns = 1 + random.int(3);
    for (const { prompt, steps } of this.#turns(known, turns, features)) {
      const told = await client.fire(
        transcript,
        "user-prompt-submit",
        "UserPromptSubmit",
        { prompt },
      );
      for (const { lines, results } of steps) {
        transcript.append(lines);
        for (let left = results; left > 0; left--) {
          await client.fire(transcript, "post-tool-use", "PostToolUse", {
            tool_name: "Bash",
          });
        }
      }
      await client.fire(transcript, "stop", "Stop");
      client.later(2);
      if (known.hasModule) await this.#writeByModule(known);
      else await this.#answer(known, told);
    }
  }

  async #start(known: Known, source: string): Promise<void> {
    const { client } = this;
    await client.fire(known.transcript, "session-start", "SessionStart", {
      source,
    });
    if (known.hasModule) await client.command(scribe(known, "hello"));
  }

  /** What the module does at the end of a turn; some completions fail. */
  async #writeByModule(known: Known): Promise<void> {
    const { client, random } = this;
    const { stdout } = await client.command(scribe(known, "next"), [0, 1]);
    // Without work it may still bring tables.
    const job: { id?: string; prompt: string } = JSON.parse(stdout || "{}");
    if (job.id === undefined) return;
    const isArchive = job.id.startsWith("archive/");
    const { words, message } = isArchive
      ? archiveAnswer()
      : answerOf(job.prompt, random);
    const isAnswered = random.chance(0.8);
    const commit = scribe(known, "commit", job.id);
    const brought = isAnswered
      ? { isAnswered, text: message }
      : { error: "overloaded" };
    await client.command(commit, [0, 1], JSON.stringify(brought));
    if (!isAnswered) return;
    this.counts[isArchive ? "archives" : "byModule"]++;
    if (!isArchive) this.committed.push(words);
  }

  /** The model does what it was asked for, mostly. */
  async #answer({ transcript }: Known, told: string): Promise<void> {
    const { client, random } = this;
    const isArchive = told.includes("[MEMORY_KEEPER_ROTATE]");
    if (!isArchive && !told.includes("[MEMORY_KEEPER_DELTA]")) return;
    if (random.chance(0.3)) return;
    const about = {
      agent_id: `agent-${this.#agents++}`,
      agent_type: `memory-keeper:${
        isArchive ? "memory-summarizer" : "delta-summarizer"
      }`,
    };
    const given = await client.fire(
      transcript,
      "subagent-start --part 1",
      "SubagentStart",
      about,
    );
    if (given.includes("ERROR: nothing")) return;
    const { words, message } = isArchive
      ? archiveAnswer()
      : answerOf(given, random);
    await client.fire(transcript, "subagent-stop", "SubagentStop", {
      ...about,
      last_assistant_message: message,
    });
    this.counts[isArchive ? "archives" : "commits"]++;
    if (!isArchive) this.committed.push(words);
  }

  async #end({ transcript }: Known): Promise<void> {
    await this.client.fire(transcript, "session-end", "SessionEnd", {
      reason: "prompt_input_exit",
    });
    this.counts.ended++;
  }

  /** Killed in the middle of a call. */
  async #die(known: Known): Promise<void> {
    const { client, random } = this;
    const { transcript } = known;
    const unfinished = { unfinishedEnd: true };
    for (const { prompt, steps } of this.#turns(known, 1, unfinished)) {
      await client.fire(
        transcript,
        "user-prompt-submit",
        "UserPromptSubmit",
        { prompt },
      );
      for (const { lines } of steps) transcript.append(lines);
    }
    if (random.chance(0.5)) await client.fire(transcript, "stop", "Stop");
    this.counts.died++;
  }

  async #resume(known: Known): Promise<void> {
    await this.#start(known, "resume");
    await this.#work(known);
    if (this.random.chance(0.8)) await this.#end(known);
    this.counts.resumed++;
  }

  async #fork(parent: Known): Promise<void> {
    const fork = this.#begin(parent.transcript.fork(this.#options()));
    await this.#start(fork, "fork");
    await this.#work(fork);
    await this.#end(fork);
    this.counts.forked++;
  }

  async #search(): Promise<void> {
    const words = ["tide", "harbour lantern", "berth importer", "부표"];
    const deep = this.random.chance(0.5) ? ["--deep"] : [];
    await this.client.command(
      ["search", this.random.pick(words), ...deep],
      [0, 1],
    );
    this.counts.searches++;
  }

  /** What Claude Code does to old transcripts. */
  #deleteOld(): void {
    const before = this.client.nowMs - KEPT_DAYS * DAY_MINUTES * 60_000;
    for (const { transcript } of this.#recent.filter(isOld)) {
      Deno.renameSync(transcript.path, `${this.attic}/${transcript.id}.jsonl`);
    }
    this.#recent = this.#recent.filter((known) => !isOld(known));
    function isOld({ atMs }: Known) {
      return atMs < before;
    }
  }
}

const scribe = ({ transcript }: Known, ...words: readonly string[]) => [
  "scribe",
  ...words,
  "--json",
  "--session",
  transcript.id,
];
