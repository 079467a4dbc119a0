/**
 * From a clone to an installation, in one command:
 *
 *     deno task install [--to FOLDER] [--no-claude]
 *
 * Builds for this system, installs, and tells Claude Code if it is here.
 */

import {
  build,
  chooseToolchain,
  DIST,
  executableName,
  isRuntimeMissing,
} from "./build.ts";
import { ensureClaudeKnows } from "./tell_claude.ts";

const OFFLINE_TARGET = "x86_64-unknown-linux-gnu";

async function buildHere(out: string): Promise<void> {
  console.log("Building for this system");
  try {
    await build(await chooseToolchain(false), { out });
    return;
  } catch (error) {
    if (!isRuntimeMissing(error)) throw error;
  }
  if (Deno.build.target !== OFFLINE_TARGET) {
    console.error(
      "error: Cannot download Deno's runtime from its download host, which a build " +
        `for ${Deno.build.target} needs`,
    );
    Deno.exit(1);
  }
  console.log(
    "Deno's host cannot be reached: building with a runtime from npm instead " +
      "(that of Deno 2.4.2)",
  );
  await build(await chooseToolchain(true), { out });
}

const withClaude = !Deno.args.includes("--no-claude");
const args = Deno.args.filter((arg) => arg !== "--no-claude");
const out = `${DIST}/${executableName(undefined)}`;
await buildHere(out);
const { code, stdout } = await new Deno.Command(out, {
  args: ["install", "--json", ...args],
  stderr: "inherit",
}).output();
if (code !== 0) Deno.exit(code);
const done = JSON.parse(new TextDecoder().decode(stdout));
console.log(`Installed memory-keeper ${done.version} in ${done.folder}`);
if (done.command.problem) console.log(done.command.problem);
if (done.command.line) {
  console.log(
    "To have the command memory-keeper in your shell, type:\n" +
      `  ${done.command.line}`,
  );
}
Deno.exit(await ensureClaudeKnows(done.folder, done.commands, withClaude));
