/**
 * Disks and permissions at their worst, under real processes: full, read-only,
 * forbidden, immutable, failing, slow. What needs root, a mount or strace and
 * finds none is skipped.
 */

import {
  assertEquals,
  assertMatch,
  assertNotMatch,
  assertStringIncludes,
} from "@std/assert";
import {
  type AttackedWorld,
  LIVE,
  makeBase,
} from "../support/world/attacked_store.ts";
import {
  canRun,
  endureAll,
  type Fault,
  runHelper,
} from "../support/world/enduring_world.ts";
import { payload } from "../support/world/sealed_world.ts";

const POSIX_ONLY = { ignore: Deno.build.os === "windows" };

/** Put the store onto a small file system of its own. */
function mountStore(world: AttackedWorld): void {
  const kept = `${world.dir}/kept`;
  Deno.renameSync(world.store, kept);
  Deno.mkdirSync(world.store);
  runHelper("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", world.store);
  runHelper("cp", "-a", `${kept}/.`, world.store);
}

/** And what is there now back onto the usual one. */
function unmountStore(world: AttackedWorld): void {
  const kept = `${world.dir}/kept`;
  Deno.removeSync(kept, { recursive: true });
  runHelper("cp", "-a", `${world.store}/.`, kept);
  runHelper("umount", world.store);
  Deno.removeSync(world.store);
  Deno.renameSync(kept, world.store);
}

function fill(path: string): void {
  using file = Deno.openSync(path, { write: true, create: true });
  const chunk = new Uint8Array(4096);
  try {
    for (;;) file.writeSync(chunk);
  } catch (error) {
    if (!/os error 28/.test(String(error))) throw error;
  }
}

function needsMount(): string | undefined {
  const dir = Deno.makeTempDirSync();
  const can = canRun("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", dir);
  if (can) runHelper("umount", dir);
  Deno.removeSync(dir);
  return can ? undefined : "no file system can be mounted here";
}

function ownerOfNewFiles(): number | null {
  const dir = Deno.makeTempDirSync();
  const { uid } = Deno.statSync(dir);
  Deno.removeSync(dir);
  return uid;
}

/** Root without the right to ignore permissions. */
const UNPRIVILEGED = ownerOfNewFiles() === 0
  ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
  : [];

function needsModes(): string | undefined {
  const [command, ...args] = [...UNPRIVILEGED, "true"];
  return canRun(command as string, ...args)
    ? undefined
    : "root, and no setpriv to give that up";
}

function needsImmutable(): string | undefined {
  const file = Deno.makeTempFileSync();
  const can = canRun("chattr", "+i", file);
  if (can) runHelper("chattr", "-i", file);
  Deno.removeSync(file);
  return can ? undefined : "chattr +i is not possible here";
}

const needsStrace = () =>
  canRun("strace", "-qq", "-o", "/dev/null", "true")
    ? undefined
    : "no strace here";

const strace = (...inject: string[]) => [
  "strace",
  "-f",
  "-qq",
  "-o",
  "/dev/null",
  ...inject.flatMap((one) => ["-e", `inject=${one}`]),
];

const state = (world: AttackedWorld) =>
  ["state", "sessions"].map((name) => `${world.store}/${name}`);

const FAULTS: readonly Fault[] = [
  {
    name: "disk full",
    unavailable: needsMount,
    begin(world) {
      mountStore(world);
      fill(`${world.store}/filler`);
    },
    end(world) {
      Deno.removeSync(`${world.store}/filler`);
      unmountStore(world);
    },
    save: 3,
  },
  {
    name: "file system read-only",
    unavailable: needsMount,
    begin(world) {
      mountStore(world);
      runHelper("mount", "-o", "remount,ro", world.store);
    },
    end(world) {
      runHelper("mount", "-o", "remount,rw", world.store);
      unmountStore(world);
    },
    save: 3,
  },
  {
    name: "store not writable (0500)",
    unavailable: needsModes,
    begin(world) {
      runHelper("chmod", "-R", "a-w", world.store);
    },
    end(world) {
      runHelper("chmod", "-R", "u+w", world.store);
    },
    meanwhile: { before: UNPRIVILEGED },
    save: 3,
  },
  {
    name: "store not readable (0000)",
    unavailable: needsModes,
    begin: ({ store }) => Deno.chmodSync(store, 0),
    end: ({ store }) => Deno.chmodSync(store, 0o700),
    meanwhile: { before: UNPRIVILEGED },
    save: 3,
  },
  {
    name: "state and logs forbidden (0000)",
    unavailable: needsModes,
    begin: (world) => state(world).forEach((dir) => Deno.chmodSync(dir, 0)),
    end: (world) => state(world).forEach((dir) => Deno.chmodSync(dir, 0o700)),
    meanwhile: { before: UNPRIVILEGED },
    // Whose store it is cannot be told: what is new goes to the home store.
    save: 0,
  },
  {
    name: "transcripts forbidden (0000)",
    unavailable: needsModes,
    begin: ({ transcripts }) => Deno.chmodSync(transcripts, 0),
    end: ({ transcripts }) => Deno.chmodSync(transcripts, 0o700),
    meanwhile: { before: UNPRIVILEGED },
    save: 0,
  },
  {
    name: "store immutable (chattr +i)",
    unavailable: needsImmutable,
    begin: ({ store }) => runHelper("chattr", "-R", "+i", store),
    end: ({ store }) => runHelper("chattr", "-R", "-i", store),
    save: 3,
  },
  {
    name: "every sync fails (EIO)",
    unavailable: needsStrace,
    meanwhile: { before: strace("fsync,fdatasync:error=EIO") },
    save: 3,
  },
  {
    name: "every rename fails (EIO)",
    unavailable: needsStrace,
    meanwhile: { before: strace("rename,renameat,renameat2:error=EIO") },
    save: 3,
  },
  ...["ENOLCK", "ENOSYS", "EOPNOTSUPP", "EACCES"].map((error): Fault => ({
    name: `locks are refused (${error})`,
    unavailable: needsStrace,
    meanwhile: { before: strace(`flock:error=${error}`) },
    save: 0,
  })),
  {
    name: "a slow disk (0.2 s a sync)",
    unavailable: needsStrace,
    meanwhile: { before: strace("fsync,fdatasync:delay_enter=200000") },
    save: 0,
  },
];

Deno.test({
  name: "hooks and commands survive broken disks",
  ...POSIX_ONLY,
  async fn(t) {
    using base = await makeBase();
    await endureAll(t, base, FAULTS);
  },
});

Deno.test({
  name: "a full disk is reported wherever something would be saved",
  ignore: POSIX_ONLY.ignore || needsMount() !== undefined,
  async fn() {
    using world = await makeBase();
    mountStore(world);
    try {
      fill(`${world.store}/filler`);
      const said = await world.hook(
        "user-prompt-submit",
        payload("UserPromptSubmit", LIVE, { prompt: "remember: round last" }),
      );
      assertEquals([said.code, said.stderr], [0, ""]);
      assertStringIncludes(
        JSON.parse(said.stdout).systemMessage,
        "no rule was kept",
      );
      for (const command of ["status", "doctor"]) {
        const { stdout } = await world.run([command]);
        assertStringIncludes(stdout.toLowerCase(), "no space left");
      }
      for (const words of ["reindex", "save x", "set project x"]) {
        // What a command gives back of the index would be room for the next.
        fill(`${world.store}/filler-${words}`);
        const { code, stderr } = await world.run(words.split(" "));
        assertEquals(code, 3, words);
        assertMatch(stderr, /^error: .*(?:no space left|disk is full)/m);
        assertNotMatch(stderr, /^ +at /m);
      }
    } finally {
      for (const { name } of Deno.readDirSync(world.store)) {
        if (name.startsWith("filler")) {
          Deno.removeSync(`${world.store}/${name}`);
        }
      }
      unmountStore(world);
    }
  },
});
