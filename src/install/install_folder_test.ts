import { assertEquals, assertThrows } from "@std/assert";
import { UserError } from "../base/errors.ts";
import type { World } from "../base/world.ts";
import {
  executableFile,
  folderOfExecutable,
  installFolder,
} from "./install_folder.ts";

const worldWith = (env: Record<string, string>, cwd = "/work"): World => ({
  env: (name) => env[name],
  now: () => new Date(0),
  localOffsetMinutes: () => 0,
  cwd: () => cwd,
});

Deno.test("folderOfExecutable() judges by the executable's path", () => {
  const of = folderOfExecutable;
  assertEquals(of("/opt/mk/plugin/bin/memory-keeper", false), "/opt/mk");
  assertEquals(
    of("D:\\mk\\plugin\\bin\\memory-keeper.exe", true),
    "D:\\mk",
  );
  assertEquals(of("/home/keeper/.local/bin/memory-keeper", false), undefined);
});

Deno.test("installFolder() is the system's place for a program's data", async (t) => {
  const windows = {
    USERPROFILE: "C:\\Users\\지수",
    LOCALAPPDATA: "D:\\Local",
  };
  const rows: [string, Record<string, string>, boolean, string][] = [
    ["home", { HOME: "/h" }, false, "/h/.local/share/memory-keeper"],
    [
      "XDG_DATA_HOME",
      { HOME: "/h", XDG_DATA_HOME: "/data" },
      false,
      "/data/memory-keeper",
    ],
    [
      "a relative XDG_DATA_HOME is ignored",
      { HOME: "/h", XDG_DATA_HOME: "data" },
      false,
      "/h/.local/share/memory-keeper",
    ],
    ["LOCALAPPDATA", windows, true, "D:\\Local\\memory-keeper"],
    [
      "USERPROFILE",
      { USERPROFILE: windows.USERPROFILE },
      true,
      "C:\\Users\\지수\\AppData\\Local\\memory-keeper",
    ],
  ];
  for (const [name, env, isWindows, expected] of rows) {
    await t.step(name, () => {
      assertEquals(
        installFolder(worldWith(env), undefined, isWindows),
        expected,
      );
    });
  }
});

Deno.test("installFolder() takes a named folder, relative to the current one", () => {
  const rows: [string, string, boolean, string][] = [
    ["/opt/keeper", "/work", false, "/opt/keeper"],
    ["keeper", "/work", false, "/work/keeper"],
    ["D:\\keeper", "C:\\work", true, "D:\\keeper"],
    ["\\\\server\\share\\keeper", "C:\\", true, "\\\\server\\share\\keeper"],
    ["keeper", "C:\\work", true, "C:\\work/keeper"],
  ];
  for (const [named, cwd, windows, expected] of rows) {
    assertEquals(installFolder(worldWith({}, cwd), named, windows), expected);
  }
});

Deno.test("installFolder() says what is missing", () => {
  for (const windows of [false, true]) {
    assertThrows(
      () => installFolder(worldWith({}), undefined, windows),
      UserError,
      "Cannot find the home folder",
    );
  }
});

Deno.test("executableFile() has the system's ending", () => {
  assertEquals(executableFile(true), "memory-keeper.exe");
  assertEquals(executableFile(false), "memory-keeper");
});
