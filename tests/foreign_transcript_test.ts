/** A state may name any transcript; only this project's are read. */

import { assert, assertEquals } from "@std/assert";
import { ClonedWorld, SESSION, THEIRS } from "./support/world/cloned_world.ts";

const LATER = { MEMORY_KEEPER_NOW: "2030-01-01T00:00:00Z" };
const SECRET = "the lighthouse safe opens with 4711";

/** The user's own folder, with a session that was ingested in part. */
async function workedWorld(): Promise<ClonedWorld> {
  const world = new ClonedWorld({});
  world.speak(SESSION, "Where is the tide table?", "In docs/tides.md.");
  await world.start();
  await world.stop();
  return world;
}

function textsOf(world: ClonedWorld, store: string): string {
  return world.files(store).filter((name) => !name.startsWith(".cache/"))
    .map((name) => Deno.readTextFileSync(`${store}/${name}`)).join("\n");
}

/** A start of another session, long after the others have fallen silent. */
async function startLater(world: ClonedWorld, project: string) {
  const id = "0c0ffee0-0000-4000-8000-000000000000";
  const folder = world.entryOf(project);
  Deno.mkdirSync(folder, { recursive: true });
  const { code } = await world.run(["hook", "session-start"], {
    stdin: JSON.stringify({
      hook_event_name: "SessionStart",
      session_id: id,
      transcript_path: `${folder}/${id}.jsonl`,
      cwd: project,
      source: "startup",
    }),
    env: { CLAUDE_PROJECT_DIR: project, ...LATER },
  });
  assertEquals(code, 0);
}

Deno.test("a state that names another project's transcript reads nothing of it", async (t) => {
  for (const command of ["start", "refine-all", "delta cut"]) {
    await t.step(command, async () => {
      using world = await workedWorld();
      const other = `${world.dir}/other`;
      Deno.mkdirSync(other);
      const transcript = `${world.entryOf(other)}/${THEIRS}.jsonl`;
      world.workIn(other);
      const entry = {
        type: "user",
        uuid: "u-1",
        sessionId: THEIRS,
        cwd: other,
        timestamp: "2026-03-01T12:00:00.000Z",
        message: { role: "user", content: SECRET },
      };
      Deno.writeTextFileSync(transcript, `${JSON.stringify(entry)}\n`);
      const own = JSON.parse(world.read(`state/${SESSION}.json`));
      world.write(
        `state/${THEIRS}.json`,
        JSON.stringify({
          ...own,
          stem: "2026-03-01_1200_7e145000",
          transcript,
          offset: 0,
          mark: "",
          l1Bytes: 0,
          entries: 0,
          recent: [],
          ended: undefined,
        }),
      );
      const index = JSON.parse(world.read("memory-index.json"));
      world.write(
        "memory-index.json",
        JSON.stringify({ ...index, pending: [...index.pending, THEIRS] }),
      );
      if (command === "start") await startLater(world, world.project);
      else {
        await world.run([...command.split(" ")], { env: LATER });
        await world.run([...command.split(" "), "--session", THEIRS], {
          env: LATER,
        });
      }
      assert(!textsOf(world, world.store).includes("4711"));
    });
  }
});

Deno.test("a copy of a project does not get the other's later work", async () => {
  using world = await workedWorld();
  const copy = `${world.dir}/copy`;
  copyTree(world.project, copy);
  world.speak(SESSION, "And the safe?", SECRET);
  await startLater(world, copy);
  const kept = textsOf(world, `${copy}/.claude/memory`);
  assert(kept.includes("docs/tides.md"), "what it had it keeps");
  assert(!kept.includes("4711"), "what came later is not its own");
  await startLater(world, world.project);
  assert(textsOf(world, world.store).includes("4711"));
});

function copyTree(from: string, to: string): void {
  Deno.mkdirSync(to);
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) copyTree(`${from}/${name}`, `${to}/${name}`);
    else Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}
