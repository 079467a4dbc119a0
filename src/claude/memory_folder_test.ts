import { assertEquals } from "@std/assert";
import { memoryDirectorySetting, projectFolderName } from "./memory_folder.ts";

Deno.test("projectFolderName() is Claude Code's", () => {
  assertEquals(projectFolderName("/home/u/my.app_1"), "-home-u-my-app-1");
  assertEquals(projectFolderName("C:\\src\\앱"), "C--src--");
  const long = projectFolderName(`/${"a".repeat(250)}`);
  assertEquals(long.slice(0, 201), `-${"a".repeat(199)}-`);
  assertEquals(/^[a-z0-9]+$/.test(long.slice(201)), true);
});

Deno.test("memoryDirectorySetting() takes what Claude Code takes", async (t) => {
  const rows: [unknown, string | undefined][] = [
    ["/mem/here/", "/mem/here"],
    ["~/notes", "/home/u/notes"],
    ["C:\\mem", "C:\\mem"],
    ["~/", undefined],
    ["~/..", undefined],
    ["~/../etc", undefined],
    ["relative/path", undefined],
    ["//server/share", undefined],
    ["/", undefined],
    ["/a\0b", undefined],
    [7, undefined],
    [undefined, undefined],
  ];
  for (const [value, expected] of rows) {
    await t.step(JSON.stringify(value) ?? "absent", () => {
      assertEquals(memoryDirectorySetting(value, "/home/u"), expected);
    });
  }
});
