/**
 * Evidence against real logs: whatever is in a session can be quoted, and
 * a quotation in which one word was changed is none.
 */

import { assert, assertEquals } from "@std/assert";
import { findSession } from "../src/session/session_log.ts";
import { QuotableLog } from "../src/knowledge/evidence.ts";
import { quotableEntries } from "../src/summary/_quotable_entries.ts";
import { gunzipBytes } from "../src/store/gzip.ts";
import { readL1 } from "../src/session/log_file.ts";
import type { L1Entry } from "../src/session/log_entry.ts";
import { sessionIdOf, TemporaryStore } from "./support/world/in_process.ts";
import { seededRandom } from "./support/world/seeded_random.ts";
import {
  generateTranscript,
  writeTranscript,
} from "./support/generator/transcript_generator.ts";

const ABSENT = "the evidence is not in the session's log";
const SHARED = new URL("../../shared/data/transcripts/", import.meta.url);

/** Logs of generated sessions, and of real ones where they are at hand. */
async function* someLogs(): AsyncGenerator<[string, L1Entry[]]> {
  await using temporary = await TemporaryStore.create();
  for (let seed = 1; seed <= 6; seed++) {
    const transcript = generateTranscript({ seed, turns: 12 });
    await temporary.refine(await writeTranscript(temporary.dir, transcript));
    const stem = findSession(temporary.store, transcript.sessionId).stem;
    yield [`seed ${seed}`, readL1(temporary.store.layout.l1(stem))];
  }
  try {
    for await (const { name } of Deno.readDir(SHARED)) {
      if (!name.endsWith(".jsonl.gz")) continue;
      const packed = Deno.readFileSync(new URL(name, SHARED));
      const path = `${temporary.dir}/${name.slice(0, -".gz".length)}`;
      await Deno.writeFile(path, await gunzipBytes(packed));
      const refined = await temporary.refine(path);
      if (refined === undefined) continue;
      const id = sessionIdOf(path);
      const { stem } = findSession(temporary.store, id);
      yield [name, readL1(temporary.store.layout.l1(stem))];
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.log("no real transcripts here: generated ones only");
  }
}

Deno.test("every quotation is found, and none with a word changed", async () => {
  let quotes = 0;
  const random = seededRandom(11);
  for await (const [name, entries] of someLogs()) {
    const log = new QuotableLog(quotableEntries(entries));
    const texts = entries.flatMap((entry) =>
      entry.role === "tool" ? [] : [entry.text]
    );
    for (const text of texts.slice(0, 60)) {
      const words = text.split(/\s+/);
      if (words.length < 8) continue;
      const at = Math.floor(random() * (words.length - 7));
      const quote = words.slice(at, at + 7);
      // Signs alone say nothing, so they are no evidence either.
      if (quote.filter((word) => /\p{L}{2}/u.test(word)).length < 7) continue;
      assertEquals(log.check(quote.join(" ")), undefined, `${name}: ${quote}`);
      const changed = quote.with(3, "zzyzx").join(" ");
      assertEquals(log.check(changed), ABSENT, `${name}: ${changed}`);
      quotes++;
    }
  }
  assert(quotes > 50, `only ${quotes} quotations`);
  console.log(`${quotes} quotations found, ${quotes} changed ones refused`);
});
