import { assert, assertEquals, assertFalse } from "@std/assert";
import {
  absolutePath,
  baseName,
  isAbsolute,
  isInside,
  isSamePath,
  parentOf,
} from "./path_text.ts";

type System = "posix" | "windows";
const windows = (system: System) => system === "windows";

Deno.test("baseName() gives the last name of a path", async (t) => {
  const rows: [System, string, string][] = [
    ["posix", "/a/b", "b"],
    ["posix", "/a/b/", "b"],
    ["posix", "/a/b//", "b"],
    ["posix", "b", "b"],
    ["posix", "/", ""],
    ["posix", "", ""],
    ["posix", "/집/프로젝트", "프로젝트"],
    ["posix", "/a/b\\c", "b\\c"],
    ["posix", "/a/two words", "two words"],
    ["windows", "C:\\a\\b", "b"],
    ["windows", "C:/a/b\\", "b"],
    ["windows", "C:\\사용자\\프로젝트", "프로젝트"],
    ["windows", "\\\\server\\share\\a", "a"],
    ["windows", "C:\\", "C:"],
  ];
  for (const [system, path, expected] of rows) {
    await t.step(`${system}: ${JSON.stringify(path)}`, () => {
      assertEquals(baseName(path, windows(system)), expected);
    });
  }
});

Deno.test("parentOf() gives the folder above, or undefined at the top", async (t) => {
  const rows: [System, string, string | undefined][] = [
    ["posix", "/a/b", "/a"],
    ["posix", "/a/b/", "/a"],
    ["posix", "/a", "/"],
    ["posix", "/", undefined],
    ["posix", "//", undefined],
    ["posix", "a", undefined],
    ["posix", "", undefined],
    ["posix", "a/b", "a"],
    ["posix", "/집/프로젝트", "/집"],
    ["posix", "/a\\b/c", "/a\\b"],
    ["windows", "C:\\a\\b", "C:\\a"],
    ["windows", "C:/a/b/", "C:/a"],
    ["windows", "C:\\a/b", "C:\\a"],
    ["windows", "C:\\a", "C:\\"],
    ["windows", "c:/a", "c:/"],
    ["windows", "C:\\", undefined],
    ["windows", "C:", undefined],
    ["windows", "C:\\사용자\\프로젝트", "C:\\사용자"],
    ["windows", "\\\\server\\share\\a\\b", "\\\\server\\share\\a"],
    ["windows", "\\\\server\\share\\a", "\\\\server\\share"],
    ["windows", "\\\\server\\share", undefined],
    ["windows", "\\\\server\\share\\", undefined],
    ["windows", "//server/share/a", "//server/share"],
  ];
  for (const [system, path, expected] of rows) {
    await t.step(`${system}: ${JSON.stringify(path)}`, () => {
      assertEquals(parentOf(path, windows(system)), expected);
    });
  }
});

Deno.test("parentOf() reaches the top from anywhere", async (t) => {
  const rows: [System, string, number][] = [
    ["posix", "/a//b///c/", 3],
    ["windows", "C:\\a\\\\b/c\\", 3],
    ["windows", "\\\\server\\share\\a\\b", 2],
  ];
  for (const [system, path, steps] of rows) {
    await t.step(`${system}: ${JSON.stringify(path)}`, () => {
      let taken = 0;
      let at = parentOf(path, windows(system));
      for (; at !== undefined && taken < 20; taken++) {
        at = parentOf(at, windows(system));
      }
      assertEquals(taken, steps);
    });
  }
});

Deno.test("isAbsolute() tells full paths from the rest", async (t) => {
  const rows: [System, string, boolean][] = [
    ["posix", "/", true],
    ["posix", "/a", true],
    ["posix", "a", false],
    ["posix", "./a", false],
    ["posix", "C:\\a", false],
    ["posix", "", false],
    ["windows", "C:\\a", true],
    ["windows", "c:/a", true],
    ["windows", "\\\\server\\share", true],
    ["windows", "//server/share", true],
    // These depend on the current drive or on its current folder.
    ["windows", "C:a", false],
    ["windows", "\\a", false],
    ["windows", "a\\b", false],
    ["windows", "", false],
  ];
  for (const [system, path, expected] of rows) {
    await t.step(`${system}: ${JSON.stringify(path)}`, () => {
      assertEquals(isAbsolute(path, windows(system)), expected);
    });
  }
});

Deno.test("isInside() compares whole names", async (t) => {
  const rows: [System, string, string, boolean][] = [
    ["posix", "/a/b", "/a/b", true],
    ["posix", "/a/b/", "/a/b", true],
    ["posix", "/a/b", "/a/b/", true],
    ["posix", "/a/b/c/d", "/a/b", true],
    ["posix", "/a/bc", "/a/b", false],
    ["posix", "/a/b", "/a/bc", false],
    ["posix", "/a", "/a/b", false],
    ["posix", "/b/a/b", "/a/b", false],
    ["posix", "/anything", "/", true],
    ["posix", "/A/b", "/a", false],
    ["posix", "/집/프로젝트/메모", "/집/프로젝트", true],
    ["posix", "/집/프로젝트2", "/집/프로젝트", false],
    ["windows", "C:\\a\\b", "C:\\a", true],
    ["windows", "C:/a/b", "C:\\a\\", true],
    ["windows", "c:\\A\\B", "C:\\a\\b", true],
    ["windows", "C:\\ab", "C:\\a", false],
    ["windows", "D:\\a\\b", "C:\\a", false],
    ["windows", "C:\\사용자\\가", "c:\\사용자", true],
    ["windows", "\\\\Server\\Share\\a", "\\\\server\\share", true],
    ["windows", "\\\\server\\share2\\a", "\\\\server\\share", false],
  ];
  for (const [system, path, folder, expected] of rows) {
    const name = `${system}: ${path} in ${folder} is ${expected}`;
    await t.step(name, () => {
      assertEquals(isInside(path, folder, windows(system)), expected);
    });
  }
});

Deno.test("absolutePath() begins where the person is", () => {
  const rows: [string, string, boolean, string][] = [
    ["a/b", "/work", false, "/work/a/b"],
    ["/a", "/work", false, "/a"],
    ["\\a", "/work", false, "/work/\\a"],
    ["D:\\a", "C:\\work", true, "D:\\a"],
    ["/nowhere", "C:\\work", true, "C:/nowhere"],
    ["\\nowhere", "\\\\srv\\share\\x", true, "\\\\srv\\share\\nowhere"],
    ["a", "C:\\work", true, "C:\\work/a"],
  ];
  for (const [path, cwd, windows, expected] of rows) {
    assertEquals(absolutePath(path, cwd, windows), expected);
  }
});

Deno.test("isSamePath() knows that Windows has no case", () => {
  assert(isSamePath("C:\\Users\\Ada", "c:/users/ada/", true));
  assert(isSamePath("/home/ada/", "/home/ada", false));
  assertFalse(isSamePath("/home/Ada", "/home/ada", false));
  assertFalse(isSamePath("C:\\Users", "C:\\Users\\Ada", true));
});
