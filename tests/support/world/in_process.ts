/** The keeper's use cases in this process, on a store of their own. */

import { ingestSession } from "../../../src/capture/ingest_session.ts";
import { openProject } from "../../../src/store/project.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { Deadline } from "../../../src/base/timeout.ts";
import type { L1Entry } from "../../../src/session/log_entry.ts";
import type { World } from "../../../src/base/world.ts";

export const STILL_WORLD: World = {
  env: () => undefined,
  now: () => new Date("2026-02-01T17:27:00Z"),
  localOffsetMinutes: () => 0,
  cwd: () => "/",
};

export class TemporaryStore implements AsyncDisposable {
  private constructor(readonly dir: string, readonly store: Store) {}

  static async create(config: object = {}): Promise<TemporaryStore> {
    const dir = Deno.realPathSync(
      await Deno.makeTempDir({ prefix: "memory-keeper-store-" }),
    );
    await Deno.mkdir(`${dir}/project/.claude/memory`, { recursive: true });
    await Deno.writeTextFile(
      `${dir}/project/.claude/memory/config.json`,
      JSON.stringify(config),
    );
    const project = await openProject(STILL_WORLD, `${dir}/project`);
    return new TemporaryStore(dir, openStore(project));
  }

  /** Ingest a transcript; its name is the session's id. */
  refine(transcript: string, { close = true, budgetMs = Infinity } = {}) {
    return ingestSession(this.store, STILL_WORLD, {
      sessionId: sessionIdOf(transcript),
      transcript,
      who: "test",
      budget: new Deadline(budgetMs),
      close,
    });
  }

  /** The text of every L1 file, by name. */
  l1Texts(): Map<string, string> {
    const texts = new Map<string, string>();
    const dir = this.store.layout.sessions;
    try {
      for (const { name } of Deno.readDirSync(dir)) {
        if (!name.endsWith(".l1.jsonl")) continue;
        texts.set(name, Deno.readTextFileSync(`${dir}/${name}`));
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return texts;
  }

  entries(): L1Entry[] {
    return [...this.l1Texts().values()].flatMap(parseL1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.dir, { recursive: true });
  }
}

export function parseL1(text: string): L1Entry[] {
  return text.trimEnd().split("\n").filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

export function sessionIdOf(transcript: string): string {
  return transcript.replace(/^.*[\\/]/, "").replace(/\.jsonl$/, "")
    .replaceAll(".", "-");
}
