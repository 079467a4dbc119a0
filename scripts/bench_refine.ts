/**
 * What refining costs: against reading the same files in chunks and parsing
 * every line, in the memory it takes for a gigabyte, and in what is left of
 * the original bytes.
 */

import type { Config } from "../src/store/config_keys.ts";
import { refineTranscript } from "../src/capture/refine_transcript.ts";
import { generateLines } from "../tests/support/generator/transcript_generator.ts";
import type { Case } from "./interleave.ts";
import { DEFAULT_CONFIG } from "./real_sessions.ts";

const SHARED = new URL("../../shared/data/transcripts/", import.meta.url);
const withPatterns = (...patterns: string[]): Config => ({
  ...DEFAULT_CONFIG,
  "redact.patterns": patterns,
});
const SAFE = withPatterns(
  "harbour-[0-9]+",
  "\\bPROJ-[0-9]{3,6}\\b",
  "internal\\.example\\.com",
);
/** It looks behind itself, so the main thread only waits for its answer. */
const WATCHED = withPatterns(
  "harbour-[0-9]+",
  "\\bPROJ-[0-9]{3,6}\\b",
  "(?<=badge )[0-9]{5}",
);
const CHUNK_BYTES = 256 * 1024;

/** The shared real transcripts, unpacked into `dir`; else generated ones. */
export async function prepareCorpus(dir: string): Promise<string[]> {
  const files: string[] = [];
  try {
    for await (const { name } of Deno.readDir(SHARED)) {
      if (!name.endsWith(".jsonl.gz")) continue;
      const packed = await Deno.open(new URL(name, SHARED));
      const path = `${dir}/${name.replace(/\.gz$/, "")}`;
      const out = await Deno.create(path);
      await packed.readable.pipeThrough(new DecompressionStream("gzip"))
        .pipeTo(out.writable);
      files.push(path);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.error("no shared transcripts: measuring generated ones");
    for (let seed = 1; seed <= 4; seed++) {
      const path = `${dir}/generated-${seed}.jsonl`;
      await writeTranscriptOf(path, 5_000_000, seed, `${seed}`);
      files.push(path);
    }
  }
  return files.sort();
}

export async function writeTranscriptOf(
  path: string,
  bytes: number,
  seed: number,
  sessionId: string,
  more: { readonly cwd?: string; readonly startedAt?: string } = {},
): Promise<void> {
  const file = await Deno.create(path);
  const encoder = new TextEncoder();
  let part: string[] = [];
  let length = 0;
  const flush = async () => {
    const data = encoder.encode(part.join(""));
    for (let at = 0; at < data.length;) {
      at += await file.write(data.subarray(at));
    }
    [part, length] = [[], 0];
  };
  const options = {
    seed,
    bytes,
    sessionId,
    heavy: 20_000,
    ...more,
  };
  for (const line of generateLines(options)) {
    part.push(line, "\n");
    length += line.length;
    if (length > 4_000_000) await flush();
  }
  await flush();
  file.close();
}

function parseEveryLine(path: string): void {
  const file = Deno.openSync(path);
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(CHUNK_BYTES);
  let rest = "";
  for (let read; (read = file.readSync(buffer)) !== null;) {
    const text = decoder.decode(buffer.subarray(0, read), { stream: true });
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      try {
        JSON.parse(line);
      } catch {
        continue; // blank or damaged
      }
    }
  }
  file.close();
}

export function refineCases(files: readonly string[]): Case[] {
  const each = (act: (path: string) => void) => () => {
    files.forEach(act);
    return Promise.resolve();
  };
  return [
    {
      name: "read in chunks, JSON.parse every line",
      run: each(parseEveryLine),
    },
    {
      name: "refine, redaction included",
      run: each((path) =>
        void refineTranscript(path, DEFAULT_CONFIG, () => {})
      ),
      bar: 0.8,
    },
    {
      name: "refine, three patterns of the user's",
      run: each((path) => void refineTranscript(path, SAFE, () => {})),
    },
    {
      name: "refine, one of them in a thread of its own",
      run: each((path) => void refineTranscript(path, WATCHED, () => {})),
    },
  ];
}

export function measureReduction(files: readonly string[]) {
  let [raw, l1] = [0, 0];
  for (const path of files) {
    const { rawBytes, bytes } = refineTranscript(
      path,
      DEFAULT_CONFIG,
      () => {},
    );
    raw += rawBytes;
    l1 += bytes;
  }
  return { rawBytes: raw, l1Bytes: l1, reduction: 1 - l1 / raw };
}

/** The peak memory of a process, in bytes; only on Linux. */
export async function peakMemory(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const child = new Deno.Command(command, {
    args: [...args],
    env: { ...env },
    clearEnv: true,
    stdout: "null",
    stderr: "null",
  }).spawn();
  let peak: number | undefined;
  let running = true;
  const ended = child.status.then(() => running = false);
  while (running) {
    try {
      const status = await Deno.readTextFile(`/proc/${child.pid}/status`);
      const kilobytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1];
      if (kilobytes) peak = Number(kilobytes) * 1024;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await ended;
  return peak;
}
