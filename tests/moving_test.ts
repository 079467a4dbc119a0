/** export and import-store: the same memory elsewhere, and nothing else. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs";
import { gzipBytes } from "../src/store/gzip.ts";
import { hashBytes } from "../src/base/hex.ts";
import { TAR_END, type TarMember, tarMember } from "../src/store/tar.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";

const env = { MEMORY_KEEPER_NOW: "2026-02-01T17:27:00Z", TZ: "UTC" };
const ARCHIVE = "project-memory-20260201.tar.gz";

async function run(world: SealedWorld, ...args: string[]) {
  return await world.run(args, { env });
}

async function done(world: SealedWorld, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(world, ...args);
  assertEquals([code, stderr], [0, ""], args.join(" "));
  return stdout;
}

/** A world with something to move, and its archive. */
async function packedWorld(): Promise<SealedWorld> {
  const world = new SealedWorld();
  await done(world, "save", "Round last, because tides were late.");
  await done(world, "remember", "Never sail at dusk");
  await done(world, "search", "tides");
  world.write(`backups/${"deep/".repeat(20)}x.md`, "A long path");
  world.write("sessions/밀물.md", "물때표");
  assertStringIncludes(await done(world, "export"), `project/${ARCHIVE} (`);
  return world;
}

const archiveOf = (world: SealedWorld) => `${world.project}/${ARCHIVE}`;

/** Every file that is moved, with its bytes. */
function contents(world: SealedWorld): Record<string, string> {
  return Object.fromEntries(
    world.files().filter((name) =>
      !/^\.cache|^state\/owner|\.(?:lock|holder)$/.test(name)
    )
      .map((name) => [name, world.read(name)]),
  );
}

Deno.test("export and import-store move a memory in two commands", async () => {
  using from = await packedWorld();
  using to = new SealedWorld();
  const refused = await run(to, "import-store", archiveOf(from));
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, "was not exported with this user's key");
  assertEquals(to.files(to.project), [], "a refusal leaves no trace");
  const within = await to.run(
    ["import-store", archiveOf(from), "--trust"],
    { env: { ...env, CLAUDECODE: "1" } },
  );
  assertStringIncludes(within.stderr, "Only you can trust a memory");
  const said = await done(to, "import-store", archiveOf(from), "--trust");
  assertStringIncludes(said, 'of "project", exported on 2026-02-01');
  assertEquals(contents(to), contents(from));
  assertStringIncludes(await done(to, "search", "dusk"), "Never sail at dusk");
});

Deno.test({
  name: "export makes an archive that only its user can read",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    using from = await packedWorld();
    const { mode } = Deno.statSync(archiveOf(from));
    assertEquals((mode ?? 0) & 0o777, 0o600);
  },
});

Deno.test("import-store fills a home store as well", async () => {
  using from = await packedWorld();
  using to = new SealedWorld();
  await done(to, "config", "set", "--global", "storage", "home");
  await done(to, "import-store", archiveOf(from), "--trust");
  assertStringIncludes(await done(to, "load"), "tides were late");
  const home = `${to.home}/.claude/memory-keeper/projects`;
  assertEquals(Array.from(Deno.readDirSync(home)).length, 1, "nothing is left");
});

Deno.test("an archive of this user's own needs no trust", async () => {
  using world = await packedWorld();
  const before = contents(world);
  await done(world, "save", "Something later.");
  const there = await run(world, "import-store", archiveOf(world));
  assertEquals(there.code, 1);
  assertStringIncludes(there.stderr, "There is memory in");
  await done(world, "off", "--for", "2h");
  await done(world, "import-store", archiveOf(world), "--replace");
  const { "off.json": off, ...rest } = contents(world);
  assertEquals(rest, before);
  assertStringIncludes(off ?? "", '"from": "2026-02-01T17:27:00.000Z"');
  const backup = `${world.store}.backup-20260201172700`;
  const kept = Deno.readTextFileSync(`${backup}/memory.md`);
  assertStringIncludes(kept, "Something later.");
});

Deno.test("export refuses to replace, and to be inside the memory", async () => {
  using world = await packedWorld();
  assertEquals((await run(world, "export")).code, 1);
  assertEquals((await run(world, "export", "--force")).code, 0);
  const inside = `${world.store}/x.tar.gz`;
  assertEquals((await run(world, "export", "--out", inside)).code, 2);
});

const encode = (text: string) => new TextEncoder().encode(text);

/** An archive of these members, and a manifest that is right about them. */
async function archive(
  members: readonly TarMember[],
  change: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
  told: readonly TarMember[] = members,
): Promise<Uint8Array> {
  const files = await Promise.all(told.map(async ({ path, bytes }) => ({
    path: path.replace(/^memory\//, ""),
    bytes: bytes.length,
    sha256: await hashBytes(bytes),
  })));
  const manifest = { version: 1, project: "x", made: "2026", by: "x", files };
  const bytes = encode(JSON.stringify(manifest));
  const parts = [...members, { path: "manifest.json", bytes }]
    .flatMap((member) => [...tarMember(member)]);
  const whole = new Uint8Array(
    await new Blob(
      [...parts, TAR_END].map((part) => new Uint8Array(part)),
    ).arrayBuffer(),
  );
  return await gzipBytes(change(whole));
}

const member = (path: string, text = "words"): TarMember => ({
  path,
  bytes: encode(text),
});
const MEMORY = member("memory/memory.md");

/** The first header with another kind of member, its checksum corrected. */
function asKind(kind: string): (tar: Uint8Array) => Uint8Array {
  return (tar) => {
    const changed = new Uint8Array(tar);
    changed.set(encode(kind), 156);
    const more = kind.charCodeAt(0) - "0".charCodeAt(0);
    const sum = parseInt(
      new TextDecoder().decode(changed.subarray(148, 154)),
      8,
    ) + more;
    changed.set(encode(sum.toString(8).padStart(6, "0")), 148);
    return changed;
  };
}

const HOSTILE: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  "a path upwards": () => archive([member("memory/../../escaped")]),
  "a path next to it": () => archive([member("escaped")]),
  "an absolute path": () => archive([member("/tmp/escaped")]),
  "a backslash": () => archive([member("memory/..\\escaped")]),
  "a drive": () => archive([member("memory/c:escaped")]),
  "something derived": () => archive([member("memory/.cache/search.db")]),
  "an owner's mark": () => archive([member("memory/state/owner/abc")]),
  "a link": () => archive([MEMORY], asKind("2")),
  "a hard link": () => archive([MEMORY], asKind("1")),
  "a device": () => archive([MEMORY], asKind("3")),
  "an extension": () => archive([MEMORY], asKind("x")),
  "the same name twice": () => archive([MEMORY, member("memory/Memory.md")]),
  "a file that was changed": () =>
    archive([MEMORY], undefined, [member("memory/memory.md", "other")]),
  "a file that is missing": () =>
    archive([MEMORY], undefined, [MEMORY, member("memory/facts.json")]),
  "a file more": () =>
    archive([MEMORY, member("memory/rules.md")], undefined, [MEMORY]),
  "an end too early": () => archive([MEMORY], (tar) => tar.subarray(0, 900)),
  "a header that is damaged": () =>
    archive([MEMORY], (tar) => tar.with(3, 0x58)),
  "no manifest": () =>
    archive([MEMORY], (tar) => tar.with(1024, 0).fill(0, 1024)),
  "no gzip": () => Promise.resolve(encode("memory")),
  "a bomb": () =>
    archive([{ path: "memory/x.md", bytes: new Uint8Array(40 * 1024 ** 2) }]),
};

Deno.test("import-store refuses what no export makes, trusted or not", async (t) => {
  using world = new SealedWorld();
  const file = `${world.dir}/hostile.tar.gz`;
  for (const [name, make] of Object.entries(HOSTILE)) {
    await t.step(name, async () => {
      Deno.writeFileSync(file, await make());
      const { code, stderr } = await run(
        world,
        "import-store",
        file,
        "--trust",
      );
      assert(code !== 0, name);
      assertStringIncludes(stderr, "Cannot read the archive: ");
      assertEquals(world.files(world.project), []);
      assert(!existsSync(`${world.dir}/escaped`));
    });
  }
  Deno.writeFileSync(file, await archive([MEMORY]));
  assertEquals((await run(world, "import-store", file, "--trust")).code, 0);
});
