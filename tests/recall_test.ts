import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { payload, SealedWorld } from "./support/world/sealed_world.ts";
import {
  LOOP,
  saveState,
  searchableWorld,
  TIDE,
} from "./support/world/searchable_store.ts";

const OTHER = "aaaaaaaa-5a5b-4c1d-8e2f-000000000009";
const QUESTION =
  "Was it the SameSite cookie that made the guard redirect after login?";

/** What Claude is told with a prompt. */
async function told(world: SealedWorld, prompt: string, session = OTHER) {
  const { code, stdout, stderr } = await world.hook(
    "user-prompt-submit",
    payload("UserPromptSubmit", session, { prompt }),
  );
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  if (stdout === "") return "";
  return String(JSON.parse(stdout).hookSpecificOutput?.additionalContext);
}

const INTRODUCTION = "From this project's memory";

Deno.test("hook user-prompt-submit recalls what matches the prompt", async (t) => {
  using world = await searchableWorld();
  await t.step("nothing without an index", async () => {
    assert(!(await told(world, QUESTION)).includes(INTRODUCTION));
  });
  await world.run(["reindex"]);
  await t.step("the passage, its day and where it is", async () => {
    const context = await told(world, QUESTION);
    assertStringIncludes(context, INTRODUCTION);
    assertStringIncludes(context, "SameSite");
    assertStringIncludes(context, "2026-02-01");
  });
  const days = [" on February 1, 2026?", " (2026-02-01)", " in 2월 1일"];
  for (const [n, day] of days.entries()) {
    await t.step(`the same with its day: ${day}`, async () => {
      const context = await told(
        world,
        QUESTION.replace("?", day),
        OTHER.replace(/\d$/, `${n}`),
      );
      assertStringIncludes(context, INTRODUCTION);
    });
  }
  await t.step("nothing of the session that asks", async () => {
    const context = await told(world, QUESTION, LOOP);
    assert(!context.includes(INTRODUCTION), context);
  });
  const silent = [
    "Add a dark mode to the settings page",
    "yes",
    "",
    "/compact keep the redirect loop cookie guard",
    "<task-notification>redirect loop cookie SameSite guard</task-notification>",
  ];
  for (const prompt of silent) {
    await t.step(`silence for "${prompt}"`, async () => {
      assert(!(await told(world, prompt)).includes(INTRODUCTION));
    });
  }
  await t.step("a prompt of a megabyte", async () => {
    const context = await told(world, `${"wharf ".repeat(180_000)} cookie`);
    assert(!context.includes(INTRODUCTION));
  });
  await t.step("nothing from a damaged index", async () => {
    world.write(".cache/search.db", "no database");
    assert(!(await told(world, QUESTION)).includes(INTRODUCTION));
  });
  await t.step("nothing when switched off", async () => {
    await world.run(["reindex"]);
    await world.run(["config", "set", "recall", "false"]);
    assert(!(await told(world, QUESTION)).includes(INTRODUCTION));
  });
});

Deno.test("words of every project tell little of what a prompt is about", async () => {
  using world = await searchableWorld();
  await world.run(["reindex"]);
  const asked = "redirect loop after login";
  const plain = "the current default behavior, for example its output format";
  assertStringIncludes(await told(world, `${plain}: ${asked}`), "is Lax now");
  const other = "the ferrous zeppelin, a vermilion quokka, its obsidian flute";
  assert(!(await told(world, `${other}: ${asked}`)).includes(INTRODUCTION));
});

Deno.test("one word in common is chance", async () => {
  using world = await searchableWorld();
  await world.run(["reindex"]);
  const context = await told(world, "Properly format the journalctl messages");
  assert(!context.includes(INTRODUCTION), context);
});

for (const prompt of ["And why?", "그건 왜?"]) {
  Deno.test(`"${prompt}" is about the session's last prompts`, async () => {
    using world = await searchableWorld();
    const entry = { ts: "2026-03-03T09:00:00Z", role: "user", text: QUESTION };
    world.write(
      `sessions/2026-03-03_0900_${OTHER.slice(0, 8)}.l1.jsonl`,
      `${JSON.stringify(entry)}\n`,
    );
    saveState(world, OTHER, "");
    await world.run(["reindex"]);
    assert(!(await told(world, "go on")).includes(INTRODUCTION));
    assert(!(await told(world, prompt, TIDE)).includes("SameSite"));
    assertStringIncludes(await told(world, prompt), "SameSite");
  });
}

Deno.test("what answered a prompt is told with it", async () => {
  using world = await searchableWorld();
  await world.run(["reindex"]);
  const context = await told(
    world,
    "Why was the tide table off by an hour in spring?",
  );
  assertStringIncludes(context, "High water was rounded");
});

const HARBOUR = [
  "The harbour lantern flickers because its relay is wet.",
  "The harbour lantern flickers no more: its relay has a lid.",
];

/** So many sessions that two may speak of the same. */
async function largeWorld(): Promise<SealedWorld> {
  const world = new SealedWorld();
  const other = (i: number) =>
    `Sail${i} hull${i} mast${i} keel${i} rope${i} deck${i} oar${i}.`;
  for (let i = 0; i < 70; i++) {
    const text = HARBOUR[i] ?? other(i);
    const id = `${(0x2b000000 + i).toString(16)}-5a5b-4c1d-8e2f-00000000000a`;
    const ts = `2026-01-01T10:00:0${i % 10}Z`;
    world.write(
      `sessions/2026-01-01_1000_${id.slice(0, 8)}.l1.jsonl`,
      `${JSON.stringify({ ts, role: "assistant", text })}\n`,
    );
    saveState(world, id, "");
  }
  await world.run(["reindex"]);
  return world;
}

Deno.test("a question is told of two sessions that both speak of it", async (t) => {
  using world = await largeWorld();
  const asked = "Why does the harbour lantern flicker?";
  await t.step("a passage of each", async () => {
    const context = await told(world, asked);
    for (const text of HARBOUR) assertStringIncludes(context, text);
  });
  await t.step("an order is not", async () => {
    const context = await told(world, "Rewire the flickering harbour lantern");
    assert(!context.includes(INTRODUCTION), context);
  });
});

Deno.test("the turn that answers best is told first", async () => {
  using world = await searchableWorld();
  const entries = [
    ["user", "The gangway alarm is noisy."],
    ["assistant", "The alarm has a switch now."],
    ["user", "Why does the bilge pump stall when the gangway is up?"],
    ["assistant", "The bilge pump shares its fuse with the gangway winch."],
  ].map(([role, text]) => ({ ts: "2026-03-05T10:00:00Z", role, text }));
  world.write(
    "sessions/2026-03-05_1000_5ea51de0.l1.jsonl",
    entries.map((one) => `${JSON.stringify(one)}\n`).join(""),
  );
  saveState(world, "5ea51de0-5a5b-4c1d-8e2f-00000000000b", "");
  await world.run(["reindex"]);
  const context = await told(
    world,
    "Why did the bilge pump stall, and is the alarm of the gangway noisy?",
  );
  const [best, other] = ["shares its fuse", "alarm is noisy"]
    .map((text) => context.indexOf(text));
  assert(best !== undefined && other !== undefined);
  assert(best >= 0 && best < other, context);
});
