/** With `keepRaw`, a copy of the transcript: redacted, gzipped, whole. */

import { assert, assertEquals } from "@std/assert";
import { part } from "./support/oracle/expected_l1.ts";
import { TemporaryStore } from "./support/world/in_process.ts";
import {
  generateTranscript,
  type GeneratorOptions,
  writeTranscript,
} from "./support/generator/transcript_generator.ts";

const TOKEN = `ghp_${"Ab3dE6gH9kLm2nPq5rSt".repeat(2).slice(0, 36)}`;

function make(options: Partial<GeneratorOptions> = {}) {
  return generateTranscript({ seed: 1, turns: 6, ...options });
}

function rawPath({ store }: TemporaryStore): string {
  const name = Array.from(Deno.readDirSync(store.layout.sessions))
    .map(({ name }) => name).find((name) => name.endsWith(".raw.jsonl.gz"));
  return `${store.layout.sessions}/${name}`;
}

/** The lines of the copy, as any tool reads them. */
function rawLines(store: TemporaryStore): string[] {
  const { stdout, success } = new Deno.Command("gzip", {
    args: ["-dc", rawPath(store)],
  }).outputSync();
  assert(success);
  return new TextDecoder().decode(stdout).split("\n")
    .filter((line) => line !== "");
}

const withoutSpaces = (lines: readonly string[]) =>
  lines.map((line) => JSON.stringify(JSON.parse(line)));

Deno.test("keepRaw copies every entry, one JSON object a line", async () => {
  await using store = await TemporaryStore.create({ keepRaw: true });
  const transcript = make();
  await store.refine(await writeTranscript(`${store.dir}/t`, transcript));
  assertEquals(rawLines(store), withoutSpaces(transcript.lines));
});

Deno.test("keepRaw copies what is whole of a damaged transcript", async () => {
  await using store = await TemporaryStore.create({ keepRaw: true });
  const damage = {
    brokenLines: true,
    blankLines: true,
    gluedLine: true,
    cutThenGlued: true,
    crlf: true,
  };
  const transcript = make({ features: damage });
  await store.refine(await writeTranscript(`${store.dir}/t`, transcript));
  const whole = transcript.lines.filter((line) => {
    try {
      return line.trim().startsWith("{") && JSON.parse(line);
    } catch {
      return false;
    }
  });
  const lines = rawLines(store);
  for (const line of withoutSpaces(whole)) assert(lines.includes(line), line);
  assertEquals(withoutSpaces(lines), lines);
});

Deno.test("keepRaw grows with the transcript and is the same when read again", async () => {
  await using store = await TemporaryStore.create({ keepRaw: true });
  const transcript = make();
  let path = "";
  for (const share of [0.2, 0.4, 0.4, 0.7, 0.9, 1]) {
    path = await writeTranscript(`${store.dir}/t`, part(transcript, share));
    await store.refine(path, { close: false });
  }
  await store.refine(path);
  assertEquals(rawLines(store), withoutSpaces(transcript.lines));
  const bytes = Deno.readFileSync(rawPath(store));
  await store.refine(path);
  assertEquals(Deno.readFileSync(rawPath(store)), bytes);
});

Deno.test("keepRaw has no secret and no private text", async () => {
  await using store = await TemporaryStore.create({ keepRaw: true });
  const transcript = make();
  const words = `use ${TOKEN} <private>for me alone</private>`;
  const secret = (message: unknown) =>
    JSON.stringify({ type: "user", uuid: "u1", message, toolUseResult: words });
  transcript.lines.push(
    secret({ role: "user", content: words }),
    secret({ role: "user", content: [{ type: "text", text: words }] }),
    JSON.stringify({ type: "hologram", uuid: "u2", deep: [{ words }] }),
    `${JSON.stringify({ type: "x", sessionId: "s", words })}${
      secret({ content: words })
    }`,
  );
  await store.refine(await writeTranscript(`${store.dir}/t`, transcript));
  const text = rawLines(store).join("\n");
  assertEquals(text.includes("ghp_"), false);
  assertEquals(text.includes("for me alone"), false);
  assertEquals(text.split("[PRIVATE]").length - 1, 8);
});

Deno.test("keepRaw keeps the last line of a session though it lacks its end", async () => {
  await using store = await TemporaryStore.create({ keepRaw: true });
  const transcript = make();
  const path = await writeTranscript(`${store.dir}/t`, transcript);
  const { size } = await Deno.stat(path);
  await Deno.truncate(path, size - 1);
  await store.refine(path);
  assertEquals(rawLines(store), withoutSpaces(transcript.lines));
});

Deno.test("keepRaw loses nothing when something else is lost", async (t) => {
  const losses: Record<string, (paths: Record<string, string>) => void> = {
    "the state": ({ state = "" }) => Deno.removeSync(state),
    "L1": ({ l1 = "" }) => Deno.removeSync(l1),
    "the raw copy's end": ({ raw = "", state = "" }) => {
      Deno.truncateSync(raw, Deno.statSync(raw).size - 10);
      Deno.removeSync(state);
    },
    "the raw copy": ({ raw = "", state = "" }) => {
      Deno.removeSync(raw);
      Deno.removeSync(state);
    },
    "nothing, but its end was not written to the state": ({ raw = "" }) => {
      Deno.writeFileSync(raw, Uint8Array.of(0x1f, 0x8b, 8), { append: true });
    },
  };
  for (const [name, lose] of Object.entries(losses)) {
    await t.step(name, async () => {
      await using store = await TemporaryStore.create({ keepRaw: true });
      const transcript = make();
      const path = await writeTranscript(
        `${store.dir}/t`,
        part(transcript, 0.6),
      );
      const refined = await store.refine(path, { close: false });
      const { layout } = store.store;
      lose({
        state: layout.state(transcript.sessionId),
        l1: layout.l1(refined?.state.stem ?? ""),
        raw: rawPath(store),
      });
      await writeTranscript(`${store.dir}/t`, part(transcript, 0.8));
      await store.refine(path, { close: false });
      await writeTranscript(`${store.dir}/t`, transcript);
      await store.refine(path);
      assertEquals(rawLines(store), withoutSpaces(transcript.lines));
    });
  }
});

Deno.test("without keepRaw there is no copy", async () => {
  await using store = await TemporaryStore.create();
  await store.refine(await writeTranscript(`${store.dir}/t`, make()));
  const names = Array.from(
    Deno.readDirSync(store.store.layout.sessions),
    ({ name }) => name,
  );
  assertEquals(names.filter((name) => name.includes("raw")), []);
});
