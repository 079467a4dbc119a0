/**
 * A team in which some still have version 0.1: it shares memory.md and
 * facts.json through git, this version shares team files. Both go on in one
 * repository, and in the end nothing is lost, doubled or in conflict.
 *
 * MEMORY_KEEPER_TEST_EXE is the new executable, MEMORY_KEEPER_OLDER_EXE the old
 * one (scripts/build_older.ts); without both this is skipped.
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { git, IS_GIT_HERE } from "../support/world/git.ts";
import {
  EXECUTABLE,
  payload,
  ProcessWorld,
  spawnFile,
} from "../support/world/sealed_world.ts";

const OLDER = Deno.env.get("MEMORY_KEEPER_OLDER_EXE") || undefined;
const TEAM = ".claude/memory/team";
const ORIGIN = "origin.git";

class Member extends ProcessWorld {
  #sessions = 0;

  constructor(
    readonly name: string,
    public executable: string,
    origin?: string,
  ) {
    super();
    Deno.writeTextFileSync(
      `${this.home}/.gitconfig`,
      `[user]\n\tname = ${name}\n`,
    );
    if (origin) this.git("clone", "-q", origin, ".");
    else {
      git(this, ".", "init", "-q", "--bare", ORIGIN);
      this.git("clone", "-q", `${this.dir}/${ORIGIN}`, ".");
      this.git("commit", "-q", "--allow-empty", "-m", "First");
      this.git("push", "-q", "-u", "origin", "main");
    }
  }

  git(...args: string[]): string {
    return git(this, "project", ...args);
  }

  keep(...args: string[]): Promise<string> {
    return this.ended(args);
  }

  /** A session of this member, from its start; what it is given. */
  async work(): Promise<string> {
    const id = `${this.#sessions++}a11ce00-0000-4000-8000-000000000000`;
    const transcript = `${this.entryOf(this.project)}/${id}.jsonl`;
    this.workIn(this.project);
    const fire = (word: string, event: string, extra = {}) => {
      const fields = { transcript_path: transcript, cwd: this.project };
      const given = payload(event, id, { ...fields, ...extra });
      return this.ended(["hook", word], JSON.stringify(given));
    };
    const told = await fire("session-start", "SessionStart", {
      source: "startup",
    });
    const said = (role: string, n: number, content: unknown) =>
      JSON.stringify({
        type: role,
        uuid: `${id.slice(0, 8)}-${n}`,
        sessionId: id,
        cwd: this.project,
        timestamp: new Date().toISOString(),
        message: { role, content },
      });
    const answer = [{ type: "text", text: "It does." }];
    Deno.writeTextFileSync(
      transcript,
      `${said("user", 1, "Does it float?")}\n${said("assistant", 2, answer)}\n`,
    );
    await fire("stop", "Stop");
    await fire("session-end", "SessionEnd");
    return JSON.parse(told || "{}").hookSpecificOutput?.additionalContext ?? "";
  }

  /** Everything new to the others; no conflict may come of it. */
  exchange(): void {
    this.git("add", "--all");
    this.git("commit", "-q", "--allow-empty", "-m", `By ${this.name}`);
    this.git("pull", "-q", "--no-rebase", "--no-edit");
    this.git("push", "-q");
  }

  changed(): string[] {
    return this.git("status", "--porcelain", "-uall").split("\n")
      .filter((line) => line !== "" && !line.includes(`${TEAM}/`))
      .map((line) => line.slice(3)).sort();
  }

  async ended(args: readonly string[], input = "", exits = 0) {
    const child = spawnFile(this.executable, args, this, {
      CLAUDE_PROJECT_DIR: this.project,
    });
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
    const { code, stdout, stderr } = await child.output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assertEquals([args[0], code, text(stderr)], [args[0], exits, ""]);
    return text(stdout);
  }
}

/** How often each is told. */
const counts = (text: string, ...words: readonly string[]) =>
  words.map((one) => text.split(one).length - 1);

Deno.test({
  name: "0.1 and this version share one repository; nothing is lost or doubled",
  ignore: !IS_GIT_HERE || EXECUTABLE === undefined || OLDER === undefined,
  fn: async (t) => {
    const [older, newer] = [OLDER as string, EXECUTABLE as string];
    const later = [
      "Kim painted the hull.",
      "Lee hoisted the sail.",
      "Kim cast off.",
      "Kim paints twice",
    ];
    using kim = new Member("Kim", older);
    await kim.work();
    await kim.keep("config", "set", "share", "true");
    await kim.keep("save", "Kim laid the keel.");
    await kim.keep("facts", "add", "decision", "Kim rounds once");
    kim.exchange();
    using lee = new Member("Lee", older, `${kim.dir}/${ORIGIN}`);
    await lee.work();
    await lee.keep("config", "set", "share", "true");
    await lee.keep("save", "Lee rigged the mast.");
    lee.exchange();
    kim.exchange();
    const shared = ["Kim laid the keel.", "Lee rigged the mast."];

    await t.step("one moves on: what is tracked is left to git", async () => {
      lee.executable = newer;
      const told = await lee.work();
      assertEquals(counts(told, ...shared, "Kim rounds once"), [1, 1, 1]);
      await lee.keep("save", "Lee hoisted the sail.");
      await lee.keep("facts", "add", "decision", "Lee reefs early");
      assertEquals(lee.changed(), [".claude/memory/.gitignore"]);
      lee.exchange();
    });
    await t.step("the other goes on with 0.1, as before", async () => {
      kim.exchange();
      const told = await kim.work();
      assertEquals(counts(told, ...shared, "Lee hoisted"), [1, 1, 0]);
      await kim.keep("save", "Kim painted the hull.");
      await kim.keep("facts", "add", "decision", "Kim paints twice");
      await kim.keep("facts", "add", "decision", "Kim sails at night");
      assertEquals(kim.changed(), [
        ".claude/memory/facts.json",
        ".claude/memory/memory.md",
      ]);
      kim.exchange();
    });
    await t.step("what 0.1 adds is read, framed, not written", async () => {
      lee.exchange();
      const told = await lee.work();
      assertStringIncludes(told, "| Kim painted the hull.");
      assertStringIncludes(told, "| - Kim paints twice");
      assertStringIncludes(told, "\nLee hoisted the sail.");
      assertEquals(counts(told, ...shared), [1, 1]);
      for (const words of ["painted the hull", "paints twice"]) {
        assertStringIncludes(await lee.keep("search", words), words);
      }
      assertEquals(lee.changed(), []);
    });
    await t.step("what 0.1 removes and edits goes from the team", async () => {
      assertStringIncludes(await lee.keep("facts", "list"), "sails at night");
      const { decisions } = JSON.parse(kim.read("facts.json"));
      const isNight = ({ content }: { content: string }) =>
        content === "Kim sails at night";
      await kim.keep("facts", "remove", decisions.find(isNight).id);
      const memory = kim.read("memory.md");
      kim.write("memory.md", memory.replace("painted the hull", "tarred it"));
      kim.exchange();
      lee.exchange();
      const told = await lee.work() + await lee.keep("facts", "list");
      assertEquals(counts(told, "sails at night", "painted the hull"), [0, 0]);
      assertStringIncludes(told, "| Kim tarred it.");
      assertEquals(lee.changed(), []);
      kim.write("memory.md", memory);
      kim.exchange();
      lee.exchange();
      assertStringIncludes(await lee.work(), "| Kim painted the hull.");
      lee.exchange();
      kim.exchange();
    });
    await t.step("the other moves on: the same items, once", async () => {
      kim.executable = newer;
      await kim.work();
      await kim.keep("save", "Kim cast off.");
      kim.exchange();
      lee.exchange();
      for (const member of [kim, lee]) {
        assertEquals(
          counts(
            await member.work(),
            ...shared,
            ...later,
          ),
          [1, 1, 1, 1, 1, 1],
          member.name,
        );
      }
    });
    await t.step("git forgets the older files; nothing is lost", async () => {
      // There is no plugin in this world, which it tells as well.
      const [, line = ""] = /git (rm --cached .*)/
        .exec(await lee.ended(["doctor"], "", 1)) ?? [];
      const words = line.split(" ").map((word) => word.replaceAll("'", ""));
      lee.git(...words);
      lee.exchange();
      kim.exchange();
      for (const member of [kim, lee]) {
        const told = await member.work();
        assertEquals(
          counts(
            told,
            ...shared,
            ...later,
            "Kim rounds once",
            "Lee reefs early",
          ),
          [1, 1, 1, 1, 1, 1, 1, 1],
          member.name,
        );
        assert(!member.files().some((name) => name.includes(".local.")));
        assertEquals(member.changed(), []);
      }
      await kim.keep("save", "Kim is home.");
      assertStringIncludes(kim.read("memory.md"), "Kim is home.");
      assertEquals(kim.changed(), []);
    });
  },
});
