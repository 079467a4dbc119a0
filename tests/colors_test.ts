/**
 * Colours: on a terminal only, and not there either if the user says so. Lines
 * end where the terminal does.
 */

import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { displayWidth } from "../src/output/table.ts";
import { PERMISSION_FLAGS } from "../scripts/permissions.ts";
import { EXECUTABLE, SealedWorld } from "./support/world/sealed_world.ts";

const MAIN = fromFileUrl(new URL("../main.ts", import.meta.url));

const COMMAND = EXECUTABLE
  ? [EXECUTABLE]
  : [Deno.execPath(), "run", "--quiet", ...PERMISSION_FLAGS, MAIN];

/** Run the program on a terminal of its own; util-linux has a tool for that. */
async function runOnTerminal(
  world: SealedWorld,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  columns = 80,
): Promise<string> {
  const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  const program = [...COMMAND, ...args].map(quote).join(" ");
  const line = `stty cols ${columns}; ${program}`;
  const { stdout } = await new Deno.Command("script", {
    args: ["--quiet", "--return", "--command", line, "/dev/null"],
    cwd: world.project,
    env: world.env({ SHELL: "/bin/sh", TERM: "xterm", ...env }),
    clearEnv: true,
    stdin: "null",
  }).output();
  return new TextDecoder().decode(stdout);
}

function hasScript(): boolean {
  if (Deno.build.os !== "linux") return false;
  try {
    return new Deno.Command("script", { args: ["--version"] })
      .outputSync().success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const isColored = (text: string) => text.includes("\x1b[");

Deno.test({
  name: "memory-keeper config list has colours on a terminal only",
  ignore: !hasScript(),
  async fn(t) {
    using world = new SealedWorld();
    world.write("config.json", '{"saveInterval": 9, "unknown": 1}');
    const rows: [string, string[], Record<string, string>, boolean][] = [
      ["on a terminal", [], { NO_COLOR: "" }, true],
      ["on a terminal, with NO_COLOR", [], { NO_COLOR: "1" }, false],
      ["on a terminal, as JSON", ["--json"], { NO_COLOR: "" }, false],
    ];
    for (const [name, flags, env, colored] of rows) {
      await t.step(name, async () => {
        const args = ["config", "list", ...flags];
        const text = await runOnTerminal(world, args, env);
        assertEquals(text.includes("saveInterval"), true, text);
        assertEquals(isColored(text), colored, text);
      });
    }
    await t.step("in a pipe", async () => {
      const env = { NO_COLOR: "", TERM: "xterm" };
      const { stdout } = await world.run(["config", "list"], { env });
      assertEquals([stdout === "", isColored(stdout)], [false, false]);
    });
  },
});

Deno.test({
  name: "lines are as wide as the terminal, and end at words",
  ignore: !hasScript(),
  async fn(t) {
    using world = new SealedWorld();
    const rule = "반올림은 마지막에 한 번만 하고 tide tables keep every digit";
    for (const columns of [30, 60, 200]) {
      await t.step(`${columns} columns`, async () => {
        const args = ["remember", rule];
        const text = await runOnTerminal(world, args, {}, columns);
        const lines = text.trimEnd().split(/\r?\n/);
        assertEquals(lines.filter((one) => displayWidth(one) > columns), []);
        assertEquals(lines.length === 1, columns === 200, text);
        assertEquals(lines.join(" ").endsWith(rule), true, text);
      });
    }
  },
});
