/** What can go wrong around a session, with the real client. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";
import { until } from "./support/limits.ts";
import {
  agent,
  DONE,
  SOON,
  steps,
  SUMMARY,
  work,
  write,
} from "./support/work.ts";

/** The user's words and commands of every log, by session. */
function logs(world: ClientWorld): Map<string, string> {
  return new Map(
    world.names("sessions", /\.l1\.jsonl$/).map((name) => [
      name.slice(16, 24),
      world.read(`sessions/${name}`),
    ]),
  );
}

clientTest(
  "a client killed in mid-turn: the next start takes its work in",
  async (world) => {
    world.script = {
      main: ({ index }) =>
        index < 3 ? work(index) : { text: "never said", delayMs: 600_000 },
    };
    const killed = world.start("Mend the tide table");
    await until("the last request", () => world.model.of("main").length >= 4);
    const { session = "" } = world.model.of("main")[0] ?? {};
    // The client writes its transcript a little later.
    await until(
      "its transcript",
      () => commandsIn(world.transcriptOf(session)).length >= 2,
    );
    killed.kill();
    await killed.ended;
    world.script = { main: [{ text: "Hello." }] };
    const next = await world.session("Where were we?");
    const [id = ""] = [...logs(world).keys()]
      .filter((one) => !next.id.startsWith(one));
    const log = () => logs(world).get(id) ?? "";
    assertStringIncludes(log(), "Mend the tide table");
    assertStringIncludes(log(), "echo tide-0");
    // Once it counts as dead, all that the client had written is ingested, a
    // call without a result as well.
    const later = new Date(Date.now() + 7_200_000).toISOString();
    await world.session("Hello", { env: { MEMORY_KEEPER_NOW: later } });
    const written = commandsIn(world.transcriptOf(id));
    assert(written.length >= 2);
    for (const command of written) assertStringIncludes(log(), command);
    const [state = ""] = world.names("state", new RegExp(`^${id}.*\\.json$`));
    assert(JSON.parse(world.read(`state/${state}`)).ended);
  },
);

clientTest(
  "two clients at once in one project keep both sessions",
  async (world) => {
    world.configure(SOON);
    world.script = {
      main: ({ text, session }) => {
        const done = text.match(/Step \d+:/g)?.length ?? 0;
        const own = text.includes("the ebb") ? 100 : 200;
        assert(session !== "");
        if (done === 10 && !text.includes("I write it down.")) {
          return write(world.project, `${own}.txt`);
        }
        return done < 10 ? work(own + done) : DONE;
      },
    };
    const [ebb, flood] = await Promise.all([
      world.session("Work on the ebb"),
      world.session("Work on the flood"),
    ]);
    const all = logs(world);
    assertEquals(all.size, 2);
    const ebbLog = all.get(ebb.id.slice(0, 8)) ?? "";
    const floodLog = all.get(flood.id.slice(0, 8)) ?? "";
    assertStringIncludes(ebbLog, "Work on the ebb");
    assertStringIncludes(floodLog, "Work on the flood");
    for (let n = 0; n < 10; n++) {
      assertEquals(ebbLog.split(`echo tide-${100 + n}"`).length, 2);
      assertEquals(floodLog.split(`echo tide-${200 + n}"`).length, 2);
    }
    const { pending } = JSON.parse(world.read("memory-index.json"));
    assertEquals(pending.toSorted(), [ebb.id, flood.id].toSorted());
  },
);

const ODD = Deno.build.os === "windows"
  ? "it's a 프로젝트 & $HOME"
  : `it's a "프로젝트" & $HOME \`x\``;

clientTest(
  "a project path with spaces, quotes and Korean works",
  async (world) => {
    world.configure(SOON);
    world.script = {
      main: [...steps(5), { tools: [agent("delta-summarizer")] }, DONE],
      "delta-summarizer": [{ text: SUMMARY }],
    };
    await world.session("조석표를 고쳐줘");
    assertStringIncludes([...logs(world).values()].join(), "조석표를 고쳐줘");
    assertStringIncludes(world.read("memory.md"), `# Project Memory: ${ODD}`);
    assertStringIncludes(world.read("memory.md"), SUMMARY);
  },
  { folder: ODD },
);

clientTest("a damaged store does not disturb the turn", async (world) => {
  world.configure(SOON);
  world.script = { main: [...steps(4), DONE] };
  await world.session("Mend the tide table");
  const damage = (name: string) =>
    Deno.writeFileSync(`${world.store}/${name}`, Uint8Array.of(0x7b, 0xff, 0));
  for (const name of ["memory-index.json", "config.json", "memory.md"]) {
    damage(name);
  }
  for (const name of world.names("state", /\.json$/)) damage(`state/${name}`);
  const { result } = await world.session("Go on");
  assertEquals(result, "All done.");
  const aside = world.names("", /^memory-index\.json\.damaged-/);
  assertEquals(aside.length, 1);
  assertStringIncludes([...logs(world).values()].join(), '"Go on"');
});

clientTest(
  "a store that cannot be written does not disturb the turn",
  async (world) => {
    Deno.mkdirSync(`${world.project}/.claude`);
    Deno.writeTextFileSync(world.store, "a file where the store should be\n");
    world.script = { main: [...steps(3), DONE] };
    const { result } = await world.session("Mend the tide table");
    assertEquals(result, "All done.");
    assertEquals(
      Deno.readTextFileSync(world.store),
      "a file where the store should be\n",
    );
  },
);

/** The commands in a transcript of the client. */
const commandsIn = (transcript: string) =>
  Array.from(
    transcript.matchAll(/"command":"(echo tide-\d+)"/g),
    ([, command]) => command as string,
  );
