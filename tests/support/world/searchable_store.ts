/** A small store with something in every layer, to be searched. */

import { gzipBytes } from "../../../src/store/gzip.ts";
import { SealedWorld } from "./sealed_world.ts";

export const LOOP = "3f2a9c11-5a5b-4c1d-8e2f-000000000001";
export const TIDE = "7b1d0e22-5a5b-4c1d-8e2f-000000000002";
export const OLD = "c0ffee33-5a5b-4c1d-8e2f-000000000003";

const lines = (entries: readonly object[]) =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");

const LOOP_LOG = lines([
  {
    ts: "2026-02-01T17:20:00Z",
    role: "user",
    text: "Users end up in a redirect loop after login. Find out why.",
  },
  {
    ts: "2026-02-01T17:21:00Z",
    role: "tool",
    id: "t1",
    name: "Read",
    target: "src/session_cookie.ts",
    lines: "1-80",
    result: "ok",
  },
  {
    ts: "2026-02-01T17:22:00Z",
    role: "assistant",
    text:
      "The cookie's `SameSite` attribute was Strict, so lastSeenAt was never refreshed and the guard redirected again.",
  },
  {
    ts: "2026-02-01T17:23:00Z",
    role: "tool",
    id: "t2",
    name: "Bash",
    cmd: "deno test",
    result: "error",
    output: "error: TS2345 in guard_test.ts",
  },
  {
    ts: "2026-02-01T17:24:00Z",
    role: "assistant",
    text: "Fixed: the cookie is Lax now and the guard checks it once.",
  },
]);

const TIDE_LOG = lines([
  {
    ts: "2026-03-02T09:10:00Z",
    role: "user",
    text: "The tide table is off by an hour in spring.",
  },
  {
    ts: "2026-03-02T09:12:00Z",
    role: "assistant",
    text:
      "High water was rounded before the moon's correction was added; 인증을 고치지는 않았다.",
  },
]);

const OLD_LOG = lines([
  {
    ts: "2025-11-05T08:00:00Z",
    role: "user",
    text: "Deploy the ferry timetable with systemd, please.",
  },
  {
    ts: "2025-11-05T08:03:00Z",
    role: "assistant",
    text: "The unit file restarts the server; journalctl shows its log.",
  },
]);

export async function searchableWorld(
  world = new SealedWorld(),
): Promise<SealedWorld> {
  world.write(".gitignore", "*\n");
  world.write(
    `sessions/2026-02-01_1720_${LOOP.slice(0, 8)}.l1.jsonl`,
    LOOP_LOG,
  );
  world.write(
    `sessions/2026-03-02_0910_${TIDE.slice(0, 8)}.l1.jsonl`,
    TIDE_LOG,
  );
  world.write(
    `sessions/2025-11-05_0800_${OLD.slice(0, 8)}.l1.jsonl.gz`,
    await gzipBytes(new TextEncoder().encode(OLD_LOG)),
  );
  for (const id of [LOOP, TIDE, OLD]) saveState(world, id, "");
  world.write(
    "memory.md",
    "# Project Memory: ferry\n\n" +
      "## 2026-02-01_1727 (local 02-01_1827)\n" +
      `<!-- session ${LOOP.slice(0, 8)} · entries 0-5 · branch main -->\n` +
      "Fixed the redirect loop after login: the session cookie is Lax now.\n\n" +
      "## 2026-03-02_0931 (local 03-02_1031)\n" +
      `<!-- session ${TIDE.slice(0, 8)} · entries 0-2 -->\n` +
      "Fixed the double rounding in `highWater()` (src/tide.ts).\n\n",
  );
  world.write(
    "facts.json",
    JSON.stringify({
      decisions: [{
        id: "d001",
        date: "2026-02-01",
        content: "Cookies are SameSite=Lax",
        reason: "Strict broke the login redirect",
        sessions: [LOOP],
        keywords: ["cookie"],
      }],
      permanent: { rules: [{ id: "r001", content: "Round last" }] },
    }),
  );
  world.write(
    "concepts.json",
    JSON.stringify({
      concepts: [{ id: "c001", name: "login guard", summary: "who may enter" }],
    }),
  );
  world.write(
    "conventions.md",
    "# Style\n\nTabs never.\n\n# 언어\n\n한국어로 답한다.\n",
  );
  world.write(
    "memory_20251201_101500.summary.json",
    JSON.stringify({
      overallSummary: "The ferry timetable went live.",
      themes: 7,
    }),
  );
  return world;
}

/** As after an append to a log; replaced, as always. */
export function saveState(
  world: SealedWorld,
  id: string,
  transcript: string,
): void {
  const ended = "2026-03-02T10:00:00.000Z";
  const path = `state/${id}.json`;
  const state = { stem: `unknown_${id}`, transcript, ended };
  world.write(`${path}.new`, JSON.stringify(state));
  Deno.renameSync(`${world.store}/${path}.new`, `${world.store}/${path}`);
}
