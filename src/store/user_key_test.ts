import { assert, assertEquals, assertNotEquals } from "@std/assert";

import type { World } from "../base/world.ts";
import { userKey } from "./user_key.ts";

function worldIn(folder: string): World {
  return {
    env: (name) => name === "CLAUDE_CONFIG_DIR" ? folder : undefined,
    now: () => new Date(0),
    localOffsetMinutes: () => 0,
    cwd: () => folder,
  };
}

Deno.test("userKey() makes one key and keeps it", () => {
  const folder = Deno.makeTempDirSync();
  const all = Array.from({ length: 10 }, () => userKey(worldIn(folder)));
  assertEquals(new Set(all.map((key) => key?.id)).size, 1);
  assertEquals(all[0]?.sign("text"), all[9]?.sign("text"));
  assertNotEquals(all[0]?.sign("text"), all[0]?.sign("other"));
  const names = [...Deno.readDirSync(`${folder}/memory-keeper`)]
    .map(({ name }) => name);
  assertEquals(names, ["key"]);
  if (Deno.build.os !== "windows") {
    const { mode } = Deno.statSync(`${folder}/memory-keeper/key`);
    assertEquals((mode ?? 0) & 0o777, 0o600);
  }
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("userKey() replaces a file that is not a key", () => {
  const folder = Deno.makeTempDirSync();
  Deno.mkdirSync(`${folder}/memory-keeper`);
  Deno.writeTextFileSync(`${folder}/memory-keeper/key`, "half-writ");
  const key = userKey(worldIn(folder));
  assert(key);
  assertEquals(userKey(worldIn(folder))?.id, key.id);
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("userKey() is undefined where no key can be written", () => {
  const file = Deno.makeTempFileSync();
  assertEquals(userKey(worldIn(file)), undefined);
  Deno.removeSync(file);
});

Deno.test({
  name: "userKey() leaves a key that cannot be read for a moment",
  ignore: Deno.build.os !== "linux",
  fn() {
    const folder = Deno.makeTempDirSync();
    const path = `${folder}/memory-keeper/key`;
    Deno.mkdirSync(`${folder}/memory-keeper`);
    // Reading its first byte is an error of the disk (EIO).
    Deno.symlinkSync("/proc/self/mem", path);
    assertEquals(userKey(worldIn(folder)), undefined);
    assert(Deno.lstatSync(path).isSymlink);
    Deno.removeSync(folder, { recursive: true });
  },
});
