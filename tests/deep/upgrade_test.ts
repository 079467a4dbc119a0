/**
 * A local marketplace runs in place: executable and hooks.json change under
 * open sessions. Three of them work on through 0.1 → 0.2 → 0.1 → 0.2, and in
 * the end nothing is lost or doubled.
 *
 * MEMORY_KEEPER_TEST_EXE is the new executable, MEMORY_KEEPER_OLDER_EXE the old
 * one (scripts/build_older.ts); without both this is skipped.
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { executableFile } from "../../src/install/install_folder.ts";
import { checkStore } from "../support/oracle/store_invariants.ts";
import { logsOf } from "../support/world/read_store.ts";
import {
  EXECUTABLE,
  payload,
  ProcessWorld,
  spawnFile,
} from "../support/world/sealed_world.ts";
import { tideTranscript } from "../support/world/tide_session.ts";

const OLDER = Deno.env.get("MEMORY_KEEPER_OLDER_EXE") || undefined;
const IDS = ["aaaa", "bbbb", "cccc"].map((first) =>
  `${first}0000-1111-4222-8333-444455556666`
);
const AGENT = {
  agent_id: "a1",
  agent_type: "memory-keeper:delta-summarizer",
};
const ANSWER = "High water is rounded once, said the answer.";

/** A world in which the installed program is replaced as work goes on. */
class UpgradeWorld extends ProcessWorld {
  readonly folder = `${this.dir}/installed`;
  readonly transcripts = `${this.home}/.claude/projects/-project`;

  constructor() {
    super();
    Deno.mkdirSync(this.transcripts, { recursive: true });
    this.write("config.json", '{"saveInterval": 1, "askMinChars": 200}');
    this.write(".gitignore", "*\n");
    Deno.utimeSync(`${this.store}/.gitignore`, 0, 0);
  }

  async install(executable: string): Promise<void> {
    const outcome = await this.runFile(executable, [
      "install",
      "--to",
      this.folder,
    ]);
    assertEquals(outcome.code, 0, outcome.stderr);
  }

  pathOf(id: string): string {
    return `${this.transcripts}/${id}.jsonl`;
  }

  /** One part of four of every session's work. */
  grow(part: number): void {
    for (const id of IDS) {
      const lines = tideTranscript(id)
        .replaceAll("/home/ada/tides", this.project)
        .replaceAll("00000000-0000", `${id.slice(0, 8)}-0000`)
        .trimEnd().split("\n");
      const size = Math.ceil(lines.length / 4);
      const some = lines.slice(part * size, (part + 1) * size);
      if (some.length === 0) continue;
      Deno.writeTextFileSync(this.pathOf(id), `${some.join("\n")}\n`, {
        append: true,
      });
    }
  }

  /** A hook of whatever is installed now. */
  async fire(words: string, event: string, id: string, fields = {}) {
    const child = spawnFile(
      `${this.folder}/plugin/bin/${executableFile()}`,
      ["hook", ...words.split(" ")],
      this,
      { CLAUDE_PROJECT_DIR: this.project },
    );
    const writer = child.stdin.getWriter();
    const input = payload(event, id, {
      transcript_path: this.pathOf(id),
      cwd: this.project,
      ...fields,
    });
    await writer.write(new TextEncoder().encode(JSON.stringify(input)));
    await writer.close();
    const { code, stdout, stderr } = await child.output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assertEquals([words, code, text(stderr)], [words, 0, ""]);
    return text(stdout);
  }

  /** What all three sessions do with one version. */
  async work(part: number): Promise<void> {
    this.grow(part);
    for (const id of IDS) {
      if (part === 0) await this.fire("session-start", "SessionStart", id);
      await this.fire("user-prompt-submit", "UserPromptSubmit", id, {
        prompt: "Go on",
      });
      await this.fire("post-tool-use", "PostToolUse", id);
      await this.fire("stop", "Stop", id);
    }
  }
}

/** The same day with these versions; the logs that are left, and the world. */
async function playDay(world: UpgradeWorld, versions: readonly string[]) {
  const [first = ""] = IDS;
  for (const [part, executable] of versions.entries()) {
    await world.install(executable);
    // An agent that was started under one version answers under the next.
    if (part === 2) {
      await world.fire("subagent-stop", "SubagentStop", first, {
        ...AGENT,
        last_assistant_message: ANSWER,
      });
    }
    await world.work(part);
    if (part === 1) {
      const given = await world.fire(
        "subagent-start --part 1",
        "SubagentStart",
        first,
        AGENT,
      );
      assertStringIncludes(given, "tide");
    }
  }
  for (const id of IDS) await world.fire("session-end", "SessionEnd", id);
  const logs = await logsOf(world.store);
  return logs.map(({ session, entries }) => ({
    session,
    entries: entries.map((one) => ({ ...one })),
  })).sort((a, b) => `${a.session}`.localeCompare(`${b.session}`));
}

Deno.test({
  name:
    "sessions go on through upgrades and downgrades; nothing is lost or doubled",
  ignore: EXECUTABLE === undefined || OLDER === undefined,
  fn: async () => {
    const [older, newer] = [OLDER as string, EXECUTABLE as string];
    using steady = new UpgradeWorld();
    const expected = await playDay(steady, [newer, newer, newer, newer]);
    assertEquals(expected.map(({ entries }) => entries.length), [12, 12, 12]);
    using moved = new UpgradeWorld();
    const found = await playDay(moved, [older, newer, older, newer]);
    const plain = (world: UpgradeWorld, value: unknown) =>
      JSON.stringify(value).replaceAll(world.dir, "$WORLD");
    assertEquals(
      JSON.parse(plain(moved, found)),
      JSON.parse(plain(steady, expected)),
    );
    assertEquals(moved.read("memory.md").split(ANSWER).length - 1, 1);
    assertEquals(
      await checkStore(moved.store, {
        transcripts: IDS.map((id) => moved.pathOf(id)),
        committed: [ANSWER],
      }),
      [],
    );
  },
});
