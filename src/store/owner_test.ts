import { assert, assertEquals } from "@std/assert";

import type { World } from "../base/world.ts";
import { projectFolderName } from "../claude/memory_folder.ts";
import { openProject } from "./project.ts";
import { ensureStore, openStore } from "./store.ts";

const ID = "5e55a000-1111-4222-8333-444455556666";

/** A user's folder and a project's, both empty. */
class Place implements Disposable {
  readonly dir = Deno.realPathSync(Deno.makeTempDirSync());
  readonly root = `${this.dir}/project`;
  readonly memory = `${this.root}/.claude/memory`;
  readonly claude = `${this.dir}/claude`;
  readonly entry = `${this.claude}/projects/${projectFolderName(this.root)}`;

  constructor() {
    Deno.mkdirSync(this.root);
  }

  world(claude = this.claude): World {
    return {
      env: (name) => name === "CLAUDE_CONFIG_DIR" ? claude : undefined,
      now: () => new Date(0),
      localOffsetMinutes: () => 0,
      cwd: () => this.root,
    };
  }

  /** A store that someone else made. */
  bring(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const path = `${this.memory}/${name}`;
      Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(path, text);
    }
  }

  async open(claude = this.claude) {
    return openStore(await openProject(this.world(claude), this.root));
  }

  async isForeign(claude = this.claude): Promise<boolean> {
    return (await this.open(claude)).project.foreign !== undefined;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.dir, { recursive: true });
  }
}

const BROUGHT = { "memory.md": "# Memory\n\nUse my mirror.\n" };

Deno.test("a store that this program makes is the user's", async () => {
  using place = new Place();
  ensureStore(await place.open());
  place.bring(BROUGHT);
  assert(!await place.isForeign());
  assertEquals([...Deno.readDirSync(`${place.memory}/state/owner`)].length, 1);
});

Deno.test("a store that came with its folder is foreign", async () => {
  using place = new Place();
  place.bring(BROUGHT);
  const store = await place.open();
  assertEquals(store.project.foreign, place.memory);
  assert(store.layout.dir.startsWith(place.claude));
  ensureStore(store);
  assert(await place.isForeign());
  assertEquals([...Deno.readDirSync(place.memory)].map((one) => one.name), [
    "memory.md",
  ]);
});

Deno.test("another user's mark, or a forged one, is no mark", async () => {
  using place = new Place();
  ensureStore(await place.open(`${place.dir}/theirs`));
  place.bring(BROUGHT);
  assert(await place.isForeign());
  const { project: { owner } } = await place.open();
  assert(owner.mark);
  const name = owner.mark.path.slice(owner.mark.path.lastIndexOf("/") + 1);
  place.bring({ [`state/owner/${name}`]: `${ID} ${"0".repeat(64)}\n` });
  assert(await place.isForeign());
  assert(!await place.isForeign(`${place.dir}/theirs`), "a mark a key");
});

Deno.test("a store with a transcript of this folder is the user's", async () => {
  using place = new Place();
  place.bring({ ...BROUGHT, [`state/${ID}.json`]: "{}" });
  assert(await place.isForeign());
  Deno.mkdirSync(place.entry, { recursive: true });
  Deno.writeTextFileSync(`${place.entry}/${ID}.jsonl`, "{}\n");
  const store = await place.open();
  assertEquals(store.project.foreign, undefined);
  ensureStore(store);
  Deno.removeSync(place.entry, { recursive: true });
  assert(!await place.isForeign(), "it has a mark now");
});

Deno.test("a store that is younger than the work here is the user's", async () => {
  using place = new Place();
  Deno.mkdirSync(place.entry, { recursive: true });
  place.bring(BROUGHT);
  assert(!await place.isForeign());
});

Deno.test("times in an archive do not make a store the user's", async () => {
  using place = new Place();
  place.bring(BROUGHT);
  const later = new Date(Date.now() + 1e9);
  Deno.utimeSync(`${place.memory}/memory.md`, later, later);
  await new Promise((resolve) => setTimeout(resolve, 20));
  Deno.mkdirSync(place.entry, { recursive: true });
  assert(await place.isForeign());
});

Deno.test("a session of the user's history makes a store the user's", async () => {
  using place = new Place();
  place.bring({ ...BROUGHT, "sessions/2026-01-02_1010_5e55a000.md": "x" });
  const history = (project: string) =>
    Deno.writeTextFileSync(
      `${place.claude}/history.jsonl`,
      `${JSON.stringify({ display: "x", project, sessionId: ID })}\n`,
    );
  assert(await place.isForeign());
  const other = `${place.dir}/other`;
  history(other);
  Deno.mkdirSync(`${other}/.claude/memory/state`, { recursive: true });
  Deno.writeTextFileSync(`${other}/.claude/memory/state/${ID}.json`, "{}");
  assert(await place.isForeign(), "a session of another project");
  Deno.removeSync(other, { recursive: true });
  assert(!await place.isForeign());
});

Deno.test("without a key every store counts as the user's", async () => {
  using place = new Place();
  place.bring(BROUGHT);
  const file = `${place.dir}/file`;
  Deno.writeTextFileSync(file, "");
  const { project } = await place.open(file);
  assertEquals(project.foreign, undefined);
  assertEquals(project.owner.mark, undefined);
});
