/** A folder of transcripts is listed again only after it has changed. */

import { assertEquals } from "@std/assert";
import { ingestBacklog } from "../src/capture/ingest_backlog.ts";
import { Deadline } from "../src/base/timeout.ts";
import {
  generateTranscript,
  writeTranscript,
} from "./support/generator/transcript_generator.ts";
import { looksDuring } from "./support/world/counted_files.ts";
import { STILL_WORLD, TemporaryStore } from "./support/world/in_process.ts";

const LONG_AGO = new Date("2026-01-01T00:00:00.000Z");

class Folder implements AsyncDisposable {
  readonly dir: string;

  private constructor(readonly store: TemporaryStore) {
    this.dir = `${store.dir}/t`;
    Deno.mkdirSync(this.dir);
  }

  static async create(): Promise<Folder> {
    return new Folder(await TemporaryStore.create());
  }

  make(seed: number) {
    const cwd = `${this.store.dir}/project`;
    return generateTranscript({ seed, turns: 2, cwd, subagents: "none" });
  }

  /** As if it had changed then: what changes right now may hide more. */
  age(at = LONG_AGO): void {
    Deno.utimeSync(this.dir, at, at);
  }

  async ingest(except = ""): Promise<{ takenIn: number; listed: number }> {
    let takenIn = 0;
    const looks = await looksDuring(this.dir, async () => {
      ({ takenIn } = await ingestBacklog(this.store.store, STILL_WORLD, {
        transcripts: this.dir,
        except,
        who: "test",
        budget: new Deadline(Infinity),
      }));
    });
    const listed = looks.filter((look) => look.startsWith("list ")).length;
    return { takenIn, listed };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store[Symbol.asyncDispose]();
  }
}

Deno.test("an event lists the transcripts only after the folder has changed", async () => {
  await using folder = await Folder.create();
  const [one, other] = [folder.make(1), folder.make(2)];
  await writeTranscript(folder.dir, one);
  folder.age();
  assertEquals(await folder.ingest(), { takenIn: 1, listed: 1 });
  assertEquals(await folder.ingest(), { takenIn: 0, listed: 0 });
  await writeTranscript(folder.dir, other);
  // It has just changed, and may change once more within a tick of the clock.
  assertEquals(await folder.ingest(), { takenIn: 1, listed: 2 });
  assertEquals(await folder.ingest(), { takenIn: 0, listed: 2 });
  folder.age(new Date(LONG_AGO.getTime() + 60_000));
  assertEquals(await folder.ingest(), { takenIn: 0, listed: 2 });
  assertEquals(await folder.ingest(), { takenIn: 0, listed: 0 });
});

Deno.test("the session of the event is found by the next one without a list", async () => {
  await using folder = await Folder.create();
  const [one, own] = [folder.make(3), folder.make(4)];
  await writeTranscript(folder.dir, one);
  await writeTranscript(folder.dir, own);
  folder.age();
  assertEquals(await folder.ingest(own.sessionId), { takenIn: 1, listed: 2 });
  assertEquals(await folder.ingest(), { takenIn: 1, listed: 0 });
});

Deno.test("a transcript that was empty is found once it is written", async (t) => {
  for (const who of ["another's", "the event's own"]) {
    await t.step(who, async () => {
      await using folder = await Folder.create();
      const [one, empty] = [folder.make(5), folder.make(6)];
      await writeTranscript(folder.dir, one);
      const path = `${folder.dir}/${empty.sessionId}.jsonl`;
      await Deno.writeTextFile(path, "");
      folder.age();
      const except = who === "another's" ? "" : empty.sessionId;
      assertEquals((await folder.ingest(except)).takenIn, 1);
      await writeTranscript(folder.dir, empty);
      folder.age();
      assertEquals((await folder.ingest()).takenIn, 1);
    });
  }
});
