import { assert, assertEquals } from "@std/assert";
import { measureStore } from "./_store_sizes.ts";
import { looksDuring } from "../../tests/support/world/counted_files.ts";
import { TemporaryStore } from "../../tests/support/world/in_process.ts";

const LOGS = 250;
const FEW = 10;
const OPEN = "2026-01-20_1000_0a11ce00";
const OTHER = "2026-01-20_1000_00000007";

class Sessions implements AsyncDisposable {
  private constructor(readonly temporary: TemporaryStore) {}

  static async create(): Promise<Sessions> {
    const made = new Sessions(await TemporaryStore.create());
    const { sessions } = made.store.layout;
    Deno.mkdirSync(`${sessions}/archive`, { recursive: true });
    Deno.writeTextFileSync(`${sessions}/archive/2026-01.md`, "Tides");
    for (let n = 0; n < LOGS; n++) {
      const short = String(n).padStart(8, "0");
      made.append(`2026-01-20_1000_${short}`, "0123456789");
    }
    made.append(OPEN, "01234");
    made.age();
    return made;
  }

  get store() {
    return this.temporary.store;
  }

  /** As if the folders had changed then: a change right now is not kept. */
  age(): void {
    const { sessions } = this.store.layout;
    const at = new Date("2026-01-21T00:00:00.000Z");
    for (const path of [`${sessions}/archive`, sessions]) {
      Deno.utimeSync(path, at, at);
    }
  }

  append(stem: string, text: string): void {
    Deno.writeTextFileSync(this.store.layout.l1(stem), text, { append: true });
  }

  async measure(open: readonly string[] = [OPEN]) {
    let sizes = { logs: 0, logBytes: 0 };
    const looks = await looksDuring(this.store.layout.sessions, () => {
      const { logs, logBytes } = measureStore(this.store, open);
      sizes = { logs, logBytes };
      return Promise.resolve();
    });
    return { ...sizes, looks: looks.length };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.temporary[Symbol.asyncDispose]();
  }
}

Deno.test("measureStore() looks at logs again only if their folder has changed", async () => {
  await using sessions = await Sessions.create();
  const first = await sessions.measure();
  assert(first.looks > LOGS, `${first.looks} looks`);
  const { looks, ...again } = await sessions.measure();
  assertEquals(again, { logs: LOGS + 1, logBytes: 10 * LOGS + 5 });
  assert(looks < FEW, `${looks} looks`);
  sessions.append("2026-01-22_1000_0b0b0000", "01");
  const more = await sessions.measure();
  assertEquals(more.logs, LOGS + 2);
  assertEquals(more.logBytes, 10 * LOGS + 7);
});

Deno.test("measureStore() sees logs grow that are not over", async () => {
  await using sessions = await Sessions.create();
  await sessions.measure();
  sessions.append(OPEN, "56789");
  const grown = await sessions.measure();
  assertEquals(grown.logBytes, 10 * LOGS + 10);
  assert(grown.looks < FEW, `${grown.looks} looks`);
  // A session that goes on after it was over.
  sessions.append(OTHER, "abc");
  const { logBytes } = await sessions.measure([OPEN, OTHER]);
  assertEquals(logBytes, 10 * LOGS + 13);
});

Deno.test("measureStore() does not keep what may change within a tick", async () => {
  await using sessions = await Sessions.create();
  const now = new Date();
  Deno.utimeSync(sessions.store.layout.sessions, now, now);
  await sessions.measure();
  assert((await sessions.measure()).looks > LOGS);
});

Deno.test("measureStore() at worst shows what a forged file says", async (t) => {
  await using sessions = await Sessions.create();
  const { sessionSizes } = sessions.store.layout;
  await sessions.measure();
  const kept = JSON.parse(Deno.readTextFileSync(sessionSizes));
  const forged = {
    "no JSON": "{",
    "no folders": { ...kept, folders: {} },
    "a folder elsewhere": { ...kept, folders: { "sessions/../../..": 1 } },
    "no path": { ...kept, folders: { "sessions/\0": 1 } },
    "a stem elsewhere": { ...kept, open: [OPEN, "../../\0"] },
    "no number": { ...kept, sizes: { logs: "many" } },
    "no date": { ...kept, sizes: { ...kept.sizes, newestSaveMs: 2 ** 53 - 1 } },
  };
  for (const [name, value] of Object.entries(forged)) {
    await t.step(name, async () => {
      Deno.writeTextFileSync(
        sessionSizes,
        typeof value === "string" ? value : JSON.stringify(value),
      );
      const { logs, logBytes } = await sessions.measure();
      assertEquals([logs, logBytes], [LOGS + 1, 10 * LOGS + 5]);
    });
  }
});
