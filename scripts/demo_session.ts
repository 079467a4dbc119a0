/** The demo's session, in the form in which Claude Code writes a transcript. */

export const DEMO_SESSION = "3f2a9c11-7d40-4c1e-9a55-2f1f0a8c6b10";

/** What a summarizer would answer. */
export const DEMO_SUMMARY =
  "Fixed the double rounding in `highWater()` (src/tide.ts): the moon's " +
  "correction is added before rounding now, because spring tides were an " +
  "hour late. All 14 tests pass.";

/** A stretch of transcript, and the event that follows it. */
export interface DemoTurn {
  readonly lines: string;
  /** A tool was used. */
  readonly tool?: string;
  /** The turn ended with these words. */
  readonly last?: string;
}

export function demoTurns(cwd: string): DemoTurn[] {
  const scribe = new Scribe(cwd);
  const fixed = "Fixed: high water was rounded before the moon's " +
    "correction was added. The order is reversed now and the tests pass.";
  return [
    {
      lines: scribe.user(
        "The tide table is off by an hour in spring. Find out why. My key is " +
          "<private>do not keep this</private> in .env",
      ) + scribe.thinking() + scribe.call("Read", {
        file_path: `${cwd}/src/tide.ts`,
      }, "export function highWater(moon: Moon) { … }\n".repeat(60)),
      tool: "Read",
    },
    {
      lines: scribe.call("Edit", {
        file_path: `${cwd}/src/tide.ts`,
        old_string: "return correct(round(base), moon);",
        new_string: "return round(correct(base, moon));",
      }, "The file has been updated. ".repeat(40)),
      tool: "Edit",
    },
    {
      lines: scribe.call("Bash", {
        command: "API_TOKEN=s3cr3t-Zx81kPq0aa deno test",
      }, "ok | 14 passed | 0 failed (220ms)\n"),
      tool: "Bash",
    },
    { lines: scribe.words(fixed), last: fixed },
  ];
}

/** Writes entries one after the other, each a few seconds later. */
class Scribe {
  #seconds = 0;
  #count = 0;

  constructor(readonly cwd: string) {}

  user(content: string): string {
    return this.#line("user", { role: "user", content });
  }

  words(text: string): string {
    return this.#assistant({ type: "text", text });
  }

  thinking(): string {
    const signature = "c2lnbmF0dXJl".repeat(90);
    return this.#assistant({ type: "thinking", thinking: "…", signature });
  }

  call(name: string, input: object, result: string): string {
    const id = `toolu_demo${++this.#count}`;
    const content = [{ type: "tool_result", tool_use_id: id, content: result }];
    return this.#assistant({ type: "tool_use", id, name, input }) +
      this.#line("user", { role: "user", content }, {
        toolUseResult: { stdout: result, original: result },
      });
  }

  #assistant(block: object): string {
    const usage = { input_tokens: 9_000, cache_read_input_tokens: 41_000 };
    return this.#line("assistant", {
      role: "assistant",
      content: [block],
      usage,
    });
  }

  #line(type: string, message: object, extra: object = {}): string {
    this.#seconds += 4;
    const timestamp = new Date(Date.UTC(2026, 2, 2, 9, 10, this.#seconds));
    return JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      cwd: this.cwd,
      sessionId: DEMO_SESSION,
      version: "2.1.197",
      type,
      message,
      uuid: crypto.randomUUID(),
      timestamp: timestamp.toISOString(),
      ...extra,
    }) + "\n";
  }
}
