import { assertEquals } from "@std/assert";
import { fuseHits } from "./_fuse_hits.ts";
import type { Found } from "./search_request.ts";

function found(...sessions: string[]): Found {
  const hits = sessions.map((session, entry) => ({
    id: `${session}#${entry}`,
    layer: "l1" as const,
    file: session,
    session,
    ts: null,
    score: 1,
    snippet: "",
    entry,
    marks: [],
    context: [],
  }));
  return { hits, total: hits.length, deep: true, notes: [] };
}

const sessionsOf = ({ hits }: Found) => hits.map(({ session }) => session);

Deno.test("fuseHits() puts first what several wordings find", () => {
  const fused = fuseHits([found("a", "b"), found("b"), found("b")], 10);
  assertEquals(sessionsOf(fused), ["b", "a"]);
});

Deno.test("fuseHits() shows the best of every wording, however many there are", () => {
  const asked = found(..."abcdefghij");
  const fused = fuseHits([asked, found("x", "y"), found("z")], 10);
  assertEquals(sessionsOf(fused).join(""), "abcdefghxz");
  assertEquals(sessionsOf(fuseHits([asked, found("x")], 1)), ["a"]);
});
