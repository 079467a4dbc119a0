import { assertEquals } from "@std/assert";
import { isReadOnly } from "./file_kinds.ts";

Deno.test("isReadOnly() takes no mark of a Windows folder for a lock", () => {
  const folder = { mode: 0o040444, isDirectory: true };
  const file = { mode: 0o100444, isDirectory: false };
  assertEquals(isReadOnly(folder, false), true);
  assertEquals(isReadOnly(folder, true), false);
  assertEquals(isReadOnly(file, false), true);
  assertEquals(isReadOnly(file, true), true);
  assertEquals(isReadOnly({ mode: 0o100644, isDirectory: false }), false);
  assertEquals(isReadOnly({ mode: null, isDirectory: false }), false);
});
