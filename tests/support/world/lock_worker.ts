/**
 * One process among many that write to the same store. A test starts it with a
 * job and reads what it prints; the functions to start it are here as well.
 */

import { fromFileUrl } from "@std/path";
import { UserError } from "../../../src/base/errors.ts";
import { storeLayout } from "../../../src/store/layout.ts";
import { withLock } from "../../../src/store/lock.ts";
import { updateIndex } from "../../../src/session/memory_index.ts";
import { readText } from "../../../src/store/read_file.ts";
import { StoreFiles } from "../../../src/store/store_files.ts";

export interface Job {
  readonly task: "add" | "hold" | "index" | "append";
  /** The folder no write may leave. */
  readonly boundary: string;
  readonly store: string;
  readonly who: string;
  readonly times?: number;
  readonly waitMs?: number;
  /** The session whose lock is meant; without it, the store's. */
  readonly session?: string;
}

const TASKS: Record<Job["task"], (job: Job) => unknown> = {
  /** Add one to a number in a file. */
  add: (job) =>
    locked(job, (files) => {
      const path = `${job.store}/number`;
      files.replace(path, String(Number(readText(path) ?? "0") + 1));
    }),

  /** Say "held", and hold the lock until stdin ends. */
  hold: (job) =>
    locked(job, async () => {
      await say("held");
      await Array.fromAsync(Deno.stdin.readable);
    }),

  /** Put our name into the index's list of what is pending. */
  index: (job) =>
    locked(job, (files) => {
      updateIndex(files, storeLayout(job.store), (index) => ({
        ...index,
        pending: [...index.pending, job.who],
        counter: index.counter + 1,
      }));
    }),

  /** Append lines without a lock; the answer is where each of them ended. */
  append: ({ boundary, store, who, times = 1 }) => {
    const files = new StoreFiles(boundary);
    const ends = Array.from(
      { length: times },
      (_, i) => files.appendAtomically(`${store}/all.log`, `${who} ${i}\n`),
    );
    return say(JSON.stringify(ends));
  },
};

function locked(
  { boundary, store, who, waitMs = 60_000, session }: Job,
  body: (files: StoreFiles) => unknown,
): Promise<unknown> {
  const files = new StoreFiles(boundary);
  const layout = storeLayout(store);
  const path = session ? layout.sessionLock(session) : layout.storeLock;
  return withLock(files, { path, who, waitMs }, () => body(files));
}

const say = (text: string) =>
  Deno.stdout.write(new TextEncoder().encode(`${text}\n`));

export function startWorker(job: Job): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--allow-read",
      "--allow-write",
      fromFileUrl(import.meta.url),
      JSON.stringify(job),
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** A process that holds a lock from now on. */
export async function startHolder(
  job: Omit<Job, "task">,
): Promise<Deno.ChildProcess> {
  const holder = startWorker({ ...job, task: "hold" });
  const reader = holder.stdout.getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  const said = new TextDecoder().decode(value);
  if (said !== "held\n") throw new Error(`The holder said "${said}"`);
  return holder;
}

/** What a worker printed once it has ended; stderr if it failed. */
export async function finish(worker: Deno.ChildProcess): Promise<string> {
  if (!worker.stdin.locked) await worker.stdin.close();
  const { code, stdout, stderr } = await worker.output();
  return new TextDecoder().decode(code === 0 ? stdout : stderr).trimEnd();
}

/** Start all of them at once and wait for every answer. */
export function runWorkers(jobs: readonly Job[]): Promise<string[]> {
  return Promise.all(jobs.map((job) => finish(startWorker(job))));
}

if (import.meta.main) {
  const job: Job = JSON.parse(Deno.args[0] ?? "{}");
  try {
    await TASKS[job.task](job);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    await Deno.stderr.write(
      new TextEncoder().encode(`${error.name}: ${error.message}\n`),
    );
    Deno.exit(3);
  }
}
