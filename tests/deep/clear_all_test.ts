/**
 * `clear all` moves a store away while others are, or want to be, at work in
 * it. MEMORY_KEEPER_CLEARS=40 clears it so often under the hooks (default 2).
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { LockTimeoutError } from "../../src/base/errors.ts";
import { carryOutClear, planClear } from "../../src/memory/clear_memory.ts";
import { isSessionId } from "../../src/store/layout.ts";
import { statFile } from "../../src/store/read_file.ts";
import {
  withAllLocks,
  withSessionLock,
  withStoreLock,
} from "../../src/store/store.ts";
import { tryLock } from "../../src/store/lock.ts";
import {
  AttackedWorld,
  type Fired,
  LIFE,
} from "../support/world/attacked_store.ts";
import { fireHeld, runBounded } from "../support/world/bounded_run.ts";
import { GrowingTranscript } from "../support/world/growing_transcript.ts";
import { STILL_WORLD, TemporaryStore } from "../support/world/in_process.ts";
import { finish, startHolder } from "../support/world/lock_worker.ts";
import {
  CLAIM,
  plantSession,
  wordsOf,
} from "../support/world/planted_session.ts";
import { checkStore } from "../support/oracle/store_invariants.ts";

const POSIX_ONLY = { ignore: Deno.build.os === "windows" };
const ID = (n: number) => `c1ea400${n}-0000-4000-8000-000000000000`;

Deno.test("carryOutClear() removes nothing while another process works", async (t) => {
  for (const session of [ID(2), undefined]) {
    const whose = session ? "on a session" : "on the store";
    await t.step(whose, async () => {
      await using temporary = await TemporaryStore.create();
      const { store } = temporary;
      for (const n of [1, 2, 3]) plantSession(store, ID(n), wordsOf(2));
      const holder = await startHolder({
        boundary: store.project.root,
        store: store.layout.dir,
        who: "rotate",
        ...(session ? { session } : {}),
      });
      const plan = planClear(store, STILL_WORLD, "all");
      const claim = { who: "clear", waitMs: 200 };
      const error = await assertRejects(
        () => carryOutClear(store, plan, claim),
        LockTimeoutError,
        "(rotate, since ",
      );
      assert(!error.message.includes("\n"), error.message);
      assertEquals(statFile(plan.backup ?? ""), undefined);
      assertEquals(temporary.l1Texts().size, 3);
      await finish(holder);
      await carryOutClear(store, plan, claim);
      assertEquals(statFile(store.layout.dir), undefined);
      assert(statFile(plan.backup ?? "")?.isDirectory);
    });
  }
});

Deno.test({
  name:
    "who waits for a lock of a store that is cleared has that of the new one",
  ...POSIX_ONLY,
  async fn(t) {
    const id = ID(1);
    if (!isSessionId(id)) throw new Error("No id");
    const waits = {
      "a session's": [withSessionLock, "sessionLock"],
      "the store's": [
        (store, _, claim, body) => withStoreLock(store, claim, body),
        "storeLock",
      ],
    } satisfies Record<string, [typeof withSessionLock, string]>;
    for (const [name, [wait, kind]] of Object.entries(waits)) {
      await t.step(name, async () => {
        await using temporary = await TemporaryStore.create();
        const { store } = temporary;
        const { layout } = store;
        plantSession(store, id, wordsOf(2));
        await withSessionLock(store, id, CLAIM, () => {});
        const path = kind === "storeLock"
          ? layout.storeLock
          : layout.sessionLock(id);
        let waiter: Promise<boolean> | undefined;
        await withAllLocks(store, CLAIM, async () => {
          const claim = { who: "waiter", waitMs: 10_000 };
          waiter = wait(store, id, claim, async () => {
            assert(statFile(layout.gitignore)?.isFile, "git must see nothing");
            return await tryLock(store.files, path) === "free";
          });
          // Until it has asked for the lock that is about to go.
          await new Promise((resolve) => setTimeout(resolve, 100));
          Deno.renameSync(layout.dir, `${layout.dir}.backup`);
        });
        assertEquals(await waiter, false, "no other process gets it meanwhile");
      });
    }
  },
});

const CLEARS = Number(Deno.env.get("MEMORY_KEEPER_CLEARS") ?? 2);
const TURNS = 2 * CLEARS;

Deno.test({
  name: "hooks run while the memory is cleared",
  ...POSIX_ONLY,
  async fn() {
    using world = new AttackedWorld();
    const stop = LIFE.find(({ words }) => words === "stop") as Fired;
    const sessions = [1, 2, 3].map((n) =>
      new GrowingTranscript(world.transcripts, {
        seed: n,
        sessionId: ID(n),
        cwd: world.project,
        startedAt: world.clock,
        subagents: "none",
      })
    );
    const fire = ({ id }: GrowingTranscript) =>
      fireHeld(world, stop, { stdin: world.payloadOf(stop, id) });
    const work = async (session: GrowingTranscript) => {
      for (const turn of session.turns(TURNS)) {
        session.append(turn.steps.flatMap(({ lines }) => lines));
        await fire(session);
      }
    };
    const clear = async () => {
      for (let i = 0; i < CLEARS; i++) {
        // Backups are named by the second.
        const now = new Date(Date.parse(world.clock) + i * 1000).toISOString();
        const env = { MEMORY_KEEPER_NOW: now };
        const args = ["clear", "all", "--yes"];
        const { code, stderr } = await runBounded(world, args, 15_000, { env });
        assert(code < 2, `clear ended with ${code}: ${stderr}`);
      }
    };
    await fire(sessions[0] as GrowingTranscript);
    await Promise.all([...sessions.map(work), clear()]);
    // In this process: on a busy machine it has all the time it needs.
    for (const { id } of sessions) {
      await world.fire(stop, world.payloadOf(stop, id));
    }
    const stores = [...Deno.readDirSync(`${world.project}/.claude`)]
      .map(({ name }) => name);
    assert(stores.some((name) => name.startsWith("memory.backup-")), "cleared");
    for (const name of stores) {
      const log = `${world.project}/.claude/${name}/logs/keeper.log`;
      const text = statFile(log) ? Deno.readTextFileSync(log) : "";
      const bad = text.split("\n").filter((line) => / failed/.test(line));
      assertEquals(bad, [], name);
    }
    const transcripts = sessions.map(({ path }) => path);
    assertEquals(await checkStore(world.store, { transcripts }), []);
    assert(statFile(`${world.store}/.gitignore`)?.isFile);
  },
});
