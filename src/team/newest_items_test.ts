import { assertEquals, assertNotEquals } from "@std/assert";
import { DAY_MS } from "../base/durations.ts";
import { looksDuring } from "../../tests/support/world/counted_files.ts";
import { TemporaryStore } from "../../tests/support/world/in_process.ts";
import { newestItems } from "./newest_items.ts";

const NOW = new Date("2026-11-17T10:00:00.000Z");
const LONG_AGO = Date.parse("2026-01-01T00:00:00.000Z");
const MOST = 4;

class Team implements AsyncDisposable {
  #age = 0;

  private constructor(readonly stored: TemporaryStore) {}

  static async create(): Promise<Team> {
    const team = new Team(await TemporaryStore.create());
    for (const day of ["09", "11", "12", "13", "14"]) {
      team.put(`2026/11/2026-11-${day}_0900_lee_000000${day}.md`);
      team.put(`facts/2026-11-${day}_0000_lee_000000${day}.json`);
    }
    team.put("2026/10/2026-10-01_0900_lee_00001001.md");
    team.put("gone/2026-11-09_0900_lee_00000009");
    team.settle();
    return team;
  }

  get layout() {
    return this.stored.store.layout;
  }

  put(path: string, text = ""): void {
    const full = `${this.layout.team}/${path}`;
    Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(full, text);
  }

  /** What has just changed did so long ago, later than all before. */
  settle(): void {
    const at = new Date(LONG_AGO + this.#age++ * DAY_MS);
    const isNew = (path: string) =>
      Date.now() - (Deno.statSync(path).mtime?.getTime() ?? 0) < DAY_MS;
    const visit = (path: string) => {
      if (Deno.lstatSync(path).isDirectory) {
        for (const { name } of Deno.readDirSync(path)) visit(`${path}/${name}`);
      }
      if (isNew(path)) Deno.utimeSync(path, at, at);
    };
    for (const path of [this.layout.team, this.layout.shared]) {
      try {
        visit(path);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    }
  }

  /** Their names, as a session's start finds them. */
  find(now = NOW, keep = true): Record<string, string[] | number> {
    const { sections, facts, olderSections } = newestItems(this.stored.store, {
      most: MOST,
      now,
      keep,
    });
    const paths = (files: typeof sections) => files.map(({ path }) => path);
    return { sections: paths(sections), facts: paths(facts), olderSections };
  }

  /** The same where nothing is kept. */
  findAgain(now = NOW) {
    const kept = this.layout.newestItems;
    const away = `${kept}.away`;
    Deno.renameSync(kept, away);
    try {
      return this.find(now, false);
    } finally {
      Deno.renameSync(away, kept);
    }
  }

  async listed(): Promise<number> {
    const looks = await looksDuring(
      this.layout.team,
      () => Promise.resolve(this.find()),
    );
    return looks.filter((look) => look.startsWith("list ")).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stored[Symbol.asyncDispose]();
  }
}

Deno.test("newestItems() lists folders again only after one has changed", async () => {
  await using team = await Team.create();
  assertNotEquals(await team.listed(), 0);
  assertEquals(await team.listed(), 0);
  team.put("2026/11/2026-11-15_0900_lee_00000015.md");
  // A moment ago: more may come, and leave the same time.
  assertNotEquals(await team.listed(), 0);
  assertNotEquals(await team.listed(), 0);
  team.settle();
  assertNotEquals(await team.listed(), 0);
  assertEquals(await team.listed(), 0);
});

Deno.test("newestItems() lists nothing it has not kept for someone else", async () => {
  await using team = await Team.create();
  team.find(NOW, false);
  assertNotEquals(await team.listed(), 0);
});

const remove = (team: Team, path: string) =>
  Deno.removeSync(`${team.layout.team}/${path}`, { recursive: true });
const share = (team: Team, stem: string) =>
  Deno.writeTextFileSync(
    team.layout.shared,
    JSON.stringify({
      version: 1,
      items: { d001: { mark: 1, file: "facts.json", team: stem } },
    }),
  );
const forget = (team: Team, id: string) =>
  Deno.writeTextFileSync(
    team.layout.forgotten,
    JSON.stringify({ version: 1, entries: [{ role: "team", id }] }),
  );
const NEWEST = "2026-11-14_0900_lee_00000014";

/** Each changes something, or is another moment. */
const CHANGES: Record<string, (team: Team) => Date | void> = {
  "a pull brings a section": (team) =>
    team.put("2026/11/2026-11-16_0900_kim_00000016.md"),
  "a pull brings a section of a year ago": (team) =>
    team.put("2025/10/2025-10-16_0900_kim_00000016.md"),
  "a pull brings a month": (team) => {
    team.put("2026/12/2026-12-01_0900_kim_00001201.md");
    return new Date("2026-12-02T10:00:00Z");
  },
  "a pull brings a fact": (team) =>
    team.put("facts/2026-11-16_0000_kim_00000016.json"),
  "a pull brings a tombstone": (team) => team.put(`gone/${NEWEST}`),
  "a checkout takes items": (team) => remove(team, `2026/11/${NEWEST}.md`),
  "a checkout takes all facts": (team) => remove(team, "facts"),
  "a checkout takes a tombstone": (team) =>
    remove(team, "gone/2026-11-09_0900_lee_00000009"),
  "a checkout takes all": (team) => remove(team, ""),
  "an item becomes one's own": (team) => share(team, NEWEST),
  "an item is forgotten": (team) => forget(team, NEWEST),
  "the clock goes back": () => new Date("2026-11-12T10:00:00Z"),
  "the clock goes on": () => new Date("2027-11-12T10:00:00Z"),
  "an item of tomorrow's tomorrow comes of age": (team) => {
    team.put("2026/11/2026-11-20_0900_kim_00000020.md");
    team.put("facts/2026-11-20_0000_kim_00000020.json");
    team.settle();
    team.find();
    return new Date("2026-11-21T10:00:00Z");
  },
  "a folder of another year with the same time": (team) =>
    team.put("2024/01/2024-01-01_0000_kim_00000001.md"),
};

Deno.test("newestItems() finds what it would find if nothing were kept", async (t) => {
  for (const [name, change] of Object.entries(CHANGES)) {
    await t.step(name, async () => {
      await using team = await Team.create();
      const before = team.find();
      assertEquals(team.find(), before);
      const now = change(team) ?? NOW;
      team.settle();
      assertEquals(team.find(now), team.findAgain(now));
    });
  }
});

Deno.test("newestItems() takes no notice of what another has kept", async (t) => {
  const texts = {
    "half of it": (text: string) => text.slice(0, text.length / 2),
    "without a seal": (text: string) =>
      text.replace(/"seal":"[^"]*"/, '"seal":"x"').replaceAll("_lee_", "_x_"),
    "of another checkout": (text: string) =>
      text.replace(/"team":"/, '"team":"/x').replaceAll("_lee_", "_x_"),
  };
  for (const [name, edit] of Object.entries(texts)) {
    await t.step(name, async () => {
      await using team = await Team.create();
      const found = team.find();
      const { newestItems: path } = team.layout;
      Deno.writeTextFileSync(path, edit(Deno.readTextFileSync(path)));
      assertEquals(team.find(), found);
    });
  }
});
