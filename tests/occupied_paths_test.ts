/**
 * Something else lies where we keep our own: what a session says is kept all
 * the same, nothing waits for a FIFO, and every line tells the truth.
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ClonedWorld, SESSION } from "./support/world/cloned_world.ts";
import { parentOf } from "../src/base/path_text.ts";

type Occupy = (at: (name: string) => string) => void;

const file = (...names: string[]): Occupy => (at) => {
  for (const name of names) {
    Deno.mkdirSync(parentOf(at(name)) ?? "", { recursive: true });
    Deno.writeTextFileSync(at(name), "");
  }
};

const OCCUPIED: Readonly<Record<string, Occupy>> = {
  "a file as state/owner": file("state/owner"),
  "a file as logs": file("logs"),
  "a file as .cache": file(".cache"),
  "a file as delta": file("delta"),
  "a folder as store.lock": file("state/store.lock/x"),
  "a lock file that is a folder": file(
    "state/locks-refused",
    "state/store.held/x",
  ),
  "a FIFO as store.lock": (at) => {
    Deno.mkdirSync(at("state"), { recursive: true });
    new Deno.Command("mkfifo", { args: [at("state/store.lock")] }).outputSync();
  },
};

/** With a mark of the user's: something was unpacked over it. */
class OwnWorld extends ClonedWorld {
  protected override readonly ownsWhatItWrites: boolean = true;
}

for (const [name, occupy] of Object.entries(OCCUPIED)) {
  for (const World of [ClonedWorld, OwnWorld]) {
    const whose = World === OwnWorld ? "the user's" : "a brought";
    Deno.test({
      name: `memory is kept with ${name} in ${whose} store`,
      ignore: Deno.build.os === "windows" && name.includes("FIFO") ||
        // The mark lies in that folder.
        World === OwnWorld && name.includes("owner"),
      async fn() {
        using world = new World({});
        world.own();
        occupy((path) => `${world.store}/${path}`);
        world.speak(SESSION, "Where is the lighthouse?", "In the north.");
        const { line } = await world.start();
        await world.stop();
        await world.end();
        const isForeign = World === ClonedWorld;
        assertEquals(line.includes("This folder brings"), isForeign, line);
        const store = isForeign ? world.homeStore : world.store;
        const log = world.files(store).find((one) => one.endsWith(".l1.jsonl"));
        assert(log, world.files(store).join());
        assertStringIncludes(
          Deno.readTextFileSync(`${store}/${log}`),
          "lighthouse",
        );
        const { stdout } = await world.run(["status", "--json"]);
        assertEquals(JSON.parse(stdout).problem, null);
        const doctor = await world.run(["doctor"]);
        assertStringIncludes(doctor.stdout, "memory can be saved here");
      },
    });
  }
}

Deno.test({
  name: "a FIFO in the place of the user's key is replaced",
  ignore: Deno.build.os === "windows",
  async fn() {
    using world = new ClonedWorld({});
    const folder = `${world.home}/.claude/memory-keeper`;
    Deno.mkdirSync(folder, { recursive: true });
    new Deno.Command("mkfifo", { args: [`${folder}/key`] }).outputSync();
    assertEquals((await world.run(["status"])).code, 0);
    assert(Deno.lstatSync(`${folder}/key`).isFile);
  },
});
