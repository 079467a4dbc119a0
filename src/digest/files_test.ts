import { assertEquals } from "@std/assert";
import { bash, edit, tool } from "../../tests/support/world/l1_entries.ts";
import { changedFiles } from "./files.ts";
import type { L1Entry } from "../session/log_entry.ts";

const read = (target: string) => tool("Read", { target });

Deno.test("changedFiles() tells edits and shell commands in one list", async (t) => {
  const rows: [name: string, entries: L1Entry[], names: string[]][] = [
    ["a short path is the long one that was read", [
      read("/p/src/a.ts"),
      edit("/p/src/b.ts"),
      bash("sed -i 's/x/y/' src/a.ts"),
      bash("echo z >> lib/c.ts"),
    ], ["`src/b.ts`", "`src/a.ts`", "`lib/c.ts`"]],
    ["a file that was there and is removed", [
      read("/p/src/a.ts"),
      edit("/p/src/b.ts"),
      bash("rm src/a.ts"),
    ], ["`b.ts`", "`a.ts` (removed)"]],
    ["a path of Windows as its tools and as its shell say it", [
      read("C:\\p\\src\\a.ts"),
      edit("C:\\p\\src\\b.ts"),
      bash("rm /c/p/src/a.ts && echo z >> C:/p/src/c.ts"),
    ], ["`b.ts`", "`c.ts`", "`a.ts` (removed)"]],
    ["a folder, with what was changed in it", [
      read("/p/old/a.ts"),
      edit("/p/old/a.ts"),
      edit("/p/new/a.ts"),
      bash("rm -rf /p/old"),
    ], ["`new/a.ts`", "`old` (removed)"]],
    ["what was made and removed again is no change", [
      edit("/p/a.ts"),
      tool("Write", { target: "/p/try.js" }),
      bash("rm /p/try.js"),
    ], ["`a.ts`"]],
    ["a file that moved", [
      tool("Write", { target: "/p/docs/a.md" }),
      bash("mv /p/docs/a.md /p/docs/guide/a.md"),
      edit("/p/docs/guide/a.md"),
    ], ["`guide/a.md` ×2"]],
    ["build output and scratch files are not told", [
      edit("/p/a.ts"),
      bash("rm -rf dist && cat > /tmp/note <<'EOF'"),
    ], ["`a.ts`"]],
    ["an edited file was there before", [
      edit("/p/a.ts"),
      edit("/p/b.ts"),
      bash("rm /p/b.ts"),
    ], ["`a.ts`", "`b.ts` (removed)"]],
    ["what was undone is no change", [
      edit("/p/a.ts"),
      edit("/p/b.ts"),
      bash("git checkout -- b.ts"),
    ], ["`a.ts`"]],
    ["what was committed and undone later is one", [
      edit("/p/a.ts"),
      edit("/p/b.ts"),
      bash("git commit -am 'Both'"),
      edit("/p/b.ts"),
      bash("git restore b.ts"),
    ], ["`b.ts` ×2", "`a.ts`"]],
    ["what failed changed nothing", [
      edit("/p/a.ts"),
      bash("rm /p/a.ts", { result: "error" }),
    ], ["`a.ts`"]],
  ];
  for (const [name, entries, names] of rows) {
    await t.step(
      name,
      () => assertEquals(changedFiles(entries).names, names),
    );
  }
});

Deno.test("changedFiles() leaves nothing to commit of what was undone", () => {
  const entries = [
    edit("/p/a.ts"),
    bash("git commit -am 'Once'"),
    edit("/p/a.ts"),
    edit("/p/b.ts"),
    bash("git restore a.ts"),
  ];
  assertEquals(changedFiles(entries).since(1), ["`b.ts`"]);
});

Deno.test("changedFiles() tells paths from the project's folder", () => {
  const deep = "/home/me/a-folder-with-a-long-name/and-another-long-one/tide";
  const entries = [edit(`${deep}/src/a.ts`), edit(`${deep}/src/b.ts`)];
  const told = (project?: string) => {
    const { root, names } = changedFiles(entries, project);
    return { root, names };
  };
  assertEquals(told(deep), { root: "", names: ["`src/a.ts`", "`src/b.ts`"] });
  const elsewhere = {
    root: "and-another-long-one/tide/src",
    names: ["`a.ts`", "`b.ts`"],
  };
  assertEquals(told("/home/me/another"), elsewhere);
  assertEquals(told(), elsewhere);
  const long = "x".repeat(45);
  const below = changedFiles([edit(`/p/${long}/yyyyyyyy/a.ts`)]);
  assertEquals(below.root, "yyyyyyyy", "whole folders, however long");
});
