import { assertEquals } from "@std/assert";
import { git, IS_GIT_HERE } from "../../tests/support/world/git.ts";
import { SealedWorld } from "../../tests/support/world/sealed_world.ts";
import { findIgnoreRule } from "./ignored_store.ts";

const ITEM = ".claude/memory/team/item.md";

Deno.test({
  name: "findIgnoreRule() agrees with git",
  ignore: !IS_GIT_HERE,
  fn() {
    using world = new SealedWorld();
    git(world, "project", "init", "-q");
    world.write("team/item.md", "Words.\n");
    world.write(".gitignore", "*\n!.gitignore\n!team/\n!team/**\n");
    const rows: [string, boolean][] = [
      ["", false],
      ["# .claude/", false],
      [".claude/", true],
      [".claude", true],
      ["/.claude/", true],
      ["**/.claude", true],
      [".*", true],
      [".claude/*", true],
      [".claude/**", true],
      [".claude/memory/", true],
      ["memory", true],
      [".claude/\n!.claude/memory/", true],
      [".claude/*\n!.claude/memory/", false],
      [".claude/*\r\n!.claude/memory/\r\n", false],
      [".claudes/\nclaude\n.claude/plans/*", false],
      [`${"**/".repeat(5000)}${"*a".repeat(5000)}`, false],
      ["a[b\n(x\n.claude+", false],
    ];
    for (const [text, isHidden] of rows) {
      Deno.writeTextFileSync(`${world.project}/.gitignore`, text);
      const seen = git(world, "project", "status", "--porcelain", "-uall")
        .includes(ITEM);
      assertEquals([text, !seen], [text, isHidden]);
      const rule = findIgnoreRule(world.project);
      assertEquals([text, rule !== undefined], [text, isHidden]);
    }
  },
});
