import { assertEquals } from "@std/assert";
import { claudeFolder, homeFolder } from "./folders.ts";

const worldWith = (env: Record<string, string>) => ({
  env: (name: string) => env[name],
  now: () => new Date(0),
  localOffsetMinutes: () => 0,
  cwd: () => "/",
});

Deno.test("homeFolder() is what Claude Code takes on each system", () => {
  const both = worldWith({ HOME: "/c/Users/a", USERPROFILE: "C:\\Users\\a" });
  assertEquals(homeFolder(both, true), "C:\\Users\\a");
  assertEquals(homeFolder(both, false), "/c/Users/a");
  assertEquals(homeFolder(worldWith({ HOME: "D:\\h" }), true), "D:\\h");
});

Deno.test("homeFolder() and claudeFolder() on each system", async (t) => {
  const profile = "C:\\Users\\지수";
  const rows: [
    Record<string, string>,
    string | undefined,
    string | undefined,
  ][] = [
    [{ HOME: "/home/a" }, "/home/a", "/home/a/.claude"],
    [{ USERPROFILE: profile }, profile, `${profile}/.claude`],
    [{ HOME: "/home/a", CLAUDE_CONFIG_DIR: "/c" }, "/home/a", "/c"],
    [{ CLAUDE_CONFIG_DIR: "D:\\claude" }, undefined, "D:\\claude"],
    [{}, undefined, undefined],
  ];
  for (const [env, home, claude] of rows) {
    await t.step(JSON.stringify(env), () => {
      assertEquals(homeFolder(worldWith(env)), home);
      assertEquals(claudeFolder(worldWith(env)), claude);
    });
  }
});
