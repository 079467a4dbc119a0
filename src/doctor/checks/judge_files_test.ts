import { assertEquals } from "@std/assert";
import type { Surveyed } from "../../store/survey_folder.ts";
import { VERSION } from "../../base/version.ts";
import { isRunnableMode, judgeInstallation } from "./check_installation.ts";
import { judgeModes } from "./check_modes.ts";
import type { Finding } from "./finding.ts";

const told = ({ outcome, reason }: Finding) => `${outcome}: ${reason}`;

const FILE = { isDirectory: false, isSymlink: false, uid: 1000 };
const file = (path: string, mode: number, more = {}): Surveyed => ({
  path,
  info: { ...FILE, mode, ...more } as Deno.FileInfo,
});
const CLOSED = { dir: "/s", mode: 0o40700, uid: 1000 };
const OPEN = { ...CLOSED, mode: 0o40755 };

Deno.test("judgeModes() finds what others may read", async (t) => {
  const rows: [
    string,
    typeof CLOSED,
    Surveyed[],
    boolean,
    string,
    string[],
  ][] = [
    [
      "ours alone",
      CLOSED,
      [file("state/a.json", 0o100600)],
      false,
      "good: readable by you alone",
      [],
    ],
    [
      "what an editor wrote, in a closed store",
      CLOSED,
      [file("memory.md", 0o100644), file("rules.md", 0o100664)],
      false,
      "good: readable by you alone",
      [],
    ],
    [
      "one of ours",
      CLOSED,
      [file("facts.json", 0o100640)],
      false,
      "warning: others may read facts.json",
      ["facts.json"],
    ],
    [
      "an open store",
      OPEN,
      [file("memory.md", 0o100644), file("state", 0o40700)],
      false,
      "warning: others may read the store, memory.md",
      ["", "memory.md"],
    ],
    [
      "a shared store may be open",
      OPEN,
      [file("memory.md", 0o100644)],
      true,
      "good: readable by you alone",
      [],
    ],
    [
      "a link says nothing",
      CLOSED,
      [file("sessions", 0o120777, { isSymlink: true })],
      false,
      "good: readable by you alone",
      [],
    ],
    [
      "root was here",
      CLOSED,
      [file("memory-index.json", 0o100600, { uid: 0 })],
      false,
      "bad: memory-index.json belongs to another user; was Claude Code run " +
      "with sudo?",
      [],
    ],
  ];
  for (const [name, root, files, isShared, expected, closed] of rows) {
    await t.step(name, async () => {
      const done: string[] = [];
      const finding = judgeModes(
        root,
        files,
        isShared,
        (paths) => void done.push(...paths),
      );
      assertEquals(told(finding), expected);
      await finding.fix?.apply();
      assertEquals(done, closed);
    });
  }
});

Deno.test("judgeInstallation() tells a whole installation from others", async (t) => {
  const manifest = { program: VERSION, files: { a: "1", b: "2" } };
  const whole = { missing: [], changed: [] };
  const rows: [string, Parameters<typeof judgeInstallation>, string][] = [
    [
      "whole",
      ["/i", manifest, whole, true],
      `good: ${VERSION} in /i, 2 files as they should be`,
    ],
    [
      "cut short",
      ["/i", { ...manifest, pending: { a: "3" } }, whole, true],
      "bad: was interrupted",
    ],
    [
      "a file is gone",
      ["/i", manifest, { ...whole, missing: ["a"] }, true],
      "bad: missing: a",
    ],
    [
      "changed",
      ["/i", manifest, { ...whole, changed: ["a", "b"] }, true],
      "warning: changed since: a, b",
    ],
    [
      "another version",
      ["/i", { ...manifest, program: "0.0.1" }, whole, true],
      `warning: 0.0.1 in /i; this executable is ${VERSION}`,
    ],
  ];
  for (const [name, given, expected] of rows) {
    await t.step(name, () => {
      assertEquals(told(judgeInstallation(...given)), expected);
    });
  }
  await t.step("a program that is not executable has a fix", () => {
    const { outcome, fix } = judgeInstallation("/i", manifest, whole, false);
    assertEquals([outcome, fix === undefined], ["bad", false]);
  });
});

Deno.test("isRunnableMode() goes by the mode only where there is one", () => {
  assertEquals(isRunnableMode(0o100666, true), true);
  assertEquals(isRunnableMode(0o100666, false), false);
  assertEquals(isRunnableMode(0o100700, false), true);
  assertEquals(isRunnableMode(null, false), true);
});
